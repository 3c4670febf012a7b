import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assessMessage } from '../../../src/domain/chat/policy/assess-message.ts'
import {
  type ClassifierWeights,
  emergencyScore,
  emergencyThreshold,
  partsOf,
} from '../../../src/domain/safety/signs/emergency-classifier.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { printTable } from '../../print-table.ts'
import { type DangerRow, dangerRows, missedAtFirstSight } from './danger-rows.ts'
import { fitTwoLayers } from './two-layer.ts'

/**
 * Trains the emergency classifier, measures it on each round of prompts by weights that have not learnt from that round, and
 * writes the weights of all of them beside their module: `node eval/train/emergency-classifier/train.ts` (then `npm run
 * format`), some minutes more the first time (the embedding), then three. `SHOW=wrong` prints the messages. Without
 * ../shared/data other weights come out.
 */
const shape = { units: 4, penalty: 0.3, times: 4 }

const rows = dangerRows()
const embeddings = new CachedEmbeddings(1)
const parts = rows.map(({ text }) => partsOf(text))
const all = [...new Set(parts.flat())]
const vectors = await embeddings.embedDocuments(all)
await embeddings.close()
const vectorOf = new Map(all.map((part, index) => [part, vectors[index] ?? []]))
const vectorsOf = parts.map((own) => own.map((part) => vectorOf.get(part) ?? []))

const sameText = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')

/** Of a message without danger every part is without; which part of another holds it is not known: the whole teaches. */
function learnWithout(set: string | undefined): ClassifierWeights {
  const kept = new Set(rows.filter((row) => row.set === set).map(({ text }) => sameText(text)))
  const examples = rows.flatMap((row, index) => {
    if (row.weight === 0 || row.set === set || kept.has(sameText(row.text))) return []
    const danger = row.kind === 'danger'
    const own = vectorsOf[index] ?? []
    return (danger ? own.slice(0, 1) : own).map((vector) => ({ vector, danger, weight: row.weight }))
  })
  return fitTwoLayers(examples, shape.units, shape.penalty, shape.times)
}

interface Scored extends DangerRow {
  score: number
  byRules: boolean
  /** The rules leave it to the library: nothing else is sensed. */
  asked: boolean
}

function scored(weights: ClassifierWeights, only: (row: DangerRow) => boolean): Scored[] {
  return rows.flatMap((row, index) => {
    if (!only(row)) return []
    const { emergency, adverseEvent, promptInjection, queryType } = assessMessage(row.text, [])
    const score = Math.max(...(vectorsOf[index] ?? []).map((vector) => emergencyScore(vector, weights)))
    return [
      {
        ...row,
        score,
        byRules: emergency !== null,
        asked: !emergency && !adverseEvent && !promptInjection && queryType !== 'greeting' && queryType !== 'off_topic',
      },
    ]
  })
}

const round = (value: number) => Number(value.toFixed(2))
const final = learnWithout(undefined)
const rounded: ClassifierWeights = {
  bias: round(final.bias),
  units: final.units.map(({ out, bias, weights }) => ({ out: round(out), bias: round(bias), weights: weights.map(round) })),
}

const rounds = [...new Set(rows.map(({ set }) => set))].filter((set) => set.startsWith('prompts-round'))
const blind = rounds.flatMap((set) => scored(learnWithout(set), (row) => row.set === set))
const others = scored(rounded, ({ weight, set }) => weight === 0 && !set.startsWith('prompts'))
const missedFirst = missedAtFirstSight()

const count = (found: readonly Scored[], is: (row: Scored) => boolean) => `${found.filter(is).length} of ${found.length}`
const sensed = ({ score }: Scored) => score >= emergencyThreshold
const dangers = (found: readonly Scored[]) => found.filter(({ kind }) => kind === 'danger')
const ordinary = (found: readonly Scored[]) => found.filter(({ kind, asked }) => kind === 'ordinary' && asked)
const atFirst = (found: readonly Scored[]) => dangers(found).filter(({ text }) => missedFirst.has(text))

printTable(
  `Rounds of prompts, each by weights that have not learnt from it, from ${emergencyThreshold} on`,
  ['table', 'emergencies by rules', 'by the classifier', 'by either', 'missed by rules at first sight, sensed', 'false alarms'],
  [...rounds.map((set) => [set, blind.filter((row) => row.set === set)] as const), ['all', blind] as const].map(([name, found]) => [
    name,
    count(dangers(found), ({ byRules }) => byRules),
    count(dangers(found), sensed),
    count(dangers(found), (row) => row.byRules || sensed(row)),
    count(atFirst(found), sensed),
    count(ordinary(found), sensed),
  ]),
)
printTable(
  'Texts that taught nothing, by the weights as they are written',
  ['texts', 'that the rules leave to the library, sensed'],
  [...new Set(others.map(({ set }) => set))].map((set) => [
    set,
    count(
      ordinary(others).filter((row) => row.set === set),
      sensed,
    ),
  ]),
)
printTable(
  'By threshold, over the rounds',
  ['threshold', 'emergencies', 'missed by rules at first sight', 'Spanish', 'false alarms', 'MedQuAD', 'lay questions'],
  [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].map((threshold) => {
    const from = ({ score }: Scored) => score >= threshold
    return [
      threshold,
      count(dangers(blind), from),
      count(atFirst(blind), from),
      count(
        dangers(blind).filter(({ text }) => assessMessage(text, []).language === 'es'),
        from,
      ),
      count(ordinary(blind), from),
      count(
        others.filter(({ set }) => set === 'MedQuAD'),
        from,
      ),
      count(
        ordinary(others).filter(({ set }) => set === 'lay questions'),
        from,
      ),
    ]
  }),
)
if (process.env.SHOW === 'wrong') {
  const shown = (label: string, found: readonly Scored[]) => {
    for (const { set, text, score } of found) process.stdout.write(`${label} ${score.toFixed(2)} ${set}: ${text}\n`)
  }
  shown(
    'missed',
    atFirst(blind).filter((row) => !sensed(row)),
  )
  shown('false alarm', [...ordinary(blind), ...ordinary(others)].filter(sensed))
}

const madeBy =
  'By eval/train/emergency-classifier/train.ts from the prompt tables of eval/regression/safety, eval/train/emergency-classifier/danger-sentences.tsv, ' +
  'eval/train/adverse-mentions/phone-sentences.tsv and questions of eval/regression/chat, and as what is no danger every tenth question of MedQuAD (Ben Abacha and ' +
  'Demner-Fushman 2019, CC BY 4.0) and sentences of PsyTAR (Zolnoori et al. 2019, CC BY 4.0). Weights; no sentences.'
writeFileSync(
  join(import.meta.dirname, '../../../src/domain/safety/signs/emergency-classifier.json'),
  `${JSON.stringify({ madeBy, ...rounded })}\n`,
)
process.stdout.write(`emergency-classifier.json from ${rows.filter(({ weight }) => weight > 0).length} messages\n`)
