import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { RetrievedItem } from '../../chat.ts'

/** Passages of the library on the subject of a question, which may not answer it. */
export interface PassagesInDoubt {
  text: string
  /** Which sections they are from, in order. */
  used: { itemId: string }[]
}

/** The one to three best passages on the very subject that is asked about, each whole and under its heading; undefined where there is none. */
export function passagesInDoubt(_question: string, _items: readonly RetrievedItem[], _names: MedicineNames): PassagesInDoubt | undefined {
  return undefined
}
