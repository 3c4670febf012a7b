import { availableParallelism } from 'node:os'
import { median, printTable } from '../../bench/support.ts'
import { bestAnswer, composeAnswer } from '../../src/domain/chat/answer/extractive/compose-answer.ts'
import { confidence } from '../../src/domain/chat/answer/extractive/confidence.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../src/platform/models/local-embeddings.ts'
import { groundingSet } from '../corpora/medquad.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { laySet } from '../library/question-sets.ts'
import { retrievedFor } from '../library/retrieved.ts'
import { sampleDocuments, sampleQuestions } from '../regression/chat/sample-questions.ts'
import { rougeLRecall, tokenF1 } from './overlap.ts'

const embeddings = new CachedEmbeddings(availableParallelism())
const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: embeddings.close }
/** `SHOW=wrong` also prints what was answered to whom, to read while values are chosen: not to be used on held-out questions. */
const show = process.env.SHOW === 'wrong'

const mean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2)

/** Questions of MedQuAD, with their document in the library and without. */
async function medquad(part: 0 | 1): Promise<(string | number)[][]> {
  const { documents, inside, outside } = groundingSet(part, 100)
  const questions = [...inside, ...outside]
  const found = await retrievedFor(
    `grounding_${part}`,
    documents,
    questions.map(({ question }) => question),
    models,
  )
  const milliseconds: number[] = []
  const scores: { f1: number; rouge: number; length: number }[] = []
  let [right, exact, wrong, declined, made] = [0, 0, 0, 0, 0]
  for (const [index, { question, focus, answer }] of questions.entries()) {
    const items = found[index] ?? []
    const started = performance.now()
    const { used, text, answered } = composeAnswer(question, items)
    milliseconds.push(performance.now() - started)
    const usedItems = items.filter(({ id }) => used.some(({ itemId }) => itemId === id))
    const isInside = index < inside.length
    if (!answered) declined += isInside ? 1 : 0
    else if (!isInside) made++
    else if (usedItems.every(({ title }) => title.toLowerCase() === focus.toLowerCase())) {
      right++
      if (usedItems.some(({ content }) => answer.includes(content.split('\n')[0] ?? ''))) exact++
      scores.push({ f1: tokenF1(text, answer), rouge: rougeLRecall(text, answer), length: text.split(/\s+/).length })
    } else wrong++
    if (show && answered && (!isInside || wrong > 0))
      process.stdout.write(`${isInside ? 'in ' : 'out'} ${question} -> ${usedItems.map(({ title }) => title).join(', ')}\n`)
  }
  const name = part === 0 ? 'MedQuAD, tuning half' : 'MedQuAD, held-out half'
  return [
    [
      `${name}: in the library`,
      inside.length,
      right,
      exact,
      wrong,
      declined,
      mean(scores.map(({ f1 }) => f1)),
      mean(scores.map(({ rouge }) => rouge)),
      median(scores.map(({ length }) => length)),
      median(milliseconds).toFixed(1),
    ],
    [`${name}: left out`, outside.length, '-', '-', made, outside.length - made, '-', '-', '-', '-'],
  ]
}

/** The hand-written questions with their expected facts, and retrieval's lay questions with their expected sections. */
async function sample(): Promise<(string | number)[][]> {
  const files = ['sample-questions', 'sample-questions-round-2'] as const
  const lay = await laySet('lay', 0)
  const sets = files.map((file) => ({ file, questions: sampleQuestions(file) }))
  const asked = [
    ...sets.flatMap(({ questions }) => questions.map(({ question }) => question)),
    ...lay.questions.map(({ question }) => question),
  ]
  const found = await retrievedFor('grounding_sample', await sampleDocuments(), asked, models)
  const rows: (string | number)[][] = []
  let at = 0
  for (const { file, questions } of sets) {
    let [right, wrong, declined, made] = [0, 0, 0, 0]
    for (const { question, facts } of questions) {
      const { text, answered } = composeAnswer(question, found[at++] ?? [])
      if (facts.length === 0) made += answered ? 1 : 0
      else if (!answered) declined++
      else if (facts.every((wordings) => wordings.some((wording) => text.includes(wording)))) right++
      else wrong++
    }
    const outside = questions.filter(({ facts }) => facts.length === 0).length
    rows.push([`${file}: in the library`, questions.length - outside, right, '-', wrong, declined, '-', '-', '-', '-'])
    rows.push([`${file}: not in it`, outside, '-', '-', made, outside - made, '-', '-', '-', '-'])
  }
  let [right, wrong, declined] = [0, 0, 0]
  for (const { question, answers } of lay.questions) {
    const items = found[at++] ?? []
    const best = bestAnswer(question, items)
    const used = items.filter(({ id }) => best?.answer.used.some(({ itemId }) => itemId === id))
    if (!composeAnswer(question, items).answered) declined++
    else if (
      used.some(({ title, sectionHeader, content }) =>
        lay.documents.some(({ locator }) => answers({ title, sectionHeader, content, locator })),
      )
    )
      right++
    else wrong++
    if (show && best)
      process.stdout.write(
        `${confidence(best.evidence).toFixed(2)} ${question} -> ${used.map(({ sectionHeader }) => sectionHeader).join(', ')}\n`,
      )
  }
  return [...rows, ['lay questions, half of them used in tuning', lay.questions.length, right, '-', wrong, declined, '-', '-', '-', '-']]
}

const table = [...(await medquad(0)), ...(await medquad(1)), ...(await sample())]
printTable(
  'Local answers',
  [
    'questions',
    'asked',
    'right source (sample: fact)',
    'right section',
    'wrong',
    'declined',
    'token F1',
    'ROUGE-L recall',
    'median words',
    'median ms',
  ],
  table,
)
await embeddings.close()
