import type { Turn } from '../../../language/dialogue.ts'
import { amountFields, type ReportedBenefit } from '../../payers/benefits.ts'
import type { BenefitModel } from './learnt/benefit-decoder.ts'
import { benefitModels } from './learnt/benefit-model.ts'
import { type LikelyBenefit, likelyBenefits } from './learnt/likely-benefits.ts'
import { payerTurns } from './payer-side.ts'
import { readByRules } from './read-by-rules.ts'
import { ordered } from './reconcile.ts'

/**
 * From here the learnt reader is believed alone; where the rules took a statement of the field back, and where they heard the value
 * said of something else, only from further on. By cross-validation over calls that neither had seen: precision above .97.
 */
const sureAlone = 0.9
const sureOfContested = 0.95
const sureOfWithheld = 0.95
/** From here it makes what the rules read doubtful. */
const sureAgainst = 0.7

/**
 * The benefits that a payer's side states in a call, at most one entry for each field: read by rules (`readByRules`) and by a
 * model that was learnt from calls (`likelyBenefits`). Where both read the same it is told. Where one is silent the other is
 * told if it is sure, and where they differ what the rules read, unless the model is rather sure. Linear in the length of the
 * transcript. A zero is told by the rules alone: where a call says "nothing" and "none" the model too easily finds one.
 */
export function readBenefits(turns: readonly Turn[], models: readonly BenefitModel[] = benefitModels()): ReportedBenefit[] {
  const isPayer = payerTurns(turns)
  const { benefits, contested, withheld, elsewhere } = readByRules(turns, isPayer)
  const likely = likelyBenefits(turns, isPayer, models)
  const told = new Map(benefits.map((benefit) => [benefit.field, benefit]))
  for (const one of likely.values()) {
    const ruled = told.get(one.field)
    const least = Math.max(sureAlone, contested.has(one.field) ? sureOfContested : 0, withheld.has(one.value) ? sureOfWithheld : 0)
    if (ruled === undefined && one.likelihood >= least && one.value > 0 && !elsewhere.has(one.value)) told.set(one.field, reported(one))
    else if (ruled && ruled.value !== one.value && one.likelihood >= sureAgainst) told.delete(one.field)
  }
  const byRules = new Set(benefits)
  for (const pair of ordered) {
    const [less, more] = pair.map((field) => told.get(field))
    if (less && more && less.value > more.value) for (const one of [less, more]) if (!byRules.has(one)) told.delete(one.field)
  }
  return [...amountFields, 'coverage_status' as const].flatMap((field) => told.get(field) ?? [])
}

const reported = ({ field, value, quote }: LikelyBenefit): ReportedBenefit => ({ field, value, quote })
