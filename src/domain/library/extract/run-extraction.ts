import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../../platform/sibling-module.ts'
import { type ExtractedDocument, type SourceBytes, UnreadableSource } from './document.ts'
import type { ExtractionAnswer } from './extraction-worker.ts'

const workerFile = siblingModule(import.meta.url, 'extraction-worker')

/**
 * Extracts in a thread of its own, with bounds on time and memory, so that a hostile document can neither
 * stall nor stop the service.
 * @throws UnreadableSource for whatever goes wrong with the document.
 */
export function runExtraction(
  source: SourceBytes,
  { timeoutMs = 60_000, memoryMb = 1024 }: { timeoutMs?: number; memoryMb?: number } = {},
): Promise<ExtractedDocument> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: source,
      // None of the service's flags, secrets or streams.
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    worker.stdout.resume()
    worker.stderr.resume()
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const refuse = (reason: string) => finish(() => reject(new UnreadableSource(reason)))
    const timer = setTimeout(() => refuse(`It took longer than ${Math.ceil(timeoutMs / 1000)} seconds to read.`), timeoutMs)
    worker.on('message', (answer: ExtractionAnswer) => {
      if ('document' in answer) finish(() => resolve(answer.document))
      else refuse('unreadable' in answer ? answer.unreadable : 'It could not be read.')
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'It needs more memory than is allowed.' : 'It could not be read.'),
    )
    worker.on('exit', () => refuse('It could not be read.'))
  })
}
