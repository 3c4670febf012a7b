import type { Benefits } from '../payers/benefits.ts'
import { remaining } from './merge-benefits.ts'
import type { StepSet } from './policies/policy-statement.ts'
import type { Requirements } from './policies/requirements.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' })
const money = (amount: number) => dollars.format(amount)

/** The benefits in words that an agent can say on the phone: only those that callers ask for, and only known ones. */
export function benefitsMessage(benefits: Benefits): string {
  if (benefits.coverage_status === 'inactive') {
    return 'According to your insurance, your coverage is not active. A member of our team will go through this with you.'
  }
  const sentences = [
    benefits.coverage_status === 'active' ? 'Your coverage is active.' : undefined,
    limitSentence('Your deductible', benefits.deductible_individual, benefits.deductible_met_ytd),
    limitSentence('Your out-of-pocket maximum', benefits.out_of_pocket_max, benefits.out_of_pocket_met_ytd),
    benefits.copay_specialty === undefined ? undefined : `The copay for specialty medicines is ${money(benefits.copay_specialty)}.`,
  ].filter((sentence) => sentence !== undefined)
  return sentences.length > 0 ? sentences.join(' ') : 'Your insurance did not tell me the amounts. A member of our team will ask for them.'
}

function limitSentence(name: string, limit: number | undefined, met: number | undefined): string | undefined {
  if (limit === undefined) return undefined
  const left = remaining(limit, met)
  return left === undefined ? `${name} is ${money(limit)}.` : `${name} is ${money(limit)}, with ${money(left)} left to meet.`
}

/** The policies' requirements for a medicine, in words that an agent can say on the phone. */
export function requirementsMessage(medication: string, found: Requirements): string {
  const { excluded, paRequired, stepTherapyRequired, stepTherapySets } = found
  if (excluded === true) {
    return `${medication} is not covered by this policy of your insurance, so prior authorization does not apply. A member of our team can tell you what is possible instead.`
  }
  if (paRequired === null && stepTherapyRequired === null && found.sources.length === 0) {
    return `I did not find ${medication} in a policy of your insurance, so I cannot say whether it needs prior authorization. A member of our team will check it.`
  }
  const authorization =
    paRequired === null
      ? `The policy does not say clearly whether ${medication} needs prior authorization; a member of our team will check it.`
      : paRequired
        ? `${medication} needs prior authorization by your insurance.`
        : `${medication} does not need prior authorization by your insurance.`
  if (stepTherapyRequired !== true) return authorization
  const sets = stepTherapySets.filter(({ drugs }) => drugs.length > 0)
  if (sets.length === 0) return `${authorization} Your insurance also asks that another treatment is tried first.`
  return `${authorization} Your insurance also asks that another treatment is tried first: ${sets.map(setWords).join('; ')}.`
}

/** "for plaque psoriasis, two of methotrexate, acitretin or cyclosporine" */
function setWords({ indication, drugs, needed }: StepSet): string {
  const use = indication === null ? '' : `for ${indication}, `
  if (drugs.length > 1 && needed === drugs.length) return `${use}${joinWithAnd(drugs)}`
  const count = needed !== null && needed > 1 ? `${needed} of ` : ''
  return `${use}${count}${joinWithOr(drugs)}`
}

const joinWithAnd = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names)
const joinWithOr = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
