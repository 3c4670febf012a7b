import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { type Emergency, emergencyOf, emergencyOfKind, emergencyReported, foundByBoth, isOnlyAsked } from './emergency.ts'
import { certainByWords, doubted, soundingByWords } from './emergency-classifier.ts'
import { type Sounding, soundingOf, vectorScores } from './emergency-score.ts'
import { partsOf } from './message-parts.ts'
import { emergencyInOtherLanguage } from './other-languages.ts'
import { type SafetyMessage, safetyMessage } from './safety-message.ts'

/** What two readers hear of danger in a message by itself. */
interface DangerHeard {
  /** Found by rules, and not doubted by how it sounds. */
  certain: Emergency | null
  /** By its words alone. */
  bySound: Emergency | null
  /** Found by rules, and doubted. */
  isDoubted: boolean
}

/** The danger that a message tells: rules find it, and how its words sound bears them out or not. `symptoms` are those of what it reports. */
export function dangerHeard(words: SafetyMessage, sounding: Sounding, symptoms: readonly string[]): DangerHeard {
  const found = emergencyOf(words)
  const byRules = found ?? emergencyReported(words, symptoms)
  const isDoubted = byRules !== null && sounding.danger < (found ? doubted.found : doubted.reported)
  const { kind, needsAmbulance } = sounding
  const bySound = sounding.danger >= certainByWords && !isOnlyAsked(words) ? { kind, needsAmbulance } : null
  return { certain: isDoubted || !byRules ? null : foundByBoth(byRules, bySound), bySound, isDoubted }
}

/** In a call most is small talk, said loosely: the words must sound so much of danger where rules find it, and so much by themselves. */
const inCall = { found: 0.4, bySound: 0.9 }
/** From this on the sense of what was said, without its words, bears out what they sound like. */
const borneOut = 0.4

export interface DangerSaid extends Emergency {
  /** Only its words sound so: their sense has to bear them out (`soundsSo`). */
  isBySound: boolean
}

/** The danger that something said in a call tells, as a message to the chat would, but surer. */
export function dangerSaid(text: string, names: MedicineNames): DangerSaid | null {
  const words = safetyMessage(text, names)
  const sounding = soundingByWords(words)
  const { certain, bySound } = dangerHeard(words, sounding, [])
  const found = (certain && sounding.danger >= inCall.found ? certain : null) ?? emergencyOfKind(emergencyInOtherLanguage(text))
  if (found) return { ...found, isBySound: false }
  return bySound && sounding.danger >= inCall.bySound ? { ...bySound, isBySound: true } : null
}

/** Whether a text is of danger by its sense. @param embed vectors of the local model, the only one whose numbers the weights are for */
export async function soundsSo(text: string, embed: (texts: string[]) => Promise<number[][]>): Promise<boolean> {
  const vectors = await embed(partsOf(safetyMessage(text)).map((part) => part.text))
  return soundingOf(vectors.map((vector) => vectorScores(vector))).danger >= borneOut
}
