import { standaloneQuestion } from '../../../src/domain/chat/answer/extractive/standalone-question.ts'
import { type FoundPart, findParts, fromParts } from '../../../src/domain/chat/answer-parts.ts'
import type { PastMessage } from '../../../src/domain/chat/chat.ts'
import { fixedAnswering } from '../../../src/domain/chat/fixed-answering.ts'
import { type Assessment, assessMessage } from '../../../src/domain/chat/policy/assess-message.ts'
import type { MedicineNames } from '../../../src/domain/drugs/medicine-names.ts'
import { medicineNames } from '../../../src/domain/drugs/medicine-names.ts'
import { productsTaught } from '../../../src/domain/drugs/products-taught.ts'
import { find } from '../../../src/domain/library/search/search.ts'
import type { WidgetClient } from '../../../src/platform/database/generated/prisma/client.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import type { EmbeddingModels } from '../../../src/platform/models/embedding-model.ts'
import { freshLibrary } from '../../library/fresh-library.ts'
import { trainingLibrary } from './libraries.ts'
import type { turnsOfPages } from './pages-library.ts'
import type { TrainingQuestion } from './training-questions.ts'

export interface AskedAndFound extends TrainingQuestion {
  /** What it asks, each part as it stands by itself, with what was found for it. */
  parts: FoundPart[]
  assessment: Assessment
  /** The products that its library teaches. */
  products: string[]
}

const nobody = { supportName: null, supportPhone: null, supportEmail: null } as unknown as WidgetClient

/** What the chat would say to a question for which that was found. */
async function replyTo({ parts, assessment }: Pick<AskedAndFound, 'parts' | 'assessment'>, names: MedicineNames) {
  const message = { client: nobody, assessment }
  const { tier, tokens, queryType } = fixedAnswering(message) ?? (await fromParts(parts, message, names))
  let text = ''
  for await (const token of tokens) text += token
  return { tier, text, queryType }
}

/**
 * What the chat retrieves for each question, from the library that it is asked of.
 * @param asking embeds the questions, where that is not what embeds the documents
 * @param turns how questions of a library are turned, where that is not as shipped
 */
export async function foundFor(
  questions: readonly TrainingQuestion[],
  models: EmbeddingModels,
  asking = models,
  turns: Awaited<ReturnType<typeof turnsOfPages>> = new Map(),
): Promise<AskedAndFound[]> {
  const all: AskedAndFound[] = []
  for (const library of new Set(questions.map((question) => question.library))) {
    const documents = await trainingLibrary(library)
    const products = productsTaught(documents.flatMap(({ sections }) => sections))
    const names = medicineNames(products)
    const { database, drop } = await freshLibrary(`confidence_${library.replace('-', '_')}`, documents, models)
    const turn = turns.get(library)
    const dependencies = {
      session: database.session,
      models: asking,
      log: createLog('silent'),
      metrics: createMetrics(),
      ...(turn && { turn }),
    }
    const at = { pageUrl: null, visitor: 'training', names }
    const asked = async (message: string, history: readonly PastMessage[]) => {
      const alone = standaloneQuestion(message, history, names)
      const parts = await findParts({ find: (request) => find(dependencies, request) }, alone, at)
      return { parts, assessment: assessMessage(message, history, names) }
    }
    for (const question of questions.filter((one) => one.library === library)) {
      const history: PastMessage[] = []
      for (const content of question.earlier) {
        const reply = await replyTo(await asked(content, history), names)
        history.push({ role: 'user', content }, { role: 'assistant', content: reply.text })
      }
      all.push({ ...question, ...(await asked(question.question, history)), products })
    }
    await drop()
  }
  return all
}
