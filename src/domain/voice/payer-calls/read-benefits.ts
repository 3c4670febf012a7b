import type { Turn } from '../../../language/dialogue.ts'
import { type AmountField, amountFields, type ReportedBenefit } from '../../payers/benefits.ts'
import type { BenefitModel } from './benefit-decoder.ts'
import { benefitModels } from './benefit-model.ts'
import { coverageOfCall } from './coverage-status.ts'
import { likelyBenefits } from './likely-benefits.ts'
import { payerTurns } from './payer-side.ts'

export interface Thresholds {
  /** From how likely an amount is told. */
  amount: number
  /** A zero, of which calls are full of likenesses: "nothing" and "none". */
  zero: number
}

/** Chosen by cross-validation over calls that the models had not seen (eval/train/payer-calls/cross-validate.ts). */
export const thresholds: Thresholds = { amount: 0.75, zero: 0.9 }

/** The first is never more than the second. Where it is, one was misheard, and nobody can tell which: both are left out. */
const ordered = [
  ['deductible_met_ytd', 'deductible_individual'],
  ['deductible_family_met_ytd', 'deductible_family'],
  ['out_of_pocket_met_ytd', 'out_of_pocket_max'],
  ['deductible_individual', 'deductible_family'],
  ['out_of_pocket_max', 'out_of_pocket_max_family'],
  ['deductible_individual', 'out_of_pocket_max'],
  ['deductible_family', 'out_of_pocket_max_family'],
  ['tier_1_copay', 'tier_2_copay'],
  ['tier_2_copay', 'tier_3_copay'],
] as const

/**
 * The benefits that a payer's side states in a call, at most one entry for each field: amounts by a model that was learnt from calls
 * (`likelyBenefits`), the coverage by rules. Linear in the length of the transcript.
 */
export function readBenefits(
  turns: readonly Turn[],
  models: readonly BenefitModel[] = benefitModels(),
  from: Thresholds = thresholds,
): ReportedBenefit[] {
  const isPayer = payerTurns(turns)
  const told = new Map<AmountField, ReportedBenefit>()
  for (const { likelihood, ...benefit } of likelyBenefits(turns, isPayer, models).values())
    if (likelihood >= (benefit.value === 0 ? from.zero : from.amount)) told.set(benefit.field, benefit)
  const kept = inOrder(told)
  const coverage = coverageOfCall(turns, isPayer)
  return [...amountFields.flatMap((field) => kept.get(field) ?? []), ...(coverage ? [coverage] : [])]
}

/** Without the amounts that contradict each other: of a deductible no more can be met than there is. */
export function inOrder<Told extends ReportedBenefit>(told: ReadonlyMap<AmountField, Told>): Map<AmountField, Told> {
  const kept = new Map(told)
  for (const pair of ordered) {
    const [less, more] = pair.map((field) => kept.get(field))
    if (less && more && less.value > more.value) for (const field of pair) kept.delete(field)
  }
  return kept
}
