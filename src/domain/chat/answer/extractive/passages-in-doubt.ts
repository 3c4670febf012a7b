import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { type Candidate, weigh } from './candidates.ts'
import { leastFor } from './confidence.ts'
import { answersWithDose, statesDose } from './dose-asked.ts'
import { areAmong } from './mask-medicines.ts'

/** Passages of the library on the subject of a question, which may not answer it. */
export interface PassagesInDoubt {
  text: string
  /** Which sections they are from, in order. */
  used: { itemId: string }[]
}

const mostPassages = 3
/** A further passage is shown where it is so nearly as likely on the subject as the best. */
const nearlyAsLikely = 0.5

/** The one to three best passages on the very subject that is asked about, each whole and under its heading; undefined where there is none. */
export function passagesInDoubt(said: string, found: readonly RetrievedItem[], names: MedicineNames): PassagesInDoubt | undefined {
  const { reading, unmasked, ...weighed } = weigh(said, found, names)
  // What holds for another use or person is not shown beside the question: it would seem to be confirmed.
  const isOfDose = statesDose(reading.core)
  const candidates = weighed.candidates
    .filter(({ evidence, item, text }) => evidence.features.otherDose !== 1 && (!isOfDose || answersWithDose(item.item, text)))
    .toSorted((one, other) => worth(other) - worth(one))
  const [first] = candidates
  const least = first ? leastFor(reading.medicines.size > 0, first.item.item.sectionType).onSubject : 1
  if (!first || first.onSubject < least) return undefined
  const shown = candidates
    .filter(({ onSubject }) => onSubject >= Math.max(least / 2, first.onSubject * nearlyAsLikely))
    .filter(({ item }) => areAmong(item.subjects, first.item.subjects))
    .slice(0, mostPassages)
  return {
    text: shown.map((candidate) => unmasked(underHeading(candidate))).join('\n\n'),
    used: shown.map(({ item }) => ({ itemId: item.item.id })),
  }
}

const worth = ({ right, onSubject }: Candidate) => right + onSubject

function underHeading({ item: { item }, text }: Candidate): string {
  const header = item.sectionHeader?.trim() ?? ''
  const title = item.title.trim()
  const heading = header === '' || header === title ? title : `${title}: ${header}`
  return `${heading}\n${text.startsWith(`${header}\n`) ? text.slice(header.length + 1) : text}`
}
