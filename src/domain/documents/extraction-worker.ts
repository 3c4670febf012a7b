import { answerTasks } from '../../platform/thread.ts'
import { type ExtractedDocument, type SourceBytes, UnreadableSource } from './document.ts'
import { extractDocument } from './extract-document.ts'

/** What the worker answers, once. */
export type ExtractionAnswer = { document: ExtractedDocument } | { unreadable: string } | { failed: true }

async function answer(source: SourceBytes): Promise<ExtractionAnswer> {
  try {
    return { document: await extractDocument(source) }
  } catch (error) {
    return error instanceof UnreadableSource ? { unreadable: error.message } : { failed: true }
  }
}

answerTasks(answer)
