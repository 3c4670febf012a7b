/** What speaks for an answer; shares are of the question's words by weight, 0 to 1. */
export interface Evidence {
  /** The search's, of the first section used. */
  relevance: number
  /** How much of the question the section says anywhere. */
  inSection: number
  /** How much of it what is quoted of that section says, with title and heading. */
  inText: number
  /** How much of it title and heading say. */
  headed: number
  /** Whether the section is about the medicine that the question names. */
  sameDrug: boolean
  /** How much of what the title names is asked about. */
  own: number
  /** Whether the question names a thing by a number ("type 2E") that the section does not have. */
  otherNumber: boolean
  /** Whether it is open which medicine is meant, of several or of all. */
  whichMedicine: boolean
  /** Whether a dose is asked for and none is quoted, or one that is not for all that was asked about, or not the one asked about. */
  otherDose: boolean
}

/**
 * A logistic fit over the tuning questions of `npm run eval chat-answers`: the first half of MedQuAD, the hand-written questions on the
 * sample library, and every other question of eval/regression/library/lay-questions.jsonl.
 */
const weights = { base: -5, relevance: 2.4, inSection: 1.2, inText: 1.9, headed: 2.25, sameDrug: 3, own: 1.25 }

/** Below it the search itself has found nothing: that the words of a short question stand there is chance. */
const leastRelevance = 0.3

/** Rather a right answer declined than a wrong one given: chosen on the same questions, above where their number is equal. */
export const leastConfidence = 0.65

/** 0 to 1: how likely an answer is right. */
export function confidence(evidence: Evidence): number {
  const { relevance, inSection, inText, headed, sameDrug, own } = evidence
  const { otherNumber, whichMedicine, otherDose } = evidence
  if (whichMedicine || otherNumber || otherDose || relevance < leastRelevance) return 0
  const sum =
    weights.base +
    weights.relevance * relevance +
    weights.inSection * inSection +
    weights.inText * inText +
    weights.headed * headed +
    weights.sameDrug * Number(sameDrug) +
    weights.own * own
  return 1 / (1 + Math.exp(-sum))
}
