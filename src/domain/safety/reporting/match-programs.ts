import type { SafetyProgram } from '../../../platform/database/generated/prisma/client.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { drugOf } from '../../drugs/drug-of.ts'

/**
 * The programs that a medicine is of. A brand is of those that name it, else of those that name its ingredient: a manufacturer does not answer
 * for another's brand. A generic name is of all that have a medicine of that ingredient.
 */
export function programsOf<Program extends Pick<SafetyProgram, 'medicines'>>(
  programs: readonly Program[],
  medicine: string | null,
): Program[] {
  if (medicine === null) return []
  const name = nameOf(medicine)
  const key = drugKeyOf(medicine)
  const having = (isOf: (one: string) => boolean) => programs.filter(({ medicines }) => medicines.some(isOf))
  if (name === key) return having((one) => drugKeyOf(one) === key)
  const ofBrand = having((one) => nameOf(one) === name)
  return ofBrand.length > 0 ? ofBrand : having((one) => nameOf(one) === key)
}

const nameOf = (medicine: string) => (drugOf(medicine)?.name ?? medicine).trim().toLowerCase()
