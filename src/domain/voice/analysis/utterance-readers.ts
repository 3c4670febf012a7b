import { findMedications } from '../../drugs/find-medications.ts'
import { adverseMentions } from '../../safety/signs/adverse-mentions.ts'
import { insightsOf } from '../insights/insights-of.ts'
import type { UtteranceReaders } from './analyse-by-rules.ts'

type Embed = (texts: string[]) => Promise<number[][]>

/**
 * What single utterances tell, for the analysis of a whole call.
 * @param embed vectors of the local embedding model, which sharpen the finding of adverse events; words alone without it
 */
export function utteranceReaders(embed: Embed | undefined): UtteranceReaders {
  return {
    insightsOf,
    medicationsIn: (text) => findMedications(text),
    async adverseEventsIn(turns, onMedication) {
      const mentions = await adverseMentions(turns, { embed, onMedication })
      return mentions.map(({ text, symptoms, medicationName, severity, emergency }) => ({
        description: text,
        symptoms,
        medicationName,
        severity,
        emergency,
      }))
    },
  }
}
