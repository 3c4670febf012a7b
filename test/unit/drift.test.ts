import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { afterEach, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

test('schema.graphql is the printed schema: npm run generate', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`)
})

describe('the floors', () => {
  const probe = (path: string) => `src/${path}/floors-probe.ts`
  const written: string[] = []
  afterEach(async () => {
    const { rmSync } = await import('node:fs')
    for (const path of written.splice(0)) rmSync(path)
  })

  /** What the linter says of an import from a place. */
  function lint(folder: string, specifier: string): string {
    const path = probe(folder)
    writeFileSync(path, `import * as other from '${specifier}'\n\nexport const probe = other\n`)
    written.push(path)
    try {
      return execFileSync('node_modules/.bin/biome', ['lint', path], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return stdout + stderr
    }
  }

  test.each([
    ['platform', '../domain/work.ts'],
    ['platform/database', '../../graphql/schema.ts'],
    ['domain', '../graphql/schema.ts'],
    ['domain/patients', '../../http/body.ts'],
    ['domain/patients', 'graphql'],
    ['domain', 'express'],
    ['graphql', '../rest/route.ts'],
    ['graphql', 'express'],
    ['rest', '../domain/work.ts'],
    ['rest', '../platform/database/session.ts'],
    ['web', '../domain/access/caller.ts'],
    ['http', '../app.ts'],
  ])('%s may not import %s', (folder, specifier) => {
    expect(lint(folder, specifier)).toContain('noRestrictedImports')
  })

  test.each([
    ['domain/patients', '../../platform/values.ts'],
    ['graphql', '../domain/work.ts'],
    ['rest', '../graphql/schema.ts'],
    ['rest', '../http/body.ts'],
  ])('%s may import %s', (folder, specifier) => {
    expect(lint(folder, specifier)).not.toContain('noRestrictedImports')
  })
})
