import { once } from 'node:events'
import { apiKey, widgetKey } from '../support.ts'
import { startCluster } from './cluster.ts'

// The set-up of compose.yaml without containers, until Ctrl-C: `npm run bench cluster`. It starts PostgreSQL and Redis of its own,
// or uses those of DATABASE_URL and REDIS_URL.

const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SAMPLE_LIBRARY = 'true' } = process.env
const cluster = await startCluster({ databaseUrl, redisUrl, env: { SAMPLE_LIBRARY } })
console.log(`nginx      ${cluster.url}`)
for (const { url } of cluster.instances) console.log(`instance   ${url}`)
console.log(`PgBouncer  ${cluster.env.DATABASE_URL}`)
console.log(`PostgreSQL ${cluster.env.DATABASE_DIRECT_URL}`)
console.log(`Redis      ${cluster.env.REDIS_URL}`)
console.log(`API_KEY=${apiKey}\nWIDGET_API_KEY=${widgetKey}`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await cluster.stop()
