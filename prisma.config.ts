import { defineConfig } from 'prisma/config'

// `prisma generate` asks for a schema engine binary that it does not use. Naming any executable spares
// machines without access to Prisma's download server; the migration commands still fetch the real one.
if (process.argv[2] === 'generate') process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
})
