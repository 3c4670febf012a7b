import { siblingModule } from '../../platform/sibling-module.ts'
import { runInThread, ThreadFailed } from '../../platform/thread-pool.ts'
import { type ExtractedDocument, type SourceBytes, UnreadableSource } from './document.ts'
import type { ExtractionAnswer } from './extraction-worker.ts'

const workerFile = siblingModule(import.meta.url, 'extraction-worker')

/** How long a document may take to be read, and how much memory. */
export const readingBounds = { timeoutMs: 60_000, memoryMb: 1024 }

/**
 * Extracts in a thread of its own, with bounds on time and memory, so that a hostile document can neither
 * stall nor stop the service.
 * @throws UnreadableSource for whatever goes wrong with the document.
 */
export async function runExtraction(source: SourceBytes, bounds: Partial<typeof readingBounds> = {}): Promise<ExtractedDocument> {
  const within = { ...readingBounds, ...bounds }
  const answer = await runInThread<SourceBytes, ExtractionAnswer>(workerFile, source, within).catch((error: unknown) => {
    throw error instanceof ThreadFailed ? new UnreadableSource(unread(error, within.timeoutMs)) : error
  })
  if ('document' in answer) return answer.document
  throw new UnreadableSource('unreadable' in answer ? answer.unreadable : 'It could not be read.')
}

/** Why a document was not read, in words for staff. */
export function unread({ reason }: ThreadFailed, timeoutMs: number): string {
  if (reason === 'late') return `It took longer than ${Math.ceil(timeoutMs / 1000)} seconds to read.`
  return reason === 'memory' ? 'It needs more memory than is allowed.' : 'It could not be read.'
}
