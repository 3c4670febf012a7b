import { Worker } from 'node:worker_threads'
import type { FromThread, ToThread } from './thread.ts'

// Own code, not piscina: see docs/architecture.md, "What it is made of".

type Reason = 'late' | 'memory' | 'failed' | 'closed'

/** Why a task has no answer: it took too long or too much memory, its thread failed, or the pool was closed. */
export class ThreadFailed extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason === 'closed' ? 'the threads were closed' : `the thread stopped: ${reason}`)
    this.name = 'ThreadFailed'
    this.reason = reason
  }
}

interface PoolOptions {
  /** Threads at most; each is started when a task needs it. */
  threads: number
  /** For one task, from when a thread that is up takes it: its thread is ended then, and the task fails alone. */
  timeoutMs?: number
  /** Of one thread. */
  memoryMb?: number
  /** Answers what a task asks of the service while it runs (`askService`). */
  serve?: (question: never) => Promise<unknown>
}

interface Job {
  task: unknown
  resolve(answer: never): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  /** Whether its modules are loaded. */
  isUp: boolean
  job?: Job | undefined
  timer?: NodeJS.Timeout
}

/** A thread beyond the first is ended after this long without a task, in milliseconds: one may hold 200 MB. */
const idleMs = 30_000

export type ThreadPool<Task, Answer> = ReturnType<typeof createThreadPool<Task, Answer>>

/**
 * Runs tasks in threads, one at a time in each, so that what they compute neither stalls nor stops the service. The threads
 * have none of the service's flags, environment or streams. A thread that dies fails its task alone; another takes its place.
 * @param module calls `answerTasks` (thread.ts)
 */
export function createThreadPool<Task, Answer>(module: URL, { threads: most, timeoutMs, memoryMb, serve }: PoolOptions) {
  const threads = new Set<Thread>()
  const urgent: Job[] = []
  const others: Job[] = []
  let closed = false

  function next(): void {
    while (!closed && urgent.length + others.length > 0) {
      const free = [...threads].find(({ job }) => job === undefined)
      if (!free && threads.size >= most) return
      const job = urgent.shift() ?? others.shift()
      if (job) begin(free ?? start(), job)
    }
  }

  function begin(thread: Thread, job: Job): void {
    clearTimeout(thread.timer)
    thread.job = job
    if (thread.isUp) limit(thread)
    thread.worker.ref()
    say(thread, { task: job.task })
  }

  function limit(thread: Thread): void {
    if (timeoutMs !== undefined && thread.job) thread.timer = setTimeout(() => drop(thread, 'late'), timeoutMs)
  }

  function end(thread: Thread, settle: (job: Job | undefined) => void): void {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
    thread.timer = setTimeout(() => threads.size > 1 && drop(thread, 'closed'), idleMs).unref()
    settle(job)
    next()
  }

  /** Ends a thread, and its task with it. */
  function drop(thread: Thread, reason: Reason): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.job?.reject(new ThreadFailed(closed ? 'closed' : reason))
    void thread.worker.terminate()
    next()
  }

  function start(): Thread {
    const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb }
    const worker = new Worker(module, { execArgv: [], env: {}, stdout: true, stderr: true, resourceLimits })
    worker.stdout.resume()
    worker.stderr.resume()
    const thread: Thread = { worker, isUp: false }
    threads.add(thread)
    worker.on('message', (message: FromThread) => {
      if ('ready' in message) {
        thread.isUp = true
        limit(thread)
      } else if ('question' in message) void reply(thread, message)
      else if ('answer' in message) end(thread, (job) => job?.resolve(message.answer as never))
      else end(thread, (job) => job?.reject(new Error(`the task failed: ${message.failed}`)))
    })
    worker.on('error', ({ code }: NodeJS.ErrnoException) => drop(thread, code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed'))
    worker.on('exit', () => drop(thread, 'failed'))
    return thread
  }

  async function reply(thread: Thread, { id, question }: Extract<FromThread, { id: number }>): Promise<void> {
    try {
      say(thread, { id, reply: await serve?.(question as never) })
    } catch {
      say(thread, { id, failed: true })
    }
  }

  const say = ({ worker }: Thread, message: ToThread) => worker.postMessage(message)

  return {
    /**
     * @param urgent goes before all tasks that are not
     * @throws ThreadFailed; Error with the name of what the task threw
     */
    run(task: Task, { isUrgent = false } = {}): Promise<Answer> {
      if (closed) return Promise.reject(new ThreadFailed('closed'))
      return new Promise<Answer>((resolve, reject) => {
        const queue = isUrgent ? urgent : others
        queue.push({ task, resolve, reject })
        next()
      })
    },
    /** Urgent tasks that no thread has taken yet. */
    urgentWaiting: () => urgent.length,
    /** Ends the threads; what they were asked fails. */
    async close(): Promise<void> {
      closed = true
      for (const job of [...urgent.splice(0), ...others.splice(0)]) job.reject(new ThreadFailed('closed'))
      const ended = [...threads].map(({ worker }) => worker.terminate())
      for (const thread of [...threads]) drop(thread, 'closed')
      await Promise.all(ended)
    },
  }
}

/** Runs one task in a thread of its own, which ends with it: nothing that a hostile task leaves behind meets another. */
export async function runInThread<Task, Answer>(module: URL, task: Task, bounds: { timeoutMs: number; memoryMb: number }): Promise<Answer> {
  const pool = createThreadPool<Task, Answer>(module, { threads: 1, ...bounds })
  try {
    return await pool.run(task)
  } finally {
    void pool.close()
  }
}
