import express, { type Router } from 'express'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { otherMethod } from './errors.ts'

/** What `GET /ready` asks, by name; each resolves when that part can serve. */
export type ReadinessChecks = Record<string, () => Promise<void>>

/** What does not keep the service from serving and should be known, by name; undefined where there is nothing to say. */
export type ReadinessNotes = Record<string, () => string | undefined>

/** For orchestrators and Prometheus: no key, and nothing in the answers that needs one. */
export function operationsRouter(metrics: Metrics, log: Log, checks: ReadinessChecks, notes: ReadinessNotes): Router {
  const router = express.Router()

  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' })
  })

  router.get('/ready', async (_request, response) => {
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
    const ready = results.every(([, result]) => result === 'ok')
    if (!ready) response.set('Retry-After', '5')
    const noted = Object.entries(notes).flatMap(([name, note]) => {
      const text = note()
      return text === undefined ? [] : [[name, text]]
    })
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not_ready',
      checks: Object.fromEntries(results),
      ...(noted.length > 0 ? { incomplete: Object.fromEntries(noted) } : {}),
    })
  })

  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })

  router.all(['/health', '/ready', '/metrics'], otherMethod(['get']))
  return router
}
