import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Network, outputsOf } from '../../../src/domain/chat/answer/extractive/confidence.ts'
import { assessMessage } from '../../../src/domain/chat/policy/assess-message.ts'
import type { EmbeddingModels } from '../../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../../src/platform/models/local-embeddings.ts'
import { groundingSet } from '../../corpora/medquad.ts'
import { byWords } from '../../library/by-words.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { retrievedFor } from '../../library/retrieved.ts'
import { questionsOfPages } from './asked-of-pages.ts'
import { foundFor } from './found-for.ts'
import { isRight, type Labelled, type LabelledQuestion, labelled, type Question } from './labelled.ts'
import { fitNetwork } from './network.ts'
import { turnsOfPages } from './pages-library.ts'
import { printJudged } from './print-judged.ts'
import { trainingQuestions } from './training-questions.ts'

/*
 * Learns how likely what a section says is right, and that it helps at all, from questions whose right answers are known; writes
 * confidence.json. Before that it prints how the chat would do on each library's questions by weights that have not learnt from them.
 * With `--found <file>` what was retrieved is kept in that file between runs.
 */

/** All questions with what is found for them, by meaning and words, and by words alone. */
async function questions(): Promise<{ usual: Question[]; byWords: Question[] }> {
  const at = process.argv.indexOf('--found')
  const kept = process.argv[at + 1] ?? ''
  if (at >= 0 && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const embeddings = new CachedEmbeddings(availableParallelism())
  const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: embeddings.close }
  const found = async (asking: EmbeddingModels, asked = trainingQuestions(), turns?: Awaited<ReturnType<typeof turnsOfPages>>) => [
    ...(await foundFor(asked, models, asking, turns)),
    ...(await ofMedquad(models, asking)),
  ]
  const withPages = [...trainingQuestions(), ...questionsOfPages()]
  const all = { usual: await found(models, withPages, await turnsOfPages(embeddings)), byWords: await found(byWords(models)) }
  await embeddings.close()
  if (at >= 0) writeFileSync(kept, JSON.stringify(all))
  return all
}

/** Questions of MedQuAD with their document in the library and without: illnesses, and no medicine of ours. */
async function ofMedquad(models: EmbeddingModels, asking: EmbeddingModels): Promise<Question[]> {
  const { documents, inside, outside } = groundingSet(0, 100)
  const asked = [...inside, ...outside]
  const texts = asked.map(({ question }) => question)
  const found = await retrievedFor('confidence_medquad', documents, texts, models, asking)
  return asked.map(({ question, focus }, index) => ({
    id: `medquad-${index}`,
    library: 'medquad',
    kind: index < inside.length ? 'medquad' : 'medquad-out',
    earlier: [],
    question,
    facts: [],
    sections: [],
    title: focus,
    products: [],
    assessment: assessMessage(question, []),
    parts: [{ said: question, asked: question, found: { items: (found[index] ?? []) as never, here: [], read: question } }],
  }))
}

const chosen = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}
const units = 12
const penalty = 0.004
const steps = 500

const isRuledOut = ({ candidate: { evidence } }: Labelled) => evidence.excluded || evidence.noAnswer

/** What no rule excludes; MedQuAD's titles name their subject as no patient does, so it counts for less. */
const learn = (rows: readonly LabelledQuestion[]): Network =>
  fitNetwork(
    rows.flatMap((row) =>
      row.parts.flatMap(({ candidates }) =>
        candidates
          .filter((one) => !isRuledOut(one))
          .map((one) => ({
            features: one.features,
            labels: [Number(isRight(one, row)), Number(one.facts.some(Boolean))],
            weight: row.question.library === 'medquad' ? 0.3 : 1,
          })),
      ),
    ),
    units,
    penalty,
    1,
    steps,
  )

/** What is judged by weights that have not learnt from it, nor from other questions to the same documents. */
const groupOf = ({ library }: Question): string =>
  library.startsWith('pages')
    ? 'pages'
    : /^(?:sample|both|written|round)/.test(library)
      ? 'sample'
      : library === 'medquad'
        ? library
        : 'labels'

const found = await questions()
const rows = found.usual.map(labelled)
const rowsByWords = found.byWords.map(labelled)
if (!process.argv.includes('--only-learn')) {
  for (const group of new Set(rows.map(({ question }) => groupOf(question)))) {
    if (group === 'pages') continue
    const network = learn(rows.filter(({ question }) => groupOf(question) !== group))
    for (const { question, parts } of [...rows, ...rowsByWords])
      if (groupOf(question) === group)
        for (const { candidate } of parts.flatMap(({ candidates }) => candidates)) {
          const { excluded, noAnswer, features } = candidate.evidence
          const [right = 0, onSubject = 0] = excluded ? [] : outputsOf(network, features)
          Object.assign(candidate, { right: noAnswer ? 0 : right, onSubject })
        }
  }
  process.stdout.write('By meaning and words\n')
  printJudged(rows)
  process.stdout.write('\nBy words alone\n')
  printJudged(rowsByWords)
}

const least = {
  named: { right: chosen('--right', 0.5), onSubject: chosen('--on-subject', 0.18) },
  support: { right: chosen('--right-support', 0.35), onSubject: chosen('--on-subject-support', 0.15) },
  unnamed: { right: chosen('--right-unnamed', 0.7), onSubject: chosen('--on-subject-unnamed', 0.15) },
}
const learnt = { least, network: learn(rows) }
writeFileSync(join(import.meta.dirname, '../../../src/domain/chat/answer/extractive/confidence.json'), `${JSON.stringify(learnt)}\n`)
