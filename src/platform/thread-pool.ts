import { Worker } from 'node:worker_threads'
import { type Bounds, createFairQueue } from './fair-queue.ts'
import type { FromThread, ToThread } from './thread.ts'

// Own code, not piscina: see docs/dependencies.md.

type Reason = 'late' | 'memory' | 'failed' | 'closed' | 'crowded'

/** Why a task has no answer: it took too long or too much memory, its thread failed, the pool was closed, or too much waits. */
export class ThreadFailed extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(
      { closed: 'the threads were closed', crowded: 'too much waits for the threads' }[reason as string] ?? `the thread stopped: ${reason}`,
    )
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
  /** Of one thread, for what lives short; absent, V8 takes up to 48 MB and keeps them. */
  youngMb?: number
  /** Answers what a task asks of the service while it runs (`askService`). */
  serve?: (question: never) => Promise<unknown>
  /** Bounds of what may wait in the lines `first` and `soon`; none, where absent. */
  lines?: Record<'first' | 'soon', Bounds>
}

/** How a task waits. */
export interface TaskOptions {
  /**
   * `first` goes before `soon`, and `soon` before `later`; after three of `first` one of `soon` has its turn, so that neither
   * starves. Each line serves its owners in turn.
   */
  line?: 'first' | 'soon' | 'later'
  /** Whose tasks share a turn. */
  owner?: string
  /** A task that nobody waits for any more is not begun. */
  signal?: AbortSignal | undefined
}

/** Who asks what many share. */
export type Asker = Pick<TaskOptions, 'owner' | 'signal'>

interface Job {
  task: unknown
  signal?: AbortSignal | undefined
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
export function createThreadPool<Task, Answer>(module: URL, { threads: most, timeoutMs, memoryMb, youngMb, serve, lines }: PoolOptions) {
  const threads = new Set<Thread>()
  const first = createLine(lines?.first)
  const soon = createLine(lines?.soon)
  const later = createLine()
  let firstInARow = 0
  let closed = false

  function next(): void {
    while (!closed) {
      const free = [...threads].find(({ job }) => job === undefined)
      if (!free && threads.size >= most) return
      const job = take()
      if (!job) return
      begin(free ?? start(), job)
    }
  }

  function take(): Job | undefined {
    const job = firstInARow < 3 ? first.take() : undefined
    firstInARow = job ? firstInARow + 1 : 0
    return job ?? soon.take() ?? first.take() ?? later.take()
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
    const resourceLimits = {
      ...(memoryMb !== undefined && { maxOldGenerationSizeMb: memoryMb }),
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    }
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

  function runAll(tasks: readonly Task[], { line = 'later', owner = '', signal }: TaskOptions = {}): Promise<Answer[]> {
    if (closed) return Promise.reject(new ThreadFailed('closed'))
    const jobs: Job[] = []
    const answers = tasks.map((task) => new Promise<Answer>((resolve, reject) => jobs.push({ task, signal, resolve, reject })))
    if (!{ first, soon, later }[line].add(owner, jobs)) for (const job of jobs) job.reject(new ThreadFailed('crowded'))
    next()
    return Promise.all(answers)
  }

  return {
    /** @throws ThreadFailed; Error with the name of what the task threw; the signal's reason */
    run: async (task: Task, waiting: TaskOptions = {}): Promise<Answer> => (await runAll([task], waiting))[0] as Answer,
    /** Tasks that wait as one, and are begun one after another. @throws as `run`, for the first that fails */
    runAll,
    /** Ends the threads; what they were asked fails. */
    async close(): Promise<void> {
      closed = true
      for (const job of [first, soon, later].flatMap((line) => line.clear())) job.reject(new ThreadFailed('closed'))
      const ended = [...threads].map(({ worker }) => worker.terminate())
      for (const thread of [...threads]) drop(thread, 'closed')
      await Promise.all(ended)
    },
  }
}

/** Groups of jobs that wait, one owner's after another's. */
function createLine(bounds: Bounds = { most: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY }) {
  const groups = createFairQueue<Job[]>(bounds, (dropped) => {
    for (const job of dropped) job.reject(new ThreadFailed('crowded'))
  })
  let begun: Job[] = []

  function take(): Job | undefined {
    for (;;) {
      if (begun.length === 0) begun = groups.shift() ?? []
      const job = begun.shift()
      if (!job?.signal?.aborted) return job
      job.reject(job.signal.reason as Error)
    }
  }

  return {
    take,
    add: (owner: string, jobs: Job[]) => jobs.length === 0 || groups.push(owner, [...jobs]),
    clear: () => [...begun.splice(0), ...groups.clear().flat()],
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
