import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../../platform/sibling-module.ts'
import type { CallAnalysis, CallToAnalyse } from './analysis-schema.ts'
import type { FromWorker, ToWorker } from './local-analysis-worker.ts'

/** A text that takes longer than this is given up, so that it does not keep all others waiting, in milliseconds. */
const longestMs = 120_000

interface Task {
  id: number
  call: CallToAnalyse
  resolve(analysis: CallAnalysis): void
  reject(error: Error): void
}

/**
 * The local analyser in a thread of its own: a transcript of a megabyte takes seconds, and the functions of live calls must
 * not wait for it. The thread starts with the first call and is started again if it dies. Calls wait here and go to it one
 * at a time, so that one that never ends fails alone.
 * @param embed vectors of the local embedding model
 * @param limitMs for one call, from when the thread gets it
 */
export function createLocalAnalysis(embed: (texts: string[]) => Promise<number[][]>, limitMs = longestMs) {
  const queue: Task[] = []
  let running: (Task & { timer: NodeJS.Timeout }) | undefined
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
      if (message.id !== running?.id) return
      const task = done()
      if ('analysis' in message) task?.resolve(message.analysis)
      else task?.reject(new Error(`the local analysis failed: ${message.failed}`))
      next()
    })
    started.on('error', () => {})
    started.once('exit', () => {
      worker = undefined
      done()?.reject(new Error('the thread of the local analysis stopped'))
      next()
    })
    started.unref()
    return started
  }

  function done(): Task | undefined {
    const task = running
    clearTimeout(task?.timer)
    running = undefined
    return task
  }

  function next() {
    if (running || closed) return
    const task = queue.shift()
    if (!task) return
    worker ??= start()
    const thread = worker
    running = { ...task, timer: setTimeout(() => void thread.terminate(), limitMs).unref() }
    thread.postMessage({ id: task.id, call: task.call } satisfies ToWorker)
  }

  return {
    /** @throws Error when the thread dies or is closed: worth another try. */
    analyse(call: CallToAnalyse): Promise<CallAnalysis> {
      if (closed) return Promise.reject(new Error('the local analysis was closed'))
      return new Promise<CallAnalysis>((resolve, reject) => {
        queue.push({ id: asked++, call, resolve, reject })
        next()
      })
    },
    async close(): Promise<void> {
      closed = true
      for (const task of queue.splice(0)) task.reject(new Error('the local analysis was closed'))
      await worker?.terminate()
    },
  }
}
