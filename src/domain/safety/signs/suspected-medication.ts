import { wordsOf } from '../../../language/words.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { reactionTreatments } from '../../drugs/tables.ts'

const others =
  /(?:^| )(?:antibiotics?|antibioticos?|chemo\w*|steroids?|vaccines?|other (?:\w+ )?(?:pills?|meds?|medicines?|medications?|drugs?|shots?)|painkillers?|otra medicina)(?: |$)/
const pointing =
  /(?:^| )(?:it|its|this|shots?|injections?|infusions?|medicine|medication|drug|dose|pills?|treatment|inyeccion|infusiones|medicina|medicamento|pastilla|dosis)(?: |$)/

/** The medicines that a text names, each once, and whether one is given against a reaction: it tells of the help, seldom of the cause. */
function medicinesIn(text: string, names: MedicineNames): { suspects: string[]; treated: boolean } {
  const drugs = names.places(text).map(({ drug }) => drug)
  const suspects = drugs.filter(({ ingredient }) => !reactionTreatments.has(ingredient)).map(({ name }) => name)
  return { suspects: [...new Set(suspects)], treated: suspects.length < drugs.length }
}

/** The medication that a conversation is about: its only one, treatments of reactions left out; null where there are several or none. */
export function onlyMedicationOf(texts: readonly string[], names: MedicineNames): string | null {
  const suspects = new Set(texts.flatMap((text) => medicinesIn(text, names).suspects))
  const [only = null] = suspects
  return suspects.size === 1 ? only : null
}

/**
 * The medication that a report blames, null where that is in doubt: a wrong name on a safety report is worse than none.
 * @param question the agent's question that the report answers
 * @param onlyInCall stands in for "it", "the shot" and the like
 */
export function suspectedMedication(
  report: string,
  question: string | undefined,
  onlyInCall: string | null,
  names: MedicineNames,
): string | null {
  const words = wordsOf(report)
    .map(({ word }) => word)
    .join(' ')
  if (others.test(words)) return null
  const { suspects, treated } = medicinesIn(report, names)
  if (suspects.length > 0) return suspects.length === 1 ? (suspects[0] ?? null) : null
  if (treated) return null
  if (question) return onlyMedicationOf([question], names) ?? onlyInCall
  return pointing.test(words) ? onlyInCall : null
}
