import type { MessageWords } from '../../../language/message-words.ts'
import { type PatternMatch, patternFinder, readPatterns } from '../../../language/patterns.ts'
import { wordClasses } from '../word-classes.ts'
import { type EmergencyKind, emergencyKinds } from './emergency-kind.ts'

/** A wording of danger, happening or not. */
export interface Danger extends PatternMatch {
  kind: EmergencyKind
  /** It names what may be a mere topic ("stroke"). */
  topic: boolean
}

const find = patternFinder(readPatterns(new URL('emergency.tsv', import.meta.url)), { classes: wordClasses })

/** The wordings of danger in a message (`emergency.tsv`). */
export const dangersIn = ({ words }: MessageWords): Danger[] =>
  find(words).flatMap((found) => {
    const kind = emergencyKinds.find((name) => found.value.startsWith(name))
    return kind ? [{ ...found, kind, topic: found.value.endsWith('_topic') }] : []
  })
