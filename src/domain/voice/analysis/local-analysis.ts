import { siblingModule } from '../../../platform/sibling-module.ts'
import { createThreadPool } from '../../../platform/thread-pool.ts'
import type { CallReader } from './call-reader.ts'

/** A call that takes longer than this is given up, so that it does not keep all others waiting, in milliseconds. */
const longestMs = 120_000

/** One function of the reader, with what it is given. */
export type ReadingTask = { [Name in keyof CallReader]: Record<Name, Parameters<CallReader[Name]>> }[keyof CallReader]

/**
 * The reader of whole calls in a thread of its own: a transcript of a megabyte takes seconds, and the functions of live calls must
 * not wait for it, so none of its words is read outside. Calls go to the thread one at a time, so that one that never ends fails
 * alone.
 * @param embed vectors of the local embedding model
 * @param limitMs for one call, from when the thread takes it
 * @returns functions that throw an Error when the thread dies or is closed: worth another try
 */
export function createLocalAnalysis(embed: (texts: string[]) => Promise<number[][]>, limitMs = longestMs) {
  const thread = createThreadPool<ReadingTask, never>(siblingModule(import.meta.url, 'local-analysis-worker'), {
    threads: 1,
    timeoutMs: limitMs,
    serve: embed,
  })
  // What a model waits for, or has answered, goes before the next call.
  const begun = { line: 'soon' as const }
  const reader: CallReader = {
    read: (...read) => thread.run({ read }),
    forModel: (...forModel) => thread.run({ forModel }, begun),
    verified: (...verified) => thread.run({ verified }, begun),
    quoted: (...quoted) => thread.run({ quoted }, begun),
    noted: (...noted) => thread.run({ noted }, begun),
  }
  return { ...reader, close: () => thread.close() }
}
