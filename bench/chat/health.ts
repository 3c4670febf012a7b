import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Health {
  polls: { at: number; ms: number }[]
  /** Answers other than 200, and none. */
  wrong: number
}

/** Polls `/health` from another thread; the function that it gives ends that. */
export function watchHealth(url: string, everyMs = 20): () => Promise<Health> {
  const worker = new Worker(new URL('health-poller.ts', import.meta.url), { workerData: { url, everyMs } })
  return async () => {
    worker.postMessage('stop')
    const [health] = (await once(worker, 'message')) as [Health]
    return health
  }
}
