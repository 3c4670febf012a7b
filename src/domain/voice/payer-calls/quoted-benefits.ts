import type { Turn } from '../../../language/dialogue.ts'
import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { transcriptSentences } from '../../../language/sentences.ts'
import { type AmountField, amountFields, type ReportedBenefit } from '../../payers/benefits.ts'
import type { BenefitsByModel } from './benefits-by-model.ts'
import { coverageOfCall } from './coverage-status.ts'
import { payerTurns } from './payer-side.ts'
import { inOrder } from './read-benefits.ts'
import { readingsOf, resolved } from './readings.ts'
import { type SaidTurn, saidTurns } from './said-figures.ts'

/** As much of a call as is kept of any quote. */
const longestQuote = 300
/** So far before a figure "not" denies it: "it is not the five hundred". */
const reach = 3

/**
 * What of a model's reading of a payer call may be kept: each value has a quote that stands letter by letter in a turn of the payer's side,
 * states this very value and does not deny it. A quote within a prompt injection counts for nothing, nor does a field with two values.
 */
export function quotedBenefits(read: BenefitsByModel, turns: readonly Turn[]): ReportedBenefit[] {
  const isPayer = payerTurns(turns)
  const said = turns.filter(isPayer).map(({ text }) => spaced(text))
  const isSaid = (quote: string) =>
    quote.length > 0 && quote.length <= longestQuote && said.some((text) => text.includes(quote) && !isInjected(text, quote))
  const quoted = read.amounts.map((one) => ({ ...one, quote: spaced(one.quote) })).filter(({ quote }) => isSaid(quote))
  const limits = new Map(quoted.map(({ field, amount }) => [field, amount]))
  const stated = new Map<AmountField, ReportedBenefit & { value: number }>()
  const disputed = new Set<AmountField>()
  for (const { field, amount: value, quote } of quoted) {
    if (!states(quote, field, value, limits)) continue
    if (stated.has(field) && stated.get(field)?.value !== value) disputed.add(field)
    stated.set(field, { field, value, quote })
  }
  const kept = inOrder(new Map([...stated].filter(([field]) => !disputed.has(field))))
  const coverage = read.coverage && { status: read.coverage.status, quote: spaced(read.coverage.quote) }
  return [
    ...amountFields.flatMap((field) => kept.get(field) ?? []),
    ...(coverage && isSaid(coverage.quote) && !isOpposite(coverage)
      ? [{ field: 'coverage_status' as const, value: coverage.status, quote: coverage.quote }]
      : []),
  ]
}

/** As the model was given it. */
const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim()

const isInjected = (text: string, quote: string) =>
  transcriptSentences(text).some((sentence) => isPromptInjection(sentence, 'transcript') && overlap(text, sentence, quote))

function overlap(text: string, sentence: string, quote: string): boolean {
  const [from, at] = [text.indexOf(sentence), text.indexOf(quote)]
  return at < from + sentence.length && from < at + quote.length
}

const payer = { speaker: 'payer', text: '' }

/** Whether a figure of the quote can be this value of this field, and is not denied. */
function states(quote: string, field: AmountField, value: number, limits: ReadonlyMap<AmountField, number>): boolean {
  const [turn] = saidTurns([{ ...payer, text: quote }], () => true)
  if (!turn) return false
  const limit = limits.get(limitOf[field] ?? field)
  return turn.figures.some(
    (figure) =>
      !isDenied(turn, figure) && readingsOf(figure).some((reading) => reading.field === field && resolved(reading, limit).value === value),
  )
}

const limitOf: Partial<Record<AmountField, AmountField>> = {
  deductible_met_ytd: 'deductible_individual',
  deductible_family_met_ytd: 'deductible_family',
  out_of_pocket_met_ytd: 'out_of_pocket_max',
}

/** "Not five hundred", and what a correction in the same quote takes back: "five hundred, sorry, six hundred". */
const isDenied = ({ labels, figures }: SaidTurn, figure: SaidTurn['figures'][number]): boolean =>
  labels.some(({ kind, from, to }) => {
    const between = figures.filter((other) => other !== figure && other.from >= to && other.to <= figure.from)
    if (kind === 'not') return to <= figure.from && figure.from - to <= reach && between.length === 0
    return kind === 'correction' && from >= figure.to && figures.some((other) => other.from >= to)
  })

/** The quote alone says the opposite. */
function isOpposite({ status, quote }: { status: string; quote: string }): boolean {
  const read = coverageOfCall([{ ...payer, text: quote }], () => true)
  return read !== undefined && read.value !== status
}
