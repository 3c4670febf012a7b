import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/security.md names a test for each defence; a name that no test has any more would promise nothing.

const text = readFileSync('docs/security.md', 'utf8')
const cited = [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)`((?:: |, )?(?:“[^”]+”(?:, )?)*)/g)].map(([, file = '', names = '']) => ({
  file,
  names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
}))

test('the document cites tests', () => expect(cited.length).toBeGreaterThan(50))

test.each(cited.flatMap(({ file, names }) => names.map((name) => ({ file, name }))))('$file has “$name”', ({ file, name }) => {
  expect(existsSync(file), file).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(name)
})
