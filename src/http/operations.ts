import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type Router } from 'express'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { bearerOf } from './authenticate.ts'
import { otherMethod } from './errors.ts'
import { HttpProblem } from './problem.ts'

/** What `GET /ready` asks, by name; each resolves when that part can serve. Without it no call can be answered. */
export type ReadinessChecks = Record<string, () => Promise<void>>

/** What does not keep the service from serving and should be known, by name; undefined where there is nothing to say. */
export type ReadinessNotes = Record<string, () => Promise<string | undefined>>

/** Asks all checks at once. @returns the name of each with whether it is `ok` or `failed` */
export function createReadiness(log: Log, checks: ReadinessChecks) {
  return async () => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check()
          return [name, 'ok'] as const
        } catch (error) {
          log.warn({ error, check: name }, 'not ready')
          return [name, 'failed'] as const
        }
      }),
    )
    return { isReady: results.every(([, result]) => result === 'ok'), results: Object.fromEntries(results) }
  }
}

/** For orchestrators: no key, and nothing in the answers that needs one. */
export function operationsRouter(readiness: ReturnType<typeof createReadiness>, notes: ReadinessNotes): Router {
  const router = express.Router()

  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' })
  })

  router.get('/ready', async (_request, response) => {
    const { isReady, results } = await readiness()
    if (!isReady) response.set('Retry-After', '5')
    const noted = await Promise.all(
      Object.entries(notes).map(async ([name, note]) => {
        // A failing check tells of it already.
        const text = await note().catch(() => undefined)
        return text === undefined ? [] : [[name, text] as const]
      }),
    )
    const incomplete = Object.fromEntries(noted.flat())
    response.status(isReady ? 200 : 503).json({
      status: isReady ? 'ready' : 'not_ready',
      checks: results,
      ...(Object.keys(incomplete).length > 0 ? { incomplete } : {}),
    })
  })

  router.all(['/health', '/ready'], otherMethod(['get']))
  return router
}

/** For Prometheus. With a key it is asked for as Bearer. */
export function metricsRouter({ registry }: Metrics, key: string | undefined): Router {
  const router = express.Router()
  router.get('/metrics', async (request, response) => {
    if (key !== undefined && !isBearer(request, key)) throw new HttpProblem('UNAUTHENTICATED', 'This needs the METRICS_KEY as Bearer.')
    response.type(registry.contentType).send(await registry.metrics())
  })
  router.all('/metrics', otherMethod(['get']))
  return router
}

/** Compares hashes, in constant time. */
function isBearer(request: Request, key: string): boolean {
  const [one, other] = [bearerOf(request) ?? '', key].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
