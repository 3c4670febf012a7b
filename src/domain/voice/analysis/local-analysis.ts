import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../../platform/sibling-module.ts'
import type { CallAnalysis, CallToAnalyse } from './call-analysis.ts'
import type { FromWorker, ToWorker } from './local-analysis-worker.ts'

/** A text that takes longer than this is given up, so that it does not keep all others waiting, in milliseconds. */
const longestMs = 120_000

interface Task {
  resolve(analysis: CallAnalysis): void
  reject(error: Error): void
}

/**
 * The local analyser in a thread of its own: a transcript of a megabyte takes seconds, and the functions of live calls must
 * not wait for it. The thread starts with the first call and is started again if it dies.
 * @param embed vectors of the local embedding model
 */
export function createLocalAnalysis(embed: (texts: string[]) => Promise<number[][]>) {
  const tasks = new Map<number, Task>()
  let worker: Worker | undefined
  let asked = 0
  let closed = false

  function start(): Worker {
    const started = new Worker(siblingModule(import.meta.url, 'local-analysis-worker'), { execArgv: [], env: {} })
    const say = (message: ToWorker) => started.postMessage(message)
    started.on('message', async (message: FromWorker) => {
      if ('embedId' in message) {
        const vectors = await embed(message.texts).catch(() => undefined)
        say({ embedId: message.embedId, vectors })
        return
      }
      const task = tasks.get(message.id)
      tasks.delete(message.id)
      if ('analysis' in message) task?.resolve(message.analysis)
      else task?.reject(new Error(`the local analysis failed: ${message.failed}`))
    })
    started.on('error', () => {})
    started.once('exit', () => {
      worker = undefined
      for (const task of tasks.values()) task.reject(new Error('the thread of the local analysis stopped'))
      tasks.clear()
    })
    started.unref()
    return started
  }

  return {
    /** @throws Error when the thread dies or is closed: worth another try. */
    analyse(call: CallToAnalyse): Promise<CallAnalysis> {
      if (closed) return Promise.reject(new Error('the local analysis was closed'))
      worker ??= start()
      const id = asked++
      const thread = worker
      const timer = setTimeout(() => void thread.terminate(), longestMs).unref()
      return new Promise<CallAnalysis>((resolve, reject) => {
        tasks.set(id, { resolve, reject })
        thread.postMessage({ id, call } satisfies ToWorker)
      }).finally(() => clearTimeout(timer))
    },
    async close(): Promise<void> {
      closed = true
      await worker?.terminate()
    },
  }
}
