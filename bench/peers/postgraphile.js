import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// PostGraphile 5 over the tables as they are: no key, no row security, no log, no GraphiQL. Lists are plain ones beside connections,
// so that an answer has the shape of ours.

const { DATABASE_URL, PORT } = process.env

// It tells at length which types of the schema it leaves out.
console.warn = console.error = () => undefined

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } })],
  schema: { defaultBehavior: '+list +connection' },
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
})
const serv = instance.createServ(grafserv)
const handler = serv.createHandler()
await serv.ready()

createServer((request, response) => {
  if (request.url === '/ready') response.end()
  else handler(request, response)
}).listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
