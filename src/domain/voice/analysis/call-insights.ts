import { isAgent } from '../conversation.ts'
import { adverseScore, adverseThreshold } from '../insights/adverse-score.ts'
import { findMedications } from '../jcodes/find-medications.ts'
import type { CallInsights } from './local-analyser.ts'
import { sentencesOf } from './sentences.ts'

export type Embed = (texts: string[]) => Promise<number[][]>
/** What single utterances tell, for the analysis of a whole call. */
export function callInsights(_embed: Embed | undefined): CallInsights {
  return {
    topicsOf: (t) => [
      ...(/cover|copay|benefit|deductible/i.test(t) ? ['benefits_verification' as const] : []),
      ...(/prior auth/i.test(t) ? ['pa_requirements' as const] : []),
    ],
    medicationsIn: findMedications,
    moodOf: () => 0,
    adverseEventsIn: async (turns) =>
      turns
        .filter((t) => !isAgent(t))
        .flatMap((t) => sentencesOf(t.text))
        .filter((t) => adverseScore(t) >= adverseThreshold)
        .map((description) => ({
          description,
          severity: /terrible|breathe|emergency/.test(description) ? 'severe' : 'moderate',
          medicationName: null,
          symptoms: [],
        })),
  }
}
