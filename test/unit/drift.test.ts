import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { sealedColumns } from '../../src/areas.ts'
import { publicSchema } from '../../src/graphql/schema.ts'
import { nameOf } from '../../src/platform/field-encryption/sealed-column.ts'
import { logAttributes } from '../../src/platform/log.ts'

test('schema.graphql is the printed schema: npm run generate', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(publicSchema))}\n`)
})

test('docs/operations.md names every sealed column', () => {
  const guide = readFileSync('docs/operations.md', 'utf8')
  for (const column of sealedColumns) expect(guide).toContain(`\`${nameOf(column)}\``)
})

test('what the log is given by name, it may hold', () => {
  const calls = globSync('src/**/*.ts').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\blog\.(?:info|warn|error|fatal)\(\s*\{([^{}]*)\}/g),
  ])
  const names = calls.flatMap(([, given = '']) => [...given.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name))
  expect(calls.length).toBeGreaterThan(40)
  expect([...new Set(names)].filter((name) => !logAttributes.has(name ?? ''))).toEqual([])
})

/** Floors and areas from the lowest up. Those of one row do not know each other. */
const areas = [
  ['access', 'documents', 'drugs'],
  ['work'],
  ['payers', 'safety'],
  ['patients'],
  ['benefits'],
  ['library'],
  ['voice'],
  ['chat'],
  ['notes'],
  ['integrations'],
]
const domain = areas.map((row) => row.map((area) => `domain/${area}`))
const house = [['platform'], ['language'], ...domain, ['graphql'], ['http'], ['rest', 'web'], ['providers']]

/** What is refused though it stands lower: language needs no platform, and faces speak GraphQL only. */
const exceptions: Record<string, boolean> = {
  'language → platform': false,
  // They run the functions of REST's webhook, and show no page.
  'providers → web': false,
  ...Object.fromEntries(
    ['http', 'rest', 'web', 'providers'].flatMap((face) => ['language', ...domain.flat()].map((below) => [`${face} → ${below}`, false])),
  ),
}

interface Import {
  from: string
  specifier: string
  allowed: boolean
}

const importsOfHouse: Import[] = house.flatMap((row, height) =>
  row.flatMap((from) =>
    house.flatMap((other, otherHeight) =>
      other
        .filter((to) => to !== from)
        .map((to) => ({ from, specifier: pathBetween(from, to), allowed: exceptions[`${from} → ${to}`] ?? otherHeight < height })),
    ),
  ),
)

const further: Import[] = [
  ...[...house.flat(), 'cli', 'cli/refresh-jcodes'].flatMap((from) =>
    ['app.ts', 'areas.ts', 'config.ts', 'service.ts', 'main.ts'].map((file) => ({
      from,
      specifier: pathBetween(from, file),
      allowed: false,
    })),
  ),
  ...house.flat().map((from) => ({ from, specifier: `${pathBetween(from, 'cli')}`, allowed: false })),
  ...house.flat().map((to) => ({ from: 'cli', specifier: pathBetween('cli', to), allowed: false })),
  ...house.flat().map((to) => ({
    from: 'cli/refresh-jcodes',
    specifier: pathBetween('cli/refresh-jcodes', to),
    allowed: to === 'domain/drugs' || to === 'language',
  })),
  ...[...house.flat(), 'app.ts', 'areas.ts', 'main.ts', 'service.ts', 'config.ts'].map((to) => ({
    from: 'cli/refresh-vectors',
    specifier: pathBetween('cli/refresh-vectors', to),
    allowed: to === 'platform' || to === 'service.ts' || to === 'config.ts',
  })),
  { from: 'cli', specifier: '../version.ts', allowed: true },
  { from: 'language', specifier: '../platform/normal-form.ts', allowed: true },
  { from: 'rest', specifier: '../platform/database/probed.ts', allowed: false },
  { from: 'domain/access', specifier: 'graphql', allowed: false },
  { from: 'domain/access', specifier: 'zod', allowed: true },
  { from: 'graphql', specifier: 'express', allowed: false },
  // A room within an area is held as the area is.
  { from: 'domain/voice/analysis', specifier: '../../chat/probed.ts', allowed: false },
  { from: 'domain/voice/analysis', specifier: '../../safety/probed.ts', allowed: true },
]

/** The specifier of an import in a folder of `src` of a module in another, or of a file right in `src`. */
function pathBetween(from: string, to: string): string {
  return relative(`/${from}`, to.endsWith('.ts') ? `/${to}` : `/${to}/probed.ts`)
}

/** The imports that the linter refuses, as `folder → specifier`. One run of one rule for all, without reading the project. */
function refused(imports: readonly Import[]): Set<string> {
  const byFolder = Map.groupBy(imports, ({ from }) => from)
  const probes = [...byFolder].map(([from, list]) => ({
    from,
    path: `src/${from}/floors-probe.ts`,
    specifiers: list.map((one) => one.specifier),
  }))
  try {
    for (const { path, specifiers } of probes) writeFileSync(path, specifiers.map((specifier) => `import '${specifier}'\n`).join(''))
    const only = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github']
    const { stdout } = spawnSync('node_modules/.bin/biome', ['lint', ...only, ...probes.map(({ path }) => path)], { encoding: 'utf8' })
    const hits = [...stdout.matchAll(/file=(?<file>[^,]+),line=(?<line>\d+)/g)].map(
      ({ groups }) => `${resolve(groups?.file ?? '')}:${groups?.line}`,
    )
    const refusedHere = new Set(hits)
    return new Set(
      probes.flatMap(({ from, path, specifiers }) =>
        specifiers.filter((_, index) => refusedHere.has(`${resolve(path)}:${index + 1}`)).map((specifier) => `${from} → ${specifier}`),
      ),
    )
  } finally {
    for (const { path } of probes) rmSync(path, { force: true })
  }
}

test('the linter refuses each import that goes up or aside in the house, and allows each that goes down', () => {
  const imports = [...importsOfHouse, ...further]
  const wrong = imports.filter(({ allowed }) => !allowed).map(({ from, specifier }) => `${from} → ${specifier}`)
  expect([...refused(imports)].sort()).toEqual([...new Set(wrong)].sort())
})
