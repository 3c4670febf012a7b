import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  /** How much of the question section, quote, quote with the story, and title and heading say. */
  'inSection',
  'inText',
  'told',
  'headed',
  /** How much of it is special and not quoted, and how much is in nothing that was found. */
  'unsaid',
  'unknown',
  /** Whether the section is about the medicine that is asked about; whether none is named. */
  'sameDrug',
  'noDrug',
  /** How much of what the title names is asked about. */
  'own',
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
] as const
export type Features = Record<(typeof featureNames)[number], number>

/** What speaks for an answer. */
export interface Evidence {
  features: Features
  /** Whether it is not shown whatever speaks for it: of another dose, or of one medicine where it is open which is meant. */
  excluded: boolean
  /** Whether a dose is asked for and none is quoted: that is no answer. */
  noDose: boolean
}

interface Logistic {
  bias: number
  weights: Record<string, number>
}

/** Learnt by eval/train/answer-confidence/train.ts from lay questions over several libraries. */
const learnt: { right: Logistic; onSubject: Logistic; leastRight: number; leastOnSubject: number } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'confidence.json'), 'utf8'),
)

/** From which confidence on an answer is given, and passages in doubt: chosen on the same questions. */
export const leastConfidence = learnt.leastRight
export const leastOnSubject = learnt.leastOnSubject

function probability({ bias, weights }: Logistic, features: Features): number {
  const sum = featureNames.reduce((total, name) => total + (weights[name] ?? 0) * features[name], bias)
  return 1 / (1 + Math.exp(-sum))
}

/** 0 to 1: how likely what is quoted answers the question. */
export const confidence = ({ features, excluded, noDose }: Evidence): number =>
  excluded || noDose ? 0 : probability(learnt.right, features)

/** 0 to 1: how likely the section is on what is asked about, medicine and topic. */
export const onSubject = ({ features, excluded }: Evidence): number => (excluded ? 0 : probability(learnt.onSubject, features))
