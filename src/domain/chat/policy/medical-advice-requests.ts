import type { MessageWords } from '../../../language/message-words.ts'
import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { wordClasses } from '../../safety/word-classes.ts'
import { asksToEndPause } from './ordered-pauses.ts'

const kinds = ['dose_change', 'diagnosis', 'individual_advice'] as const
export type Declined = (typeof kinds)[number] | 'held'

const find = patternFinder(readPatterns(new URL('medical-advice-requests.tsv', import.meta.url)), { classes: wordClasses })

/**
 * What a message asks that only a prescriber may decide for this person: another dose, time or medicine, or to stop;
 * which illness or cause something has; whether a medicine suits somebody or what to do; when to go on after a pause that a
 * clinician ordered (`held`). Null for what a label says to everybody (the recommended dose, a missed dose, when in the day).
 */
export function medicalAdviceRequested({ words, spans }: MessageWords): Declined | null {
  const found = find(words)
  if (asksToEndPause(words)) return 'held'
  const asked = spans.flatMap(({ from, to }) => {
    const here = found.filter((match) => match.from >= from && match.from < to)
    const isAnswerable = here.some(({ value }) => value === 'not_declined')
    const isOfSupply = here.some(({ value }) => value === 'supply')
    return here.filter(({ value }) => (value === 'dose_change' ? !isOfSupply : !isAnswerable)).map(({ value }) => value)
  })
  return kinds.find((kind) => asked.includes(kind)) ?? null
}
