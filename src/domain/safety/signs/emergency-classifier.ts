import { createSlots } from '../../../platform/slots.ts'
import { within } from '../../../platform/within.ts'
import { bothScores, type Sounding, soundingOf, vectorScores, wordScores } from './emergency-score.ts'
import { partsOf } from './message-parts.ts'
import { type SafetyMessage, safetyMessage } from './safety-message.ts'
import { longMessage } from './symptom-reading.ts'

/*
 * Chosen on sentences that the weights had not learnt from (eval/train/emergency-classifier/train.ts, docs/safety.md).
 */

/** From this on words alone are enough for the fixed answer of their kind. */
export const certainByWords = 0.55
/**
 * What the rules find, or a report names that tells of no danger by their wordings, is only a possible one below this, and none at all
 * below `dismissed`: what is denied, long past or only asked of has the words of what happens.
 */
export const doubted = { found: 0.2, reported: 0.3, dismissed: 0.03 }
/**
 * From this on a message is answered after the line that names 911 and 988; `inPart` is for one sentence among others, `selfHarm` for
 * that danger alone, by words or by both, `selfHarmLong` in a long message, where more than one sentence may sound of it.
 */
export const possible = { byWords: 0.4, byBoth: 0.4, inPart: 0.55, selfHarm: 0.15, selfHarmLong: 0.25 }

const mayBeSelfHarm = ({ selfHarm }: Sounding, words: number): boolean =>
  selfHarm >= (words < longMessage ? possible.selfHarm : possible.selfHarmLong)

/** Whether a message of so many words may tell of a danger by its words. */
export const isPossible = (sounding: Sounding, words: number): boolean =>
  sounding.danger >= possible.byWords || sounding.inPart >= possible.inPart || mayBeSelfHarm(sounding, words)

/** An answer waits no longer for the embedding. */
const patienceMs = 500
/** Messages sensed at once, in all and of one visitor: what comes after half a second comes too late, so a crowd makes no queue. */
const atOnce = { most: 64, share: 8 }

/** What is asked of a message: any danger, or self-harm alone. */
export type Sensed = 'danger' | 'self_harm'

/** Why a message was judged by its words alone: too many at once, too slow, or the model failed. */
export type SkipReason = 'crowded' | 'late' | 'failed'

interface Asker {
  owner: string
  /** Aborts when nobody waits for the vectors any more. */
  signal: AbortSignal
}

/** What a message sounds like by its words: no model, linear in its length. */
export const soundingByWords = (message: SafetyMessage): Sounding => soundingOf(partsOf(message).map(({ words }) => wordScores(words)))

/**
 * A second look at messages in which neither the rules nor the words for certain find an emergency: whether one sounds like danger
 * all the same, by its words and its sense. It hears more wordings, and is wrong more often than they are: enough for a line before
 * an answer, not for another answer. Never rejects: where the embedding fails or takes longer than half a second the words decide.
 * @param embed vectors of the local model, the only one whose numbers the weights are for
 * @param onSkipped is told of each message that was judged by its words alone
 * @returns asks about a message; `owner` tells one visitor from another, so that none makes another's message wait. `of`
 * narrows what it looks for: a report is asked for self-harm alone, as "I've stopped taking it, that's the idea" is both.
 */
export function createEmergencyClassifier(
  embed: (texts: string[], asker: Asker) => Promise<number[][]>,
  onSkipped: (reason: SkipReason) => void = () => {},
): (message: string, owner?: string, of?: Sensed) => Promise<boolean> {
  const sensing = createSlots(atOnce)

  return async (message, owner = '', of = 'danger') => {
    const whole = safetyMessage(message)
    const parts = partsOf(whole).map((part) => ({ ...part, scores: wordScores(part.words) }))
    const isSensed = (sounding: Sounding, isDanger: boolean) => (of === 'danger' && isDanger) || mayBeSelfHarm(sounding, whole.words.length)
    const sounded = soundingOf(parts.map(({ scores }) => scores))
    const byWords = isSensed(sounded, isPossible(sounded, whole.words.length))
    const skip = (reason: SkipReason): boolean => {
      onSkipped(reason)
      return byWords
    }
    const release = sensing.take(owner)
    if (!release) return skip('crowded')
    const waiting = new AbortController()
    try {
      const texts = parts.map(({ text }) => text)
      const vectors = await within(patienceMs, embed(texts, { owner, signal: waiting.signal }))
      const both = parts.map(({ scores }, at) => bothScores(scores, vectorScores(vectors[at] ?? [])))
      const sounding = soundingOf(both)
      return byWords || isSensed(sounding, sounding.danger >= possible.byBoth)
    } catch (error) {
      return skip(error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'failed')
    } finally {
      waiting.abort()
      release()
    }
  }
}
