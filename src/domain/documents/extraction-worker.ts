import { parentPort, workerData } from 'node:worker_threads'
import { type ExtractedDocument, type SourceBytes, UnreadableSource } from './document.ts'
import { extractDocument } from './extract-document.ts'

/** What the worker answers, once. */
export type ExtractionAnswer = { document: ExtractedDocument } | { unreadable: string } | { failed: true }

async function answer(): Promise<ExtractionAnswer> {
  try {
    return { document: await extractDocument(workerData as SourceBytes) }
  } catch (error) {
    return error instanceof UnreadableSource ? { unreadable: error.message } : { failed: true }
  }
}

parentPort?.postMessage(await answer())
