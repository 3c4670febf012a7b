import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SectionType } from '../../../documents/section.ts'

/** What is measured of an answer and of passages; shares are of the question's words by weight, 0 to 1. */
export const featureNames = [
  /** The search's relevance of the section, its similarity by meaning, that of what is quoted, and its shares of words and of subjects. */
  'relevance',
  'semantic',
  'quoted',
  'lexical',
  'subject',
  /** How far relevance and similarity are above those of the next section. */
  'lead',
  'semanticLead',
  /** How far section and quote are more like the question than what else was found. */
  'overMean',
  'quotedOver',
  /** How much of the question section, quote, quote with the story, and title and heading say. */
  'inSection',
  'inText',
  'told',
  'headed',
  /** How much of it is special and not quoted, and how much is in nothing that was found. */
  'unsaid',
  'anyUnsaid',
  'unknown',
  /** Whether the section is about the medicine that is asked about; whether none is named. */
  'sameDrug',
  'noDrug',
  /** How much of what title and heading name is asked about. */
  'own',
  'headOwn',
  /** Whether the section is of the type that is asked for, of another, and how many of the results are of its type. */
  'agrees',
  'differs',
  'alike',
  /** Whether the quote has the form of what is asked for. */
  'fit',
  'missing',
  'dose',
  /** How long question and quote are. */
  'length',
  'words',
  /** The place of the section among what was found, and how well the best passage scores. */
  'rank',
  'best',
  /** How many of the telling words the quote has, and how many of those that it lacks its heading has nearly, as misspelt words are. */
  'matched',
  'misspelt',
  /** Whether a dose is quoted that may be of another use, a dose that the question denies, or another of several medicines' sections. */
  'otherDose',
  'namedOther',
  'rival',
  /** What is asked for: a number, what something is, a yes or no, what to do; and whether the quote has figures and the heading asks. */
  'asksNumber',
  'asksWhat',
  'asksWhether',
  'asksToDo',
  'figures',
  'headAsks',
  /** How much of the section is quoted, and whether a medicine is all that is asked about. */
  'whole',
  'bare',
  /** How much of the telling words is in nothing that was found, and whether the quote has none of them where a yes or no is asked for. */
  'unheard',
  'silent',
  /** How far it is above the best of the others in some of this. */
  'quotedLead',
  'toldLead',
  'headedLead',
  'bestLead',
  'textLead',
] as const
export type Feature = (typeof featureNames)[number]
export type Features = Record<Feature, number>

/** Of a feature that cannot be told, as similarities where there are no vectors. */
export const untold = Number.NaN
export const isTold = (value: number): boolean => !Number.isNaN(value)

/** What speaks for an answer. */
export interface AnswerEvidence {
  features: Features
  /** Whether it is not shown whatever speaks for it: of another dose, or of one medicine where it is open which is meant. */
  excluded: boolean
  /** Whether it is no answer, though it may be shown: without a dose where one is asked for, or silent where a yes or no is. */
  noAnswer: boolean
}

/** A layer of tanh over the features, and of each output a logistic sum over it and over the features themselves. */
export interface Network {
  /** Of each feature, over what it was learnt from. */
  means: number[]
  spreads: number[]
  /** Of each unit its weights, and its bias last. */
  units: number[][]
  /** Of each output the units' weights, the features', and its bias last. */
  outputs: number[][]
}

interface LeastConfidence {
  right: number
  onSubject: number
}

/** Learnt by eval/train/answer-confidence/train.ts from lay questions over several libraries. */
const learnt: { least: { named: LeastConfidence; support: LeastConfidence; unnamed: LeastConfidence }; network: Network } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'confidence.json'), 'utf8'),
)

/**
 * From which confidence on an answer is given, and passages in doubt: whether a medicine is asked about, and for what no medicine need be named,
 * as insurance and support programs. What else names none is too often of an illness that the library lacks. Chosen on the same questions.
 */
export const leastFor = (names: boolean, section: SectionType): LeastConfidence =>
  learnt.least[names ? 'named' : section === 'patient_support' ? 'support' : 'unnamed']

const sumOf = (weights: readonly number[], values: readonly number[]) =>
  values.reduce((sum, value, at) => sum + (weights[at] ?? 0) * value, weights.at(-1) ?? 0)

/** What a network says of features: for each output 0 to 1. What is untold speaks neither for nor against: it counts as the mean. */
export function outputsOf({ means, spreads, units, outputs }: Network, features: Features): number[] {
  const values = featureNames.map((name, at) => (isTold(features[name]) ? (features[name] - (means[at] ?? 0)) / (spreads[at] ?? 1) : 0))
  const hidden = units.map((weights) => Math.tanh(sumOf(weights, values)))
  return outputs.map((weights) => 1 / (1 + Math.exp(-sumOf(weights, [...hidden, ...values]))))
}

/** 0 to 1: how likely what is quoted answers the question, and that the section is on what is asked about, medicine and topic. */
export function confidence({ features, excluded, noAnswer }: AnswerEvidence): { right: number; onSubject: number } {
  if (excluded) return { right: 0, onSubject: 0 }
  const [right = 0, onSubject = 0] = outputsOf(learnt.network, features)
  return { right: noAnswer ? 0 : right, onSubject }
}
