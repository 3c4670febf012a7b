import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Poll {
  at: number
  ms: number
  /** Over a connection of its own: none was free. */
  fresh: boolean
}

export interface Health {
  polls: Poll[]
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
