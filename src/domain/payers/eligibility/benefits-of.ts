import type { AmountField, Benefits } from '../benefits.ts'
import type { BenefitEntry, Response271 } from './benefit-entry.ts'
import { copays } from './copays.ts'
import { authorizationsOf, coverageOf, planNameOf } from './coverage.ts'
import type { EligibilityAnswer } from './eligibility.ts'
import type { Choice } from './in-network.ts'
import { accumulated, coinsurance, ofThePlan, totals } from './plan-amounts.ts'

/**
 * Maps a 271 to our fields. The order of its entries makes no difference. Nothing is guessed: out-of-network amounts are
 * ignored, and if the payer gives two values for one benefit and nothing decides between them, the field stays empty and `notes`
 * says so.
 */
export function benefitsOf(response: Response271): Omit<EligibilityAnswer, 'raw'> & { notes: string[] } {
  const { entries } = response
  const notes: string[] = []
  const benefits: Benefits = {}
  const fill = (field: AmountField, choice: Choice) => {
    if (choice === undefined) return
    if ('value' in choice) benefits[field] = choice.value
    else notes.push(`${field}: the payer gives ${choice.between.join(' and ')}, and nothing tells which counts.`)
  }

  if (entries.length === 0 && response.rejections.length === 0) notes.push('The answer holds neither benefits nor a rejection.')
  const statuses = coverageOf(entries)
  if (statuses.length > 1) notes.push('coverage_status: the payer says both active and inactive.')
  else if (statuses[0] !== undefined) benefits.coverage_status = statuses[0]
  for (const { code, level, total, met } of totals) {
    const sums = accumulated(ofThePlan(entries.filter((entry) => entry.code === code && entry.level === level)))
    fill(total, sums.total)
    if (met !== null) fill(met, sums.met)
    if (exceeds(sums.remainder, sums.total)) notes.push(`${total}: the payer says that more remains than the total.`)
    else if (disagree(sums)) notes.push(`${total}: total, remaining and year to date do not add up; year to date was taken.`)
  }
  notes.push(...withoutLevel(entries))
  fill('coinsurance_percentage', coinsurance(entries))
  const planNames = new Set([response.planName, planNameOf(entries, { activeOnly: false })].filter((name) => name !== null))
  for (const entry of entries) if (/^[1-8]$/.test(entry.code) && entry.plan !== null) planNames.add(entry.plan)
  for (const [field, choice] of Object.entries(copays(entries, planNames))) fill(field as AmountField, choice)

  const authorizations = authorizationsOf(entries).flatMap(({ hcpcs, required }) => {
    if (required === null) notes.push(`${hcpcs}: the payer says both that authorization is needed and that it is not.`)
    return required === null ? [] : [{ hcpcs, required }]
  })
  return {
    benefits,
    planName: planNameOf(entries, { activeOnly: benefits.coverage_status === 'active' }) ?? response.planName,
    groupNumber: response.groupNumber,
    planBegin: response.planBegin,
    planEnd: response.planEnd,
    authorizations,
    rejections: response.rejections,
    notes,
  }
}

const exceeds = (remainder: Choice, total: Choice) =>
  remainder !== undefined && total !== undefined && 'value' in remainder && 'value' in total && remainder.value > total.value

function disagree({ total, met, remainder }: { total: Choice; met: Choice; remainder: Choice }): boolean {
  if (!total || !met || !remainder || !('value' in total) || !('value' in met) || !('value' in remainder)) return false
  return Math.abs(total.value - remainder.value - met.value) >= 0.01
}

/** Notes on plan totals that do not say whether they are for an individual or the family. */
function withoutLevel(entries: BenefitEntry[]): string[] {
  return [
    { code: 'C', name: 'deductible' },
    { code: 'G', name: 'out-of-pocket maximum' },
  ].flatMap(({ code, name }) => {
    const some = ofThePlan(entries.filter((entry) => entry.code === code && entry.amount !== null))
    const unsaid = some.length > 0 && some.every(({ level }) => level === null)
    return unsaid ? [`The payer gives a ${name}, but not whether it is one person's or the family's.`] : []
  })
}
