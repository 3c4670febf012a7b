import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { type Candidate, weigh } from './candidates.ts'
import { leastFor } from './confidence.ts'
import { answersWithDose, statesDose } from './dose-asked.ts'

/** A passage of the library on the subject of a question, which may not answer it. */
export interface PassageInDoubt {
  text: string
  /** Which section it is from. */
  used: { itemId: string }[]
}

/** The best passage on the very subject that is asked about, whole and under its heading; undefined where there is none. */
export function passageInDoubt(said: string, found: readonly RetrievedItem[], names: MedicineNames): PassageInDoubt | undefined {
  const { reading, unmasked, ...weighed } = weigh(said, found, names)
  // What holds for another use or person is not shown beside the question: it would seem to be confirmed.
  const isOfDose = statesDose(reading.core)
  const candidates = weighed.candidates
    .filter(({ evidence, item, text }) => evidence.features.otherDose !== 1 && (!isOfDose || answersWithDose(item.item, text)))
    .toSorted((one, other) => worth(other) - worth(one))
  const [first] = candidates
  const least = first ? leastFor(reading.medicines.size > 0, first.item.item.sectionType).onSubject : 1
  if (!first || first.onSubject < least) return undefined
  return { text: unmasked(underHeading(first)), used: [{ itemId: first.item.item.id }] }
}

const worth = ({ right, onSubject }: Candidate) => right + onSubject

function underHeading({ item: { item }, text }: Candidate): string {
  const header = item.sectionHeader?.trim() ?? ''
  const title = item.title.trim()
  const heading = header === '' || header === title ? title : `${title}: ${header}`
  return `${heading}\n${text.startsWith(`${header}\n`) ? text.slice(header.length + 1) : text}`
}
