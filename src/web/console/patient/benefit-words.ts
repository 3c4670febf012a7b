import { money } from '../parts/formats.ts'
import { words } from '../ui/pill.tsx'

const percent = (share: number) => `${share}%`

const benefits: Record<string, [name: string, written?: (value: number) => string]> = {
  coverageStatus: ['Coverage'],
  deductibleIndividual: ['Deductible, individual', money],
  deductibleMetYtd: ['Deductible met this year', money],
  deductibleFamily: ['Deductible, family', money],
  outOfPocketMax: ['Out-of-pocket maximum', money],
  outOfPocketMetYtd: ['Out-of-pocket met this year', money],
  copayPcp: ['Copay, primary care', money],
  copaySpecialist: ['Copay, specialist', money],
  copayPharmacy: ['Copay, pharmacy', money],
  copaySpecialty: ['Copay, specialty medicine', money],
  coinsurancePercentage: ['Coinsurance', percent],
  tier1Copay: ['Copay, tier 1 medicine', money],
  tier2Copay: ['Copay, tier 2 medicine', money],
  tier3Copay: ['Copay, tier 3 medicine', money],
}

export const benefitName = (name: string): string => benefits[name]?.[0] ?? words(name)

export function benefitValue(name: string, value: unknown): string {
  const written = benefits[name]?.[1]
  return written && typeof value === 'number' ? written(value) : words(String(value))
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** As `fieldSources` and discrepancies name it: `copay_pcp`. */
export const benefitNameOfField = (field: string): string => benefitName(camel(field))
export const benefitValueOfField = (field: string, value: unknown): string => benefitValue(camel(field), value)
