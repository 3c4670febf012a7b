import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { watchHealth } from '../chat/health.ts'
import { apiKey, databases, percentile, startServer, widgetKey } from '../support.ts'
import { attacks } from './attacks.ts'
const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const only = process.env.ONLY ? Number(process.env.ONLY) : undefined
for await (const database of databases(async ({ pool }) => { await pool.query(`
    INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, payer_id, member_id)
    SELECT 'First' || i, 'Last' || i, date '1940-01-01' + i, '+1555' || lpad(i::text, 7, '0'), 'MRN-' || i, 'aetna', 'MEM-' || i
    FROM generate_series(1, 1000) AS i`) })) {
  if (process.env.KIND && database.kind !== process.env.KIND) { continue }
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const server = await startServer(program, { ...database.env, SAMPLE_LIBRARY: 'true', ELIGIBILITY_DRIVER: 'sandbox', RATE_LIMIT_PER_MINUTE: '6000', TRUST_PROXY_HOPS: '1', VOICE_WEBHOOK_SECRET: webhookSecret, ...(process.env.PROF ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' } : {}) })
  const target = { url: server.url, apiKey, widgetKey, webhookSecret }
  await setTimeout(Number(process.env.WARM ?? 30000))
  for (const [i, attack] of attacks.entries()) {
    if (only !== undefined && i !== only) continue
    const stop = watchHealth(server.url)
    const end = Date.now() + Number(process.env.MS ?? 10000)
    const running = new Set<Promise<unknown>>(); const answers: Record<string, number> = {}; const times: number[] = []
    for (let count = 0; Date.now() < end; count++) {
      const s = performance.now()
      const p = attack.step(target, count).then((a) => { answers[a] = (answers[a] ?? 0) + 1; times.push(performance.now() - s) }, (e) => { answers[e.name] = (answers[e.name] ?? 0) + 1 })
      running.add(p); void p.finally(() => running.delete(p))
      await setTimeout(1000 / attack.rate)
    }
    await Promise.all(running)
    const { polls } = await stop()
    const ms = polls.map((p) => p.ms)
    console.log(database.kind, attack.name, JSON.stringify(answers), 'step p50', percentile(times, .5).toFixed(0), 'max', Math.max(...times).toFixed(0), '| health p50', percentile(ms, .5).toFixed(0), 'p99', percentile(ms, .99).toFixed(0), 'max', Math.max(...ms).toFixed(0))
  }
  await server.stop()
  break
}
process.exit()
