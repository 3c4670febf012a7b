import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

test('schema.graphql is the printed schema: npm run generate', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`)
})

describe('the floors', () => {
  const forbidden = [
    ['platform', '../domain/work.ts'],
    ['platform/database', '../../graphql/schema.ts'],
    ['domain', '../graphql/schema.ts'],
    ['domain/patients', '../../http/body.ts'],
    ['domain/access', 'graphql'],
    ['graphql', '../rest/route.ts'],
    ['http', '../rest/route.ts'],
    ['rest', '../domain/work.ts'],
    ['web', '../platform/database/session.ts'],
  ] as const
  const allowed = [
    ['domain/patients', '../../platform/values.ts'],
    ['graphql', '../domain/work.ts'],
    ['rest', '../http/body.ts'],
  ] as const

  /** The places whose import the linter refuses. One run for all: it reads the whole project each time. */
  function refused(imports: readonly (readonly [string, string])[]): string[] {
    const probes = imports.map(([folder, specifier], index) => ({ folder, specifier, path: `src/${folder}/floors-probe-${index}.ts` }))
    try {
      for (const { path, specifier } of probes) writeFileSync(path, `import * as other from '${specifier}'\n\nexport const probe = other\n`)
      const { stdout } = spawnSync('node_modules/.bin/biome', ['lint', '--reporter=github', ...probes.map(({ path }) => path)], {
        encoding: 'utf8',
      })
      const lines = stdout.split('\n').filter((line) => line.includes('noRestrictedImports'))
      return probes
        .filter(({ path }) => lines.some((line) => line.includes(path)))
        .map(({ folder, specifier }) => `${folder} → ${specifier}`)
    } finally {
      for (const { path } of probes) rmSync(path, { force: true })
    }
  }

  test('an import that goes up, or past the core API, is refused; one that goes down is not', () => {
    expect(refused([...forbidden, ...allowed])).toEqual(forbidden.map(([folder, specifier]) => `${folder} → ${specifier}`))
  })
})
