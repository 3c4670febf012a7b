import { foldName } from '../../language/folding.ts'
import { type Medication, medication } from './drug-of.ts'
import { routeOf } from './forms.ts'
import { dictionary, type MedicineNames } from './medicine-names.ts'

const unit = /^(?:\d.*|mg|mcg|ml|units?|milligrams?|micrograms?)$/
/** What is read behind a name, in words and in UTF-16 units. */
const wordsAfter = 5
const lettersAfter = 200

/**
 * The medicines that a text mentions, each name once, in order of mention. Works on what speech recognition writes
 * (lower case, names cut in two, near misspellings) and leaves alone brand names that are everyday words.
 */
export function findMedications(text: string, names: MedicineNames = dictionary): Medication[] {
  const found = new Map<string, Medication>()
  for (const { drug, end } of names.places(text))
    if (!found.has(drug.name)) found.set(drug.name, medication(drug, routeIn(text.slice(end, end + lettersAfter))))
  return [...found.values()]
}

/** Words right behind a name that tell how it is given, and how much: "prednisone 2.5 mg tablets". */
function routeIn(after: string): string[] {
  const next = (foldName(after).match(/\d+\.\d+|[\p{L}\p{N}]+|[,;.!?()\n]/gu) ?? []).slice(0, wordsAfter)
  const end = next.findIndex((word) => routeOf(word) === undefined && !unit.test(word))
  return end < 0 ? next : next.slice(0, end)
}
