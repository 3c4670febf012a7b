import { readModel } from '../../../language/learnt-model.ts'
import type { MessageWords } from '../../../language/message-words.ts'
import type { WeightTable } from '../../../language/weight-table.ts'
import { featuresOf } from './emergency-features.ts'
import { type EmergencyKind, emergencyKinds } from './emergency-kind.ts'

/** Scores of the kinds (`emergencyKinds`, in that order) against none, which has 0. */
export type KindScores = readonly number[]

/** A logistic regression over features of words. */
export interface WordWeights {
  bias: readonly number[]
  /** By the places of features, a column for each kind. */
  table: WeightTable
}

/** What it makes of the local embedding's 512 numbers: units of tanh, and for each kind a sum over them. */
export interface VectorWeights {
  bias: readonly number[]
  units: readonly { out: readonly number[]; bias: number; weights: ArrayLike<number> }[]
}

/** How the two are added up. */
export interface BothWeights {
  words: number
  vector: number
  bias: number
}

interface Header {
  bias: { words: number[]; vector: number[] }
  units: { out: number[]; bias: number }[]
  both: BothWeights
}

function readClassifier(): { words: WordWeights; vector: VectorWeights; both: BothWeights } {
  const { header, table, vector } = readModel<Header>(import.meta.dirname, 'emergencies')
  const { bias, units, both } = header
  return {
    words: { bias: bias.words, table: table('words') },
    vector: { bias: bias.vector, units: units.map((unit, at) => ({ ...unit, weights: vector(`unit ${at}`) })) },
    both,
  }
}

/** Made by `eval/train/emergency-classifier/train.ts`; the file names its sources. */
export const learnt = readClassifier()

/** A text's features count the same together, however many there are. */
export const featureValue = (count: number): number => 3 / Math.sqrt(Math.max(1, count))

/** What the words of a text say. */
export function wordScores(message: MessageWords, { bias, table }: WordWeights = learnt.words): KindScores {
  const features = featuresOf(message)
  const scores = Float64Array.from(bias)
  const value = featureValue(features.length)
  for (const place of features) {
    const row = table.rowOfHash(place)
    if (row >= 0) table.addRow(row, scores, value)
  }
  return [...scores]
}

/** What the embedding of a text says. */
export function vectorScores(vector: readonly number[], { bias, units }: VectorWeights = learnt.vector): KindScores {
  const scores = [...bias]
  for (const unit of units) {
    let inner = unit.bias
    for (let at = 0; at < vector.length; at++) inner += (unit.weights[at] ?? 0) * (vector[at] ?? 0)
    const raised = Math.tanh(inner)
    for (let kind = 0; kind < scores.length; kind++) scores[kind] = (scores[kind] ?? 0) + (unit.out[kind] ?? 0) * raised
  }
  return scores
}

/** What both say together. */
export const bothScores = (byWords: KindScores, byVector: KindScores, { words, vector, bias }: BothWeights = learnt.both): KindScores =>
  byWords.map((score, kind) => words * score + vector * (byVector[kind] ?? 0) + bias)

export interface Sounding {
  kind: EmergencyKind
  /** Whether it sounds of danger to the body, too: what was done to die is both. */
  needsAmbulance: boolean
  /** How much it sounds of danger of any kind, 0 to 1. */
  danger: number
  /** The same of the part that sounds most of it, read alone. */
  inPart: number
  /** How much it sounds of self-harm, 0 to 1: of that people speak in more ways than of any other danger. */
  selfHarm: number
}

/** From this share of the danger on it is one of a kind; of two kinds, the first. */
const among = 0.34

/** Which danger it is, if any, and how likely. */
function sounding(scores: KindScores): Omit<Sounding, 'inPart'> {
  const raised = scores.map(Math.exp)
  const all = raised.reduce((sum, score) => sum + score, 0)
  const sounds = (kind: EmergencyKind) => (raised[emergencyKinds.indexOf(kind)] ?? 0) >= among * all
  return {
    kind: emergencyKinds.find(sounds) ?? 'medical',
    needsAmbulance: sounds('medical'),
    danger: all / (1 + all),
    selfHarm: (raised[emergencyKinds.indexOf('self_harm')] ?? 0) / (1 + all),
  }
}

/** How much the part that sounds most of danger counts beside the whole: the rest of a message may say that it is over, or a story. */
const partShare = 0.5

/** What a message sounds like, of whose scores the first are of the whole and the others of its parts. */
export function soundingOf(scores: readonly KindScores[], share = partShare): Sounding {
  const [whole = [], ...parts] = scores
  const gravest = parts.reduce((one, other) => (sounding(other).danger > sounding(one).danger ? other : one), parts[0] ?? whole)
  return { ...sounding(whole.map((score, kind) => (1 - share) * score + share * (gravest[kind] ?? 0))), inPart: sounding(gravest).danger }
}
