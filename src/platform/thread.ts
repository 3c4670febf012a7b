import { parentPort } from 'node:worker_threads'

// The thread's side of a pool (thread-pool.ts).

export type ToThread = { task: unknown } | { id: number; reply: unknown } | { id: number; failed: true }
export type FromThread = { ready: true } | { answer: unknown } | { failed: string } | { id: number; question: unknown }

interface PendingQuestion {
  resolve(reply: unknown): void
  reject(error: Error): void
}

const asked = new Map<number, PendingQuestion>()
let lastId = 0

const say = (message: FromThread) => parentPort?.postMessage(message)

/**
 * Answers each task of the pool; what is thrown goes back as its name alone, as its text may hold what was read.
 * @param begun what the tasks need: where it fails the thread ends, as it would fail each of them, and the pool starts another
 */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>, begun?: Promise<unknown>): void {
  // In a thread this ends the thread alone.
  begun?.catch(() => process.exit(1))
  parentPort?.on('message', async (message: ToThread) => {
    if ('id' in message) return settle(message)
    try {
      say({ answer: await answer(message.task as Task) })
    } catch (error) {
      say({ failed: error instanceof Error ? error.name : 'Error' })
    }
  })
  say({ ready: true })
}

function settle(message: Extract<ToThread, { id: number }>): void {
  const waiting = asked.get(message.id)
  asked.delete(message.id)
  if ('reply' in message) waiting?.resolve(message.reply)
  else waiting?.reject(new Error('the service has no reply'))
}

/** Asks the service for what this thread does not have, through the pool's `serve`. @throws Error where it fails */
export function askService<Question, Reply>(question: Question): Promise<Reply> {
  const id = lastId++
  return new Promise<unknown>((resolve, reject) => {
    asked.set(id, { resolve, reject })
    say({ id, question })
  }) as Promise<Reply>
}
