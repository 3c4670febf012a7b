import { availableParallelism } from 'node:os'
import { composeAnswer } from '../../src/domain/chat/answer/extractive/compose-answer.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../src/platform/models/local-embeddings.ts'
import { groundingSet } from '../corpora/medquad.ts'
import { haveSharedData } from '../corpora/shared-data.ts'
import { byWords } from '../library/by-words.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { laySet } from '../library/question-sets.ts'
import { retrievedFor } from '../library/retrieved.ts'
import { type Measured, missing, type Result, rowByRow } from '../measured.ts'
import { sampleDocuments, sampleQuestions } from '../regression/chat/sample-questions.ts'
import { rougeLRecall, tokenF1 } from './overlap.ts'

const mean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2)

/** Questions of MedQuAD, with their document in the library and without. */
async function medquad(part: 0 | 1, models: EmbeddingModels): Promise<Measured[]> {
  const { documents, inside, outside } = groundingSet(part, 100)
  const questions = [...inside, ...outside]
  const asked = questions.map(({ question }) => question)
  const found = await retrievedFor(`grounding_${part}`, documents, asked, models)
  const scores: { f1: number; rouge: number }[] = []
  let [exact, wrong, declined, madeUp] = [0, 0, 0, 0]
  for (const [index, { question, focus, answer }] of questions.entries()) {
    const items = found[index] ?? []
    const { used, text, answered } = composeAnswer(question, items)
    const usedItems = items.filter(({ id }) => used.some(({ itemId }) => itemId === id))
    const isInside = index < inside.length
    if (!answered) declined += isInside ? 1 : 0
    else if (!isInside) madeUp++
    else if (usedItems.some(({ title }) => title.toLowerCase() !== focus.toLowerCase())) wrong++
    else {
      if (usedItems.some(({ content }) => answer.includes(content.split('\n')[0] ?? ''))) exact++
      scores.push({ f1: tokenF1(text, answer), rouge: rougeLRecall(text, answer) })
    }
  }
  const set = part === 0 ? 'MedQuAD, tuning half' : 'MedQuAD, held-out half'
  const kind = part === 0 ? 'tuning' : 'held out'
  const overlap = `token F1 ${mean(scores.map(({ f1 }) => f1))}, ROUGE-L recall ${mean(scores.map(({ rouge }) => rouge))}`
  const figures = `${scores.length} from the right document (${exact} from the right section), ${wrong} from another, ${declined} declined; ${overlap}`
  return [
    { set: `${set}: in the library`, kind, count: inside.length, figures },
    { set: `${set}: left out`, kind, count: outside.length, figures: `${madeUp} answered, ${outside.length - madeUp} declined` },
  ]
}

/** The hand-written questions with the facts that their answers must hold; some of them the sample library does not answer. */
async function sample(models: EmbeddingModels, asking = models): Promise<Result[]> {
  const documents = await sampleDocuments()
  const results: Result[] = []
  for (const file of ['sample-questions', 'sample-questions-round-2'] as const) {
    const questions = sampleQuestions(file)
    const asked = questions.map(({ question }) => question)
    const found = await retrievedFor('grounding_sample', documents, asked, models, asking)
    const rows = questions.map(({ question, facts }, index) => {
      const { text, answered } = composeAnswer(question, found[index] ?? [])
      return { question, inside: facts.length > 0, answered, holds: facts.every((ways) => ways.some((way) => text.includes(way))) }
    })
    const [inside, outside] = [rows.filter((row) => row.inside), rows.filter((row) => !row.inside)]
    const wrong = inside.filter(({ answered, holds }) => answered && !holds).length
    const declined = inside.filter(({ answered }) => !answered).length
    const madeUp = outside.filter(({ answered }) => answered).length
    const isRight = ({ inside, answered, holds }: (typeof rows)[number]) => answered === inside && (!inside || holds)
    const figures = `; in the library ${inside.length - wrong - declined} of ${inside.length} (${wrong} wrong, ${declined} declined), ${madeUp} of ${outside.length} others answered`
    results.push(
      rowByRow(asking === models ? file : `${file}, by words alone`, 'regression', rows, ({ question }) => question, isRight, figures),
    )
  }
  return results
}

/** The lay questions with the sections that answer them; half of them chose values. */
async function lay(models: EmbeddingModels): Promise<Result> {
  const { documents, questions } = await laySet('lay', 0)
  const asked = questions.map(({ question }) => question)
  const found = await retrievedFor('grounding_lay', documents, asked, models)
  let [right, wrong] = [0, 0]
  for (const [index, { question, answers }] of questions.entries()) {
    const items = found[index] ?? []
    const { used, answered } = composeAnswer(question, items)
    const usedItems = items.filter(({ id }) => used.some(({ itemId }) => itemId === id))
    if (!answered) continue
    if (usedItems.some((item) => documents.some(({ locator }) => answers({ ...item, locator })))) right++
    else wrong++
  }
  const figures = `${right} from a right section, ${wrong} from another, ${questions.length - right - wrong} declined`
  return { set: 'lay questions', kind: 'tuning', count: questions.length, figures }
}

/** Answers that the service makes of the library's sentences, without a model. */
export async function measure(): Promise<Result[]> {
  const embeddings = new CachedEmbeddings(availableParallelism())
  const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: embeddings.close }
  const results: Result[] = [...(await sample(models)), ...(await sample(models, byWords(models))), await lay(models)]
  if (haveSharedData('medquad_dev.jsonl')) results.push(...(await medquad(0, models)), ...(await medquad(1, models)))
  else results.push(missing('MedQuAD, tuning half', 'tuning'), missing('MedQuAD, held-out half', 'held out'))
  await embeddings.close()
  return results
}
