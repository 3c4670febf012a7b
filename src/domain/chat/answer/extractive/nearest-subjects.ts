import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { medicinesIn, shareMedicine } from './code-words.ts'
import { maskMedicines } from './mask-medicines.ts'
import { headOf } from './section-text.ts'

const mostNamed = 3
/** A longer heading is a sentence, and no name of a subject. */
const longestName = 80

/** What the library has on the medicine that a question is about: headings of what was found of it, or none. */
export function nearestSubjects(question: string, items: readonly RetrievedItem[], names: MedicineNames): string[] {
  const masked = maskMedicines(question, items, names)
  const medicines = medicinesIn(masked.question)
  const named = masked.items
    .filter((item) => shareMedicine(medicines, medicinesIn(headOf(item))))
    .map(({ title, sectionHeader }) => masked.unmasked(nameOf(title, sectionHeader)))
  return [...new Set(named)].filter((name) => name.length <= longestName).slice(0, mostNamed)
}

/** A heading by itself where it names its medicine, else its page and it. */
function nameOf(title: string, header: string | null): string {
  const name = header === null ? title : medicinesIn(header).size > 0 ? header : `${title}: ${header}`
  return name.trim().replace(/[.:;]+$/u, '')
}
