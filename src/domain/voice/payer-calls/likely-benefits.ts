import type { Turn } from '../../../language/dialogue.ts'
import type { AmountField } from '../../payers/benefits.ts'
import { type BenefitModel, likeliest, type Marginals, marginals } from './benefit-decoder.ts'
import { placedFigures } from './figure-features.ts'
import { isOtherAmount } from './other-amounts.ts'
import { partsOfField } from './readings.ts'
import { type SaidTurn, saidTurns } from './said-figures.ts'
import { isWhatIsLeft } from './what-is-left.ts'

/** What a payer likely states, and how likely. */
export interface LikelyBenefit {
  field: AmountField
  value: number
  likelihood: number
  quote: string
}

/** A call has some dozens of figures, and a turn a few. More is no call that this was learnt from. */
const mostFigures = 300
const mostOfTurn = 60

/**
 * The value that each field most likely has in the end, by models that take every figure of the call for a field or for nothing:
 * each looks at the names around the figure, what our side asked and what was stated before.
 */
export function likelyBenefits(
  turns: readonly Turn[],
  isPayer: (turn: Turn) => boolean,
  models: readonly BenefitModel[],
): Map<AmountField, LikelyBenefit> {
  const found = new Map<AmountField, LikelyBenefit>()
  const said = saidTurns(turns, isPayer).map((turn) => (turn.figures.length > mostOfTurn ? { ...turn, figures: [] } : turn))
  if (said.reduce((sum, { figures }) => sum + figures.length, 0) > mostFigures) return found
  const figures = placedFigures(said)
  const all: Marginals[] = models.map((model) => marginals(likeliest(model, figures), figures))
  for (const field of new Set(all.flatMap((one) => [...one.keys()]))) {
    if (field === 'out_of_pocket_family_met' || !isNamed(said, field)) continue
    const sums = new Map<number, { likelihood: number; turn: number }>()
    for (const one of all)
      for (const [value, { likelihood, turn }] of one.get(field) ?? [])
        sums.set(value, { likelihood: (sums.get(value)?.likelihood ?? 0) + likelihood / models.length, turn })
    const [best] = [...sums].toSorted((one, other) => other[1].likelihood - one[1].likelihood)
    if (!best) continue
    const [value, { likelihood, turn }] = best
    const parts = partsOfField[field]
    if (parts.measure !== undefined && (isWhatIsLeft(said, turn, value) || isOtherAmount(said[turn], value, parts))) continue
    found.set(field, { field, value, likelihood, quote: (turns[turn]?.text ?? '').trim().slice(0, 300).toWellFormed() })
  }
  return found
}

/** Somebody named the benefit in the call: of a deductible that is never mentioned nothing is stated. */
function isNamed(said: readonly SaidTurn[], field: AmountField): boolean {
  const { benefit } = partsOfField[field]
  if (benefit === 'deductible') return said.some(({ labels }) => labels.some(({ value }) => value === benefit))
  if (benefit !== 'oop') return true
  return said.some(({ labels, words }) => labels.some(({ value }) => value === benefit) || words.some(({ text }) => maximum.test(text)))
}

const maximum = /^(?:max|maximum|maximums|moop|oop|pocket|cap|limit)$/u
