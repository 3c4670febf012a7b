import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { type CodegenConfig, generate } from '@graphql-codegen/cli'
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { publicSchema, schema } from './src/graphql/schema.ts'
import { operations } from './src/web/widget/operations.ts'

/** Typed documents of the `.graphql` files of a face, over what it may ask. */
const documentsOf = (documents: string, schema: GraphQLSchema) => ({
  schema: printSchema(schema),
  documents,
  plugins: ['typescript-operations', 'typed-document-node'],
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    strictScalars: true,
    scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown', StringMap: 'Record<string, string>' },
    skipTypename: true,
    dedupeFragments: true,
  },
})

/** What is written down of the core API: the printed public schema (committed), and typed documents of the faces over all of it. */
const config: CodegenConfig = {
  silent: true,
  generates: {
    'src/rest/generated/documents.ts': documentsOf('src/rest/*.graphql', schema),
    'src/providers/generated/documents.ts': documentsOf('src/providers/*.graphql', schema),
    'src/web/generated/documents.ts': documentsOf('src/web/*.graphql', schema),
    'src/web/console/generated/documents.ts': documentsOf('src/web/console/operations/*.graphql', publicSchema),
  },
}

await writeFile('schema.graphql', `${printSchema(lexicographicSortSchema(publicSchema))}\n`)
await generate(config, true)

/** Builds of the widget whose documents still run for its keys: this one and the last two that asked otherwise (src/web/kept-documents.ts). */
const keptBuilds = 3
const keptFile = 'src/web/kept-documents.json'
const kept = JSON.parse(await readFile(keptFile, 'utf8').catch(() => '[]')) as string[][]
const asked = Object.values(operations)
if (!isDeepStrictEqual(kept[0], asked)) await writeFile(keptFile, `${JSON.stringify([asked, ...kept].slice(0, keptBuilds), null, 2)}\n`)
