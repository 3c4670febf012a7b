import { writeFile } from 'node:fs/promises'
import { type CodegenConfig, generate } from '@graphql-codegen/cli'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { publicSchema, schema } from './src/graphql/schema.ts'

/** What is written down of the core API: the printed public schema (committed), and typed documents of the faces over all of it. */
const config: CodegenConfig = {
  schema: printSchema(schema),
  documents: 'src/rest/*.graphql',
  silent: true,
  generates: {
    'src/rest/generated/documents.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown', StringMap: 'Record<string, string>' },
        skipTypename: true,
        dedupeFragments: true,
      },
    },
  },
}

await writeFile('schema.graphql', `${printSchema(lexicographicSortSchema(publicSchema))}\n`)
await generate(config, true)
