import { assessMessage } from '../../../src/domain/chat/policy/assess-message.ts'
import { emergencyOf } from '../../../src/domain/safety/signs/emergency.ts'
import { certainByWords, doubted, possible } from '../../../src/domain/safety/signs/emergency-classifier.ts'
import { featuresOf } from '../../../src/domain/safety/signs/emergency-features.ts'
import { emergencyKinds } from '../../../src/domain/safety/signs/emergency-kind.ts'
import {
  type BothWeights,
  bothScores,
  type KindScores,
  learnt,
  soundingOf,
  type VectorWeights,
  vectorScores,
  type WordWeights,
  wordScores,
} from '../../../src/domain/safety/signs/emergency-score.ts'
import { partsOf } from '../../../src/domain/safety/signs/message-parts.ts'
import { emergencyInOtherLanguage } from '../../../src/domain/safety/signs/other-languages.ts'
import { safetyMessage } from '../../../src/domain/safety/signs/safety-message.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { printTable } from '../../print-table.ts'
import { hashOf } from '../../random.ts'
import { keepModel } from '../keep-model.ts'
import { type TableToKeep, tableOf } from '../packed-model.ts'
import { variants } from './augment.ts'
import { type DangerRow, dangerRows, missedAtFirstSight } from './danger-rows.ts'
import { fitVectors } from './fit-vectors.ts'
import { fitWords } from './fit-words.ts'
import type { Example } from './learning.ts'

/**
 * Trains the emergency classifier, measures it on every group of wordings by weights that have not learnt from that group, and writes
 * the weights of all of them beside their module: `node eval/train/emergency-classifier/train.ts` (then `npm run format`); the
 * embedding takes more than half an hour. With `--words` it takes minutes, measures nothing, and the weights of the embedding stay as they are.
 * `SHOW=wrong` prints messages. Without ../shared/data other weights come out.
 */
const shape = { kinds: emergencyKinds.length, units: 8, penalty: 0.3 }
const penalty = 0.5
const folds = Number(process.env.FOLDS ?? 5)
const variantWeight = 0.5

const rows = dangerRows()
const kindOf = ({ kind }: DangerRow): number => (emergencyKinds as readonly string[]).indexOf(kind)
const readParts = (text: string) =>
  partsOf(safetyMessage(text)).map((part) => ({ text: part.text, words: part.words, features: featuresOf(part.words) }))
const parts = rows.map(({ text }) => readParts(text))
const varied = rows.map(({ text, set, weight }) => (set === 'sentences' && weight > 0 ? variants(text).map(readParts) : []))

const wordsAlone = process.argv.includes('--words')
const all = [...new Set(parts.flat().map(({ text }) => text))]
const vectorOf = new Map<string, number[]>()
if (!wordsAlone) {
  const embeddings = new CachedEmbeddings(1)
  for (const [index, vector] of (await embeddings.embedDocuments(all)).entries()) vectorOf.set(all[index] ?? '', vector)
  await embeddings.close()
}

/** Of a message without danger every part is without; which part of another holds it is not known: the whole teaches. */
function examplesOf(isLearnt: (row: DangerRow) => boolean, of: 'words' | 'vectors'): Example[] {
  return rows.flatMap((row, index) => {
    if (row.weight === 0 || !isLearnt(row)) return []
    const kind = kindOf(row)
    const taken = (own: (typeof parts)[number], weight: number): Example[] =>
      (kind >= 0 ? own.slice(0, 1) : own).map(({ features, text }) => ({ features, vector: vectorOf.get(text) ?? [], kind, weight }))
    const plain = taken(parts[index] ?? [], row.weight)
    return of === 'vectors' ? plain : [...plain, ...(varied[index] ?? []).flatMap((own) => taken(own, row.weight * variantWeight))]
  })
}

interface Weights {
  words: WordWeights
  vector: VectorWeights
  /** The words' weights as they are kept. */
  kept: TableToKeep
}
const fitAllWords = (isLearnt: (row: DangerRow) => boolean) => fitWords(examplesOf(isLearnt, 'words'), shape.kinds, penalty)
function fitAll(isLearnt: (row: DangerRow) => boolean): Weights {
  const { bias, table } = fitAllWords(isLearnt)
  return { words: { bias, table: tableOf(table) }, vector: fitVectors(examplesOf(isLearnt, 'vectors'), shape, 2), kept: table }
}

const round = (value: number) => Number(value.toFixed(2))
const madeBy =
  'By eval/train/emergency-classifier/train.ts from eval/train/emergency-classifier/sentences, the prompt tables of eval/regression/safety, the scored rounds of ' +
  'eval/regression/rounds, eval/train/adverse-mentions/phone-sentences.tsv and questions of eval/regression/chat, and as what is no danger every tenth question of MedQuAD (Ben Abacha and ' +
  'Demner-Fushman 2019, CC BY 4.0), sentences of PsyTAR (Zolnoori et al. 2019, CC BY 4.0) and of patients in MTS-Dialog, PriMock57 and ACI-Bench (CC BY 4.0). Weights; no sentences.'
/** Writes the model, and how many messages taught it. */
function keep(words: { bias: readonly number[]; table: TableToKeep }, vector: VectorWeights, both: BothWeights): void {
  keepModel(
    'src/domain/safety/signs/emergencies.model',
    {
      header: {
        madeBy,
        bias: { words: words.bias.map(round), vector: vector.bias.map(round) },
        units: vector.units.map(({ out, bias }) => ({ out: out.map(round), bias: round(bias) })),
        both,
      },
      tables: { words: words.table },
      vectors: Object.fromEntries(vector.units.map(({ weights }, at) => [`unit ${at}`, { values: weights }])),
    },
    {
      command: `node eval/train/emergency-classifier/train.ts${wordsAlone ? ' --words' : ''}`,
      data: [
        'eval/train/emergency-classifier',
        'eval/regression/safety',
        'eval/regression/rounds',
        'eval/train/adverse-mentions/phone-sentences.tsv',
      ],
      features: ['src/domain/safety/signs/emergency-features.ts', 'src/language/message-words.ts'],
    },
  )
  process.stdout.write(`emergencies.model from ${rows.filter(({ weight }) => weight > 0).length} messages\n`)
}

if (wordsAlone) {
  keep(
    fitAllWords(() => true),
    learnt.vector,
    learnt.both,
  )
  process.exit()
}

interface Scored extends DangerRow {
  byWords: KindScores[]
  byVector: KindScores[]
}
const scored = (row: DangerRow, index: number, { words, vector }: Weights): Scored => ({
  ...row,
  byWords: (parts[index] ?? []).map((part) => wordScores(part.words, words)),
  byVector: (parts[index] ?? []).map((part) => vectorScores(vectorOf.get(part.text) ?? [], vector)),
})

const sameText = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')
const foldOf = (group: string) => hashOf(`fold ${group}`) % folds

function crossValidated(): Scored[] {
  const found: Scored[] = []
  for (let fold = 0; fold < folds; fold++) {
    const kept = new Set(rows.filter(({ group }) => foldOf(group) === fold).map(({ text }) => sameText(text)))
    const weights = fitAll(({ group, text }) => foldOf(group) !== fold && !kept.has(sameText(text)))
    for (const [index, row] of rows.entries()) if (foldOf(row.group) === fold) found.push(scored(row, index, weights))
  }
  return found
}

const wordsOf = ({ byWords }: Scored, share?: number) => soundingOf(byWords, share).danger
const bothOf = ({ byWords, byVector }: Scored, both: BothWeights, share?: number) =>
  soundingOf(
    byWords.map((scores, at) => bothScores(scores, byVector[at] ?? [], both)),
    share,
  ).danger

/** The sum of the two that tells best, by log loss over what nothing had learnt from. */
function fitBoth(found: readonly Scored[]): BothWeights {
  let best: BothWeights = { words: 1, vector: 0, bias: 0 }
  let least = Number.POSITIVE_INFINITY
  for (let words = 0.4; words <= 1.6; words += 0.1)
    for (let vector = 0; vector <= 1.2; vector += 0.1)
      for (let bias = -0.8; bias <= 0.8; bias += 0.2) {
        const loss = found.reduce((sum, row) => {
          const danger = Math.min(1 - 1e-6, Math.max(1e-6, bothOf(row, { words, vector, bias })))
          return sum - row.weight * Math.log(kindOf(row) >= 0 ? danger : 1 - danger)
        }, 0)
        if (loss < least) {
          least = loss
          best = { words, vector, bias }
        }
      }
  return best
}

const held = crossValidated()
const fitted = fitBoth(held.filter(({ weight }) => weight > 0))
const both: BothWeights = { words: round(fitted.words), vector: round(fitted.vector), bias: round(fitted.bias) }

const share = (found: readonly Scored[], is: (row: Scored) => boolean) => {
  const count = found.filter(is).length
  return `${count} of ${found.length} (${((100 * count) / Math.max(1, found.length)).toFixed(1)} %)`
}
const verdicts = new Map(held.map((row) => [row, assessMessage(row.text, [])]))
const found = new Set(rows.filter(({ text }) => emergencyOf(safetyMessage(text)) ?? emergencyInOtherLanguage(text)).map(({ text }) => text))
const byRules = ({ text }: DangerRow) => found.has(text)
/** The rules leave it to the library: nothing else gets a line. */
const isAsked = (row: Scored) => {
  const { adverseEvent, promptInjection, queryType } = verdicts.get(row) ?? {}
  return !byRules(row) && !adverseEvent && !promptInjection && queryType !== 'greeting' && queryType !== 'off_topic'
}
const certain = (row: Scored) => wordsOf(row) >= certainByWords
const fixed = (row: Scored) => (byRules(row) && wordsOf(row) >= doubted.found) || certain(row)
const sensed = (row: Scored) => wordsOf(row) >= possible.byWords || bothOf(row, both) >= possible.byBoth
const ofSet = (is: (set: string) => boolean, kinds: (row: Scored) => boolean) => held.filter((row) => is(row.set) && kinds(row))
const isDanger = (row: Scored) => kindOf(row) >= 0
const sets: [string, (set: string) => boolean][] = [
  ['sentences', (set) => set === 'sentences'],
  ['held-back', (set) => set === 'held-back'],
  ['prompts', (set) => set.startsWith('prompts')],
  ...[...new Set(rows.map(({ set }) => set))]
    .filter((set) => set.startsWith('round-'))
    .map((name): [string, (set: string) => boolean] => [name, (set) => set === name]),
  ...[
    'users',
    'templates',
    'frames',
    'messages',
    'replies',
    'phone-sentences.tsv',
    'plain questions',
    'chat questions',
    'lay questions',
    'MedQuAD',
    'PsyTAR',
    'visits',
  ].map((name): [string, (set: string) => boolean] => [name, (set) => set === name]),
]
printTable(
  `Each group of wordings by weights that have not learnt from it; certain by words from ${certainByWords}, possible from ${possible.byWords} by words or ${possible.byBoth} by both (${JSON.stringify(both)})`,
  [
    'set',
    'dangers: certain',
    'possible',
    'by rules',
    'fixed answer',
    'seen',
    'of the right kind',
    'ordinary: certain',
    'possible',
    'by rules',
    'fixed answer',
    'side effects: certain',
    'possible',
  ],
  sets.map(([name, is]) => {
    const [dangers, ordinary, effects] = [
      ofSet(is, isDanger),
      ofSet(is, ({ kind }) => kind === 'ordinary'),
      ofSet(is, ({ kind }) => kind === 'side effect'),
    ]
    const right = (row: Scored) => {
      const best = soundingOf(row.byWords)
      return best.kind === row.kind
    }
    return [
      name,
      share(dangers, certain),
      share(dangers, sensed),
      share(dangers, byRules),
      share(dangers, fixed),
      share(dangers, (row) => fixed(row) || sensed(row)),
      share(dangers, right),
      share(ordinary, certain),
      share(ordinary, sensed),
      share(ordinary, byRules),
      share(ordinary, fixed),
      share(effects, certain),
      share(effects, sensed),
    ]
  }),
)
const missed = missedAtFirstSight()
printTable(
  'By threshold: prompts, rounds and users',
  [
    'threshold',
    'by words: dangers',
    'missed by rules at first sight',
    'ordinary',
    'side effects',
    'by both: dangers',
    'missed by rules at first sight',
    'ordinary',
    'side effects',
  ],
  [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].map((threshold) => {
    const among = held.filter(({ set }) => set.startsWith('prompts') || set.startsWith('round-') || set === 'users')
    const figures = (of: (row: Scored) => number) =>
      [
        isDanger,
        (row: Scored) => missed.has(row.text),
        ({ kind }: Scored) => kind === 'ordinary',
        ({ kind }: Scored) => kind === 'side effect',
      ].map((is) => share(among.filter(is), (row) => of(row) >= threshold))
    return [threshold, ...figures(wordsOf), ...figures((row) => bothOf(row, both))]
  }),
)
printTable(
  'By how much the gravest part counts beside the whole: prompts, rounds and what was held back',
  ['share', 'threshold', 'by words: dangers', 'ordinary', 'side effects', 'by both: dangers', 'ordinary', 'side effects'],
  [0, 0.3, 0.5, 0.7, 1].flatMap((part) =>
    [0.4, 0.5, 0.6, 0.7].map((threshold) => {
      const among = held.filter(({ set }) => set === 'held-back' || set === 'users' || set.startsWith('round-'))
      const figures = (of: (row: Scored) => number) =>
        [isDanger, ({ kind }: Scored) => kind === 'ordinary', ({ kind }: Scored) => kind === 'side effect'].map((is) =>
          share(among.filter(is), (row) => of(row) >= threshold),
        )
      return [part, threshold, ...figures((row) => wordsOf(row, part)), ...figures((row) => bothOf(row, both, part))]
    }),
  ),
)
if (process.env.SHOW === 'wrong') {
  for (const row of held) {
    const [words, together] = [wordsOf(row), bothOf(row, both)]
    const wrong = isDanger(row) ? !certain(row) : sensed(row)
    if (wrong && !/MedQuAD|PsyTAR|visits/.test(row.set))
      process.stdout.write(
        `${isDanger(row) ? 'MISS' : 'FALSE'} ${words.toFixed(2)} ${together.toFixed(2)} ${byRules(row) ? 'R' : isAsked(row) ? '-' : 'a'} ${row.set} ${row.kind}: ${row.text}\n`,
      )
  }
}

const final = fitAll(() => true)
keep({ bias: final.words.bias, table: final.kept }, final.vector, both)
