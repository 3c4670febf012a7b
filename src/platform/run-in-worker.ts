import { Worker } from 'node:worker_threads'

/** Why a thread gave no answer. */
export class WorkerFailed extends Error {
  readonly reason: 'late' | 'memory' | 'failed'
  constructor(reason: 'late' | 'memory' | 'failed') {
    super(`the thread gave no answer: ${reason}`)
    this.name = 'WorkerFailed'
    this.reason = reason
  }
}

/**
 * Runs a module in a thread of its own, with bounds on time and memory, so that what it is given can neither stall nor stop
 * the service, and resolves with the one message that it posts. The thread has none of the service's flags, secrets or streams.
 * @throws WorkerFailed
 */
export function runInWorker<Answer>(
  module: URL,
  workerData: unknown,
  { timeoutMs, memoryMb }: { timeoutMs: number; memoryMb: number },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb }
    const worker = new Worker(module, { workerData, execArgv: [], env: {}, stdout: true, stderr: true, resourceLimits })
    worker.stdout.resume()
    worker.stderr.resume()
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const fail = (reason: WorkerFailed['reason']) => finish(() => reject(new WorkerFailed(reason)))
    const timer = setTimeout(() => fail('late'), timeoutMs)
    worker.on('message', (answer: Answer) => finish(() => resolve(answer)))
    worker.on('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed'))
    worker.on('exit', () => fail('failed'))
  })
}
