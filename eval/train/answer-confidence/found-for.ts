import { standaloneQuestion } from '../../../src/domain/chat/answer/extractive/standalone-question.ts'
import { type Retrieved, retrieve } from '../../../src/domain/chat/retrieve.ts'
import type { MedicineNames } from '../../../src/domain/drugs/medicine-names.ts'
import { createProducts } from '../../../src/domain/library/products.ts'
import { find } from '../../../src/domain/library/search/search.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import type { EmbeddingModels } from '../../../src/platform/models/embedding-model.ts'
import { freshLibrary } from '../../library/fresh-library.ts'
import { trainingLibrary } from './libraries.ts'
import type { TrainingQuestion } from './training-questions.ts'

export interface AskedAndFound extends TrainingQuestion {
  /** The question as it stands by itself. */
  asked: string
  found: Retrieved
  names: MedicineNames
}

/** What the chat retrieves for each question, from the library that it is asked of. */
export async function foundFor(questions: readonly TrainingQuestion[], models: EmbeddingModels): Promise<AskedAndFound[]> {
  const all: AskedAndFound[] = []
  for (const library of new Set(questions.map((question) => question.library))) {
    const { database, drop } = await freshLibrary(`confidence_${library}`, await trainingLibrary(library), models)
    const { session } = database
    const log = createLog('silent')
    const dependencies = { session, models, log, metrics: createMetrics() }
    const products = createProducts(session, log)
    await products.refresh()
    const names = products.medicines()
    for (const question of questions.filter((one) => one.library === library)) {
      const history = question.earlier.map((content) => ({ role: 'user' as const, content }))
      const asked = standaloneQuestion(question.question, history, names)
      const found = await retrieve({ find: (request) => find(dependencies, request) }, asked, { pageUrl: null, visitor: 'training', names })
      all.push({ ...question, asked, found, names })
    }
    await products.idle()
    await drop()
  }
  return all
}
