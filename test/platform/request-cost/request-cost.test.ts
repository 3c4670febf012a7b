import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addItems, searchable, widgetOf } from '../../support/library.ts'
import { libraryItems } from '../../support/library-items.ts'
import { processEnv } from '../../support/process.ts'
import { type Answer, apiKey, clientOf, freshDatabase, widgetKey } from '../../support/service.ts'
import { newConversation, voiceOf } from '../../support/voice.ts'
import type { Cost } from './counted-service.ts'

// What the hot routes cost a request, against what they cost when baseline.json was written: SQL statements, calls of functions and bytes
// allocated, which another process on the machine does not change. UPDATE_BASELINE=1 writes what is measured.

const baselineFile = new URL('./baseline.json', import.meta.url)
const renewal = 'UPDATE_BASELINE=1 npx vitest run test/platform/request-cost'
/** Either way: a saving, too, is written down, or the next loss would hide behind it. */
const tolerance = 0.15
/** Small batches, so that some of them meet nothing that runs in the background. */
const [warmup, batches, batch] = [8, 3, 5]

/** The service in its own process, with no compilers that would leave calls out, and young memory enough for a batch. */
async function startCounted(env: Record<string, string>) {
  const child = fork(new URL('./counted-service.ts', import.meta.url), {
    env: processEnv({
      ...env,
      PORT: '0',
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      RATE_LIMIT_PER_MINUTE: '1000000',
      OVERLOAD_LAG_MS: '0',
      SAMPLE_LIBRARY: 'false',
      SAMPLE_POLICIES: 'false',
      EMBEDDING_THREADS: '1',
    }),
    execArgv: ['--no-opt', '--no-maglev', '--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the counted service ended with ${code}`)
  })
  ended.catch(() => {})
  const told = async (message?: string) => {
    const answered = once(child, 'message')
    if (message) child.send(message)
    return (await Promise.race([answered, ended]))[0]
  }
  const address = (await told()) as string
  return {
    client: clientOf(() => address),
    begin: () => told('begin'),
    end: () => told('end') as Promise<Cost>,
    async stop() {
      child.send('stop')
      await ended.catch(() => {})
    },
  }
}

const patientFields = `id firstName lastName dateOfBirth phone email mrn payerId memberId status hasAdverseEvents avgSatisfactionScore
  totalConversations createdAt medications { id medicationName isPrescribed paRequired paStatus stepTherapyDrugs createdAt }`
const searches = ['how do I store emgality', 'humira side effects', 'emgalty refrigerator', 'coupon to make it cheaper', 'taltz dosing']

function routesOf(client: ReturnType<typeof clientOf>, person: Awaited<ReturnType<ReturnType<typeof voiceOf>['person']>>) {
  const { rest } = client
  const graphql = (query: string, variables: object) => rest('POST', '/graphql', { body: { query, variables } })
  const voice = voiceOf(client)
  const widget = widgetOf(client)
  const routes: Record<string, (nth: number) => Promise<Answer>> = {
    'GET /v1/patients/{id}': (nth) => rest('GET', `/v1/patients/${1 + (nth % 50)}`),
    'GET /v1/patients?limit=20': (nth) => rest('GET', `/v1/patients?limit=20&skip=${nth % 40}`),
    'GraphQL: a patient with medications': (nth) =>
      graphql(`query($id: Int!) { patient(id: $id) { ${patientFields} } }`, { id: 1 + (nth % 50) }),
    'GraphQL: 20 patients with medications': () =>
      graphql(`query($first: Int!) { patients(first: $first) { edges { node { ${patientFields} } } } }`, { first: 20 }),
    'voice: patient_lookup': () => voice.verify(newConversation('cost'), person),
    'widget: search': (nth) => widget.search({ query: searches[nth % searches.length], limit: 5 }),
  }
  return routes
}

/** The least of the batches, a request: what runs in the background only adds. */
function leastOf(costs: Cost[]): Cost {
  const least = (of: keyof Cost) => Math.min(...costs.map((cost) => cost[of])) / batch
  return { statements: Math.round(least('statements') * 100) / 100, calls: Math.round(least('calls')), bytes: Math.round(least('bytes')) }
}

// Another V8 counts otherwise, and another driver: the baseline is of the Node that package.json brings, and of the embedded database.
test.runIf(process.version.startsWith('v24.') && process.env.TEST_DATABASE_URL === undefined)('a request costs what it did', async () => {
  await using database = await freshDatabase()
  const service = await startCounted(database.env)
  const measured: Record<string, Cost> = {}
  try {
    await addItems(service.client, libraryItems)
    await searchable(service.client)
    const person = await voiceOf(service.client).person()
    for (const [name, ask] of Object.entries(routesOf(service.client, person))) {
      let nth = 0
      const askMany = async (count: number) => {
        for (let left = count; left > 0; left--) {
          const { status, body } = await ask(nth++)
          if (status !== 200 || body.errors || body.verified === false) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
        }
      }
      await askMany(warmup)
      const costs: Cost[] = []
      for (let round = 0; round < batches; round++) {
        await service.begin()
        await askMany(batch)
        costs.push(await service.end())
      }
      measured[name] = leastOf(costs)
    }
  } finally {
    await service.stop()
  }
  if (process.env.UPDATE_BASELINE) writeFileSync(baselineFile, `${JSON.stringify(measured, null, 2)}\n`)
  const baseline: Record<string, Cost> = JSON.parse(readFileSync(baselineFile, 'utf8'))
  const changes = Object.entries(measured).flatMap(([name, cost]) =>
    (['statements', 'calls', 'bytes'] as const).flatMap((what) => {
      const before = baseline[name]?.[what] ?? Number.NaN
      const change = cost[what] / before - 1
      return Math.abs(change) <= tolerance
        ? []
        : [
            `${name}: ${cost[what].toLocaleString('en')} ${what} a request, ${before.toLocaleString('en')} before (${(100 * change).toFixed(0)} %)`,
          ]
    }),
  )
  expect(changes, `If this is what the change has to cost, or saves, renew the baseline: ${renewal}`).toEqual([])
})
