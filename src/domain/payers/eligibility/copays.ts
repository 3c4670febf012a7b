import type { AmountField } from '../benefits.ts'
import type { BenefitEntry } from './benefit-entry.ts'
import { type DrugCopay, drugCopays } from './drug-tiers.ts'
import { bestOf, type Choice, networkGroups, oneOf } from './in-network.ts'

/** Service types of office visits: 98 office visit, BY sick visit. A0 (outpatient) and BZ (well visit) have other copays. */
const visits = ['98', 'BY']
/** EB06 of a copay: none, per visit, or per month (a prescription). Other periods are limits on the sum of copays. */
const copayPeriods = new Set([null, '27', '34'])

const specialist = /\bspecialists?\b|\bspec\b|\bspecialty (care|office|physician|visit)/i
const primary = /\bprimary care\b|\bpcps?\b|\bprimary physician\b|\bfamily (practice|physician|medicine)\b|\bgeneral practi/i
/** "All but specialists": excludes the kind of office named after it, so nothing is read from the entry. */
const negated =
  /\b(non|not|other than|except|except for|excluding|without)[- ]+((a|an|the|by|with|your) )*(spec|primary|pcp|family|general)/i
/** Names who refers the patient, not whose office it is. */
const referral = /\b(refer|auth)/i
/** Visits with separate copays. */
const other =
  /\b(urgent|emergency|tele(health|medicine|visit|doc)?|virtual|e-?visits?|preventi\w+|well|wellness|mental|behavioral|therap\w+|chiro\w*|acupunct\w*|allerg\w*|matern\w*|prenatal|inpatient|outpatient|hospital|surg\w+|lab\w*|x-?ray|imaging|retail clinic|convenience|dental|vision|eye|hearing)\b/i

type Visit = 'primary' | 'specialist' | 'both' | 'unsaid' | 'other'

function visitOf(words: string): Visit {
  const [saysSpecialist, saysPrimary] = [specialist.test(words), primary.test(words)]
  if (other.test(words) || negated.test(words)) return 'other'
  if (saysPrimary && referral.test(words)) return saysSpecialist ? 'specialist' : 'other'
  if (saysSpecialist) return saysPrimary ? 'both' : 'specialist'
  return saysPrimary ? 'primary' : 'unsaid'
}

/** The copay of an entry. It is 0 only if the payer says so, as `0` or in words. */
function copayOf({ amount, texts }: BenefitEntry): number | null {
  return amount ?? (texts.some((text) => /^no co-?pay(ment)?( (required|applies))?\.?$/i.test(text)) ? 0 : null)
}

/**
 * Copays (EB01 B) of visits and drugs. Payers mostly state the kind of office and the drug tier in words (MSG, or EB05 instead of
 * the plan's name). A visit copay without such words counts as primary care; a specialist copay must be named as one.
 */
export function copays(entries: BenefitEntry[], planNames: ReadonlySet<string>): Partial<Record<AmountField, Choice>> {
  const given = entries.filter(
    (entry) => entry.code === 'B' && entry.procedure === null && copayPeriods.has(entry.period) && copayOf(entry) !== null,
  )
  const wordsOf = ({ plan, texts }: BenefitEntry) => [...(plan !== null && !planNames.has(plan) ? [plan] : []), ...texts].join('; ')
  const chosen = (some: BenefitEntry[], rankOf: (entry: BenefitEntry) => number | null = () => 0) => {
    const groups = networkGroups(some.filter((entry) => rankOf(entry) !== null))
    const best = new Set(bestOf(groups.flat(), rankOf))
    const group = groups.find((one) => one.some((entry) => best.has(entry))) ?? []
    return oneOf(group.filter((entry) => best.has(entry)).map(copayOf))
  }
  const ofVisit = (ranks: Partial<Record<Visit, number>>) =>
    chosen(given, (entry) => {
      const service = visits.findIndex((visit) => entry.services.includes(visit))
      const rank = ranks[visitOf(wordsOf(entry))]
      return service < 0 || rank === undefined ? null : rank * visits.length + service
    })
  const drugs = Object.entries(drugCopays(given, wordsOf)) as [DrugCopay, BenefitEntry[]][]
  return {
    copay_pcp: ofVisit({ primary: 0, both: 0, unsaid: 1 }),
    copay_specialist: ofVisit({ specialist: 0, both: 0 }),
    ...Object.fromEntries(drugs.map(([field, some]) => [field, chosen(some)])),
  }
}
