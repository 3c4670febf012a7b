import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const contract = 'docs/contract.md'
const sections = [...readFileSync(contract, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** Comments as one line each, so that a citation may wrap. */
const unwrapped = (text: string) => text.replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ')

test('every citation of the contract names a section that is there', () => {
  const files = globSync(['{src,test,eval,bench}/**/*.{ts,graphql}', 'prisma/schema.prisma'])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/generated/') && path !== 'test/unit/citations.test.ts')
  const cited = files.flatMap((path) =>
    unwrapped(readFileSync(path, 'utf8'))
      .split(contract)
      .slice(1)
      .map((after) => ({ path, after: after.slice(0, 60) })),
  )
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ after }) => !sections.some((section) => after.startsWith(`, ${section}`)))).toEqual([])
})
