import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Candidate, candidatesOf } from '../../../src/domain/chat/answer/extractive/candidates.ts'
import { type Features, featureNames, type Network, outputsOf } from '../../../src/domain/chat/answer/extractive/confidence.ts'
import { maskMedicines } from '../../../src/domain/chat/answer/extractive/mask-medicines.ts'
import { readQuestion } from '../../../src/domain/chat/answer/extractive/reading.ts'
import { medicineNames } from '../../../src/domain/drugs/medicine-names.ts'
import { productsTaught } from '../../../src/domain/drugs/products-taught.ts'
import type { EmbeddingModels } from '../../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../../src/platform/models/local-embeddings.ts'
import { groundingSet } from '../../corpora/medquad.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { retrievedFor } from '../../library/retrieved.ts'
import { type AskedAndFound, foundFor } from './found-for.ts'
import { fitNetwork } from './network.ts'
import { trainingQuestions } from './training-questions.ts'

/*
 * Learns how likely what a section says is right, and that it is on the subject, from questions whose right answers are known; writes
 * confidence.json. With `--found <file>` what was retrieved is kept in that file between runs.
 */

interface Question extends Omit<AskedAndFound, 'names' | 'kind' | 'library'> {
  kind: AskedAndFound['kind'] | 'medquad' | 'medquad-out'
  library: string
  /** Of MedQuAD: the title of the right document. */
  title?: string
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[–—‑]/g, '-')

async function questions(): Promise<Question[]> {
  const at = process.argv.indexOf('--found')
  const kept = at < 0 ? join(tmpdir(), 'care-answer-confidence.json') : (process.argv[at + 1] ?? '')
  if (at >= 0 && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const embeddings = new CachedEmbeddings(availableParallelism())
  const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: embeddings.close }
  const own = await foundFor(trainingQuestions(), models)
  const { documents, inside, outside } = groundingSet(0, 100)
  const others = [...inside, ...outside]
  const found = await retrievedFor(
    'confidence_medquad',
    documents,
    others.map(({ question }) => question),
    models,
  )
  await embeddings.close()
  const all: Question[] = [
    ...own.map(({ names: _names, ...row }) => row),
    ...others.map(
      ({ question, focus }, index): Question => ({
        library: 'medquad',
        kind: index < inside.length ? 'medquad' : 'medquad-out',
        earlier: [],
        question,
        asked: question,
        facts: [],
        sections: [],
        title: focus,
        found: { items: (found[index] ?? []) as Question['found']['items'], here: [], read: question },
      }),
    ),
  ]
  if (at >= 0) writeFileSync(kept, JSON.stringify(all))
  return all
}

interface Labelled {
  question: Question
  candidate: Candidate
  text: string
  right: boolean
  onSubject: boolean
}

function labelled(question: Question, products: readonly string[]): Labelled[] {
  const names = medicineNames(products)
  const { question: masked, items, unmasked } = maskMedicines(question.found.read, question.found.items, names)
  return candidatesOf(readQuestion(masked, items), items).map((candidate) => {
    const { title, sectionHeader } = candidate.item.item
    const text = plain(unmasked(candidate.text))
    const holds = (wordings: readonly string[]) => wordings.some((wording) => text.includes(plain(wording)))
    const isSection =
      question.kind === 'medquad'
        ? unmasked(title).toLowerCase() === question.title?.toLowerCase()
        : question.sections.includes(unmasked(sectionHeader ?? ''))
    const byFacts = question.facts.length > 0
    return {
      question,
      candidate,
      text,
      right: byFacts ? question.facts.every(holds) : isSection,
      onSubject: byFacts ? question.facts.some(holds) : isSection,
    }
  })
}

const vectorOf = (features: Features) => featureNames.map((name) => features[name])

const learn = (rows: readonly Labelled[]): Network =>
  fitNetwork(
    rows.map(({ question, candidate, right, onSubject }) => ({
      features: vectorOf(candidate.evidence.features),
      labels: [Number(right), Number(onSubject)],
      weight: question.kind.startsWith('medquad') ? 0.3 : 1,
    })),
    12,
    0.002,
  )

/** What the chat would do with a question, by weights that have not seen it. */
interface Judged {
  question: Question
  right: number
  isRight: boolean
  isHelpful: boolean
  onSubject: number
  showsHelp: boolean
}

function judge(question: Question, rows: readonly Labelled[], network: Network): Judged {
  const scored = rows.map((row) => {
    const { excluded, noAnswer, features } = row.candidate.evidence
    const [right = 0, onSubject = 0] = excluded ? [] : outputsOf(network, features)
    return { row, right: noAnswer ? 0 : right, onSubject }
  })
  const byRight = scored.toSorted((one, other) => other.right - one.right)
  const byBoth = scored.toSorted((one, other) => other.right + other.onSubject - one.right - one.onSubject)
  const [first] = byRight
  const quoted = byRight.slice(0, 3).filter(({ right }) => right >= (first?.right ?? 0) * 0.4)
  return {
    question,
    right: first?.right ?? 0,
    isRight: quoted.some(({ row }) => row.right),
    isHelpful: quoted.some(({ row }) => row.onSubject),
    onSubject: byBoth[0]?.onSubject ?? 0,
    showsHelp: byBoth.slice(0, 3).some(({ row }) => row.onSubject),
  }
}

const all = await questions()
const productsOf = new Map(
  [...new Set(all.map(({ library }) => library))].map((library) => [
    library,
    productsTaught(all.filter((question) => question.library === library).flatMap(({ found }) => found.items)),
  ]),
)
const rows = all.map((question) => labelled(question, productsOf.get(question.library) ?? []))
const folds = 5
const judged: Judged[] = []
for (let fold = 0; fold < folds; fold++) {
  const network = learn(rows.filter((_, index) => index % folds !== fold).flat())
  for (const [index, question] of all.entries()) if (index % folds === fold) judged.push(judge(question, rows[index] ?? [], network))
}

const isAnswerable = ({ question: { kind } }: Judged) => kind === 'answerable' || kind === 'medquad'
const lay = judged.filter(({ question }) => !question.kind.startsWith('medquad'))
const share = (some: number, of: number) => `${some} of ${of} (${(some / Math.max(1, of)).toFixed(2)})`
const print = (line: string) => process.stdout.write(`${line}\n`)
const inside = lay.filter(isAnswerable)
print(
  `best possible: right among the candidates ${share(
    rows.filter(
      (list, at) =>
        all[at]?.kind === 'answerable' &&
        list.some(
          ({
            right,
            candidate: {
              evidence: { excluded, noAnswer },
            },
          }) => right && !excluded && !noAnswer,
        ),
    ).length,
    inside.length,
  )}, with the excluded ${share(rows.filter((list, at) => all[at]?.kind === 'answerable' && list.some(({ right }) => right)).length, inside.length)}`,
)
for (const least of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]) {
  const answered = inside.filter(({ right }) => right >= least)
  const by = (kind: string) => judged.filter(({ question }) => question.kind === kind)
  const answeredOf = (kind: string) => share(by(kind).filter(({ right }) => right >= least).length, by(kind).length)
  print(
    `right >= ${least}: right ${share(answered.filter(({ isRight }) => isRight).length, inside.length)}, wrong ${share(answered.filter(({ isRight, isHelpful }) => !isRight && !isHelpful).length, inside.length)}; answered: lacking ${answeredOf('lacking')}, other ${answeredOf('other')}, off ${answeredOf('off')}, medquad ${answeredOf('medquad')}, left out ${answeredOf('medquad-out')}`,
  )
}
const rest = inside.filter(({ right }) => right < 0.55)
for (const least of [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5]) {
  const by = (kind: string) => judged.filter(({ question, right }) => question.kind === kind && right < 0.55)
  const shownOf = (kind: string) => share(by(kind).filter(({ onSubject }) => onSubject >= least).length, by(kind).length)
  const shown = rest.filter(({ onSubject }) => onSubject >= least)
  print(
    `on subject >= ${least}: helps ${share(shown.filter(({ showsHelp }) => showsHelp).length, rest.length)}, does not ${shown.filter(({ showsHelp }) => !showsHelp).length}; shown: lacking ${shownOf('lacking')}, other ${shownOf('other')}, off ${shownOf('off')}, left out ${shownOf('medquad-out')}`,
  )
}
if (process.argv.includes('--misses'))
  for (const { question, right, isRight, onSubject, showsHelp } of lay)
    if (isAnswerable({ question } as Judged) ? !isRight || right < 0.5 : right >= 0.4 || onSubject >= 0.3)
      print(
        `${question.kind} ${isRight ? 'right' : '-'} ${right.toFixed(2)} ${showsHelp ? 'helps' : '-'} ${onSubject.toFixed(2)}: ${question.found.read}`,
      )

const chosen = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}
const least = {
  named: { right: chosen('--right', 0.45), onSubject: chosen('--on-subject', 0.1) },
  unnamed: { right: chosen('--right-unnamed', 0.65), onSubject: chosen('--on-subject-unnamed', 0.25) },
}
const learnt = { least, network: learn(rows.flat()) }
writeFileSync(join(import.meta.dirname, '../../../src/domain/chat/answer/extractive/confidence.json'), `${JSON.stringify(learnt)}\n`)
