import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { longestTurn, talkFeatures } from '../../../src/domain/chat/policy/talk-features.ts'
import { dictionary } from '../../../src/domain/drugs/medicine-names.ts'
import { layQuestionRows } from '../../library/question-sets.ts'
import { hashOf } from '../../random.ts'
import { trainingQuestions } from '../answer-confidence/training-questions.ts'
import { fitClasses, rowsOf } from '../fit-classes.ts'
import { keepModel } from '../keep-model.ts'
import { userQuestions } from '../users/users.ts'

/**
 * Trains the classifier of talk and writes its weights beside its module: `node eval/train/talk-acts/train.ts`, some seconds. Prints first how
 * turns are read by weights that have not learnt from them.
 */
const turns = ['turns.tsv', 'more-turns.tsv'].flatMap((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([text = '', act = '']) => ({ text, act })),
)
/** What is asked and told in earnest. */
const others = [
  ...layQuestionRows().map(({ question }) => question),
  ...trainingQuestions().map(({ question }) => question),
  ...userQuestions().map(({ text }) => text),
].filter((text) => text.length <= longestTurn)
const rows = [...turns, ...[...new Set(others)].map((text) => ({ text, act: 'other' }))].map((row) => ({
  ...row,
  features: [...talkFeatures(row.text, dictionary)],
  classes: [row.act],
}))
const acts = [...new Set(turns.map(({ act }) => act))].toSorted()
/** Acts are rare beside questions. */
const weightOf = (act: string) => (name: string) => (name === act && act !== 'other' ? 3 : 1)
const learn = (of: typeof rows) =>
  fitClasses(
    of.map((row) => ({ ...row, weight: weightOf(row.act) })),
    acts,
  )

const folds = 5
const counts = new Map<string, { right: number; missed: number; taken: number }>(
  acts.map((act) => [act, { right: 0, missed: 0, taken: 0 }]),
)
for (let fold = 0; fold < folds; fold++) {
  const isHeld = ({ text }: { text: string }) => hashOf(text) % folds === fold
  const { bias, weights } = learn(rows.filter((row) => !isHeld(row)))
  for (const row of rows.filter(isHeld)) {
    const sums = acts.map((_, at) => row.features.reduce((sum, feature) => sum + (weights[feature]?.[at] ?? 0), bias[at] ?? 0))
    const best = sums.indexOf(Math.max(...sums))
    const read = 1 / (1 + Math.exp(-(sums[best] ?? 0))) >= 0.6 ? (acts[best] ?? 'other') : 'other'
    const [own, other] = [counts.get(row.act), counts.get(read)]
    if (own && read === row.act) own.right++
    else if (own && other) {
      own.missed++
      other.taken++
    }
  }
}
for (const [act, { right, missed, taken }] of counts)
  process.stdout.write(`${act}: ${right} of ${right + missed}, ${taken} others taken for it\n`)

const leastWeight = 0.05
const { bias, weights } = learn(rows)
const madeBy =
  'By eval/train/talk-acts/train.ts from the turns beside it and questions. Words and pieces of words with weights; no sentences.'
keepModel(
  'src/domain/chat/policy/talk-acts.model',
  { header: { madeBy, acts, bias }, tables: { acts: { columns: acts.length, rows: rowsOf(weights, leastWeight) } } },
  {
    command: 'node eval/train/talk-acts/train.ts',
    data: ['eval/train/talk-acts', 'eval/train/users', 'eval/train/answer-confidence'],
    features: ['src/domain/chat/policy/talk-features.ts'],
  },
)
