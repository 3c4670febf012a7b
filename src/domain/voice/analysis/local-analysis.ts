import { siblingModule } from '../../../platform/sibling-module.ts'
import { createThreadPool } from '../../../platform/thread-pool.ts'
import type { CallAnalysis, CallToAnalyse } from './analysis-schema.ts'

/** A call that takes longer than this is given up, so that it does not keep all others waiting, in milliseconds. */
const longestMs = 120_000

/**
 * The local analyser in a thread of its own: a transcript of a megabyte takes seconds, and the functions of live calls must
 * not wait for it. Calls go to the thread one at a time, so that one that never ends fails alone.
 * @param embed vectors of the local embedding model
 * @param limitMs for one call, from when the thread takes it
 */
export function createLocalAnalysis(embed: (texts: string[]) => Promise<number[][]>, limitMs = longestMs) {
  const thread = createThreadPool<CallToAnalyse, CallAnalysis>(siblingModule(import.meta.url, 'local-analysis-worker'), {
    threads: 1,
    timeoutMs: limitMs,
    serve: embed,
  })
  return {
    /** @throws Error when the thread dies or is closed: worth another try. */
    analyse: (call: CallToAnalyse): Promise<CallAnalysis> => thread.run(call),
    close: () => thread.close(),
  }
}
