import type { Turn } from '../../../language/dialogue.ts'
import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { transcriptSentences } from '../../../language/sentences.ts'
import { type AmountField, amountFields, limitOf, type ReportedBenefit } from '../../payers/benefits.ts'
import type { BenefitsByModel } from './benefits-by-model.ts'
import { coverageOfCall } from './coverage-status.ts'
import type { Label } from './labels.ts'
import { payerTurns } from './payer-side.ts'
import { inOrder } from './read-benefits.ts'
import { partsOfField, readingsOf, resolved } from './readings.ts'
import { type SaidTurn, saidTurns } from './said-figures.ts'

/** As much of a call as is kept of any quote. */
const longestQuote = 300
/** So far before a figure "not" denies it: "it is not the five hundred". */
const reach = 3

type StatedBenefit = ReportedBenefit & { value: number }

/**
 * What of a model's reading of a payer call may be kept: each value has a quote that stands letter by letter in a turn of the payer's side.
 * The whole sentences that it stands in are what is kept and looked at: they state this very value, of nothing else by its names, and
 * neither deny it nor take it back. A sentence that talks to the model counts for nothing, nor does a field with two values.
 */
export function quotedBenefits(read: BenefitsByModel, turns: readonly Turn[]): ReportedBenefit[] {
  const isPayer = payerTurns(turns)
  const said = turns.filter(isPayer).map(({ text }) => transcriptSentences(spaced(text)))
  const stated = new Map<AmountField, StatedBenefit>()
  const disputed = new Set<AmountField>()
  // Limits first: what is met may be told by what is left of them.
  for (const { field, amount: value, quote: given } of read.amounts.toSorted((one, other) => rank(one) - rank(other))) {
    const quote = sentencesWith(said, given)
    const limit = limitOf[field] && stated.get(limitOf[field])?.value
    if (quote === undefined || !states(quote, field, value, limit)) continue
    if (stated.has(field) && stated.get(field)?.value !== value) disputed.add(field)
    stated.set(field, { field, value, quote })
  }
  const kept = inOrder(new Map([...stated].filter(([field]) => !disputed.has(field))))
  return [...amountFields.flatMap((field) => kept.get(field) ?? []), ...coverageIn(read, said)]
}

const rank = ({ field }: { field: AmountField }) => Number(limitOf[field] !== undefined)

/** As the model was given it. */
const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** The sentences of one turn that a quote stands in; undefined where it stands in none, or one of them talks to the model. */
function sentencesWith(turns: readonly (readonly string[])[], given: string): string | undefined {
  const quote = spaced(given)
  if (quote === '') return undefined
  for (const sentences of turns) {
    const text = sentences.join(' ')
    const at = text.indexOf(quote)
    if (at < 0) continue
    let from = 0
    const within = sentences.filter((sentence) => {
      const begin = from
      from += sentence.length + 1
      return begin < at + quote.length && at < begin + sentence.length
    })
    const whole = within.join(' ')
    return whole.length > longestQuote || within.some((sentence) => isPromptInjection(sentence, 'transcript')) ? undefined : whole
  }
  return undefined
}

const payer = { speaker: 'payer', text: '' }

/** Whether a figure of the sentences can be this value of this field, and is not denied. */
function states(quote: string, field: AmountField, value: number, limit: number | undefined): boolean {
  const [turn] = saidTurns([{ ...payer, text: quote }], () => true)
  if (!turn || isOfOthers(turn.labels, field)) return false
  return turn.figures.some(
    (figure) =>
      !isDenied(turn, figure) && readingsOf(figure).some((reading) => reading.field === field && resolved(reading, limit).value === value),
  )
}

/** Only other benefits are named, only the other scope or only the other network: "the family deductible is three thousand". */
function isOfOthers(labels: readonly Label[], field: AmountField): boolean {
  const { benefit, scope } = partsOfField[field]
  const names = (kind: Label['kind'], own: readonly string[]) => {
    const values = labels.filter((label) => label.kind === kind).map((label) => label.value)
    return values.length > 0 && !values.some((one) => own.includes(one))
  }
  return (
    names('benefit', benefit === 'share' ? ['coinsurance'] : [benefit]) ||
    names('scope', scope === 'family' ? ['family', 'both'] : ['individual', 'both']) ||
    names('network', ['in', 'both'])
  )
}

/** "Not five hundred", and what a correction in the same words takes back: "five hundred, sorry, six hundred". */
const isDenied = ({ labels, figures }: SaidTurn, figure: SaidTurn['figures'][number]): boolean =>
  labels.some(({ kind, from, to }) => {
    const between = figures.filter((other) => other !== figure && other.from >= to && other.to <= figure.from)
    if (kind === 'not') return to <= figure.from && figure.from - to <= reach && between.length === 0
    return kind === 'correction' && from >= figure.to && figures.some((other) => other.from >= to)
  })

/** The coverage, where its sentences alone say so. */
function coverageIn({ coverage }: BenefitsByModel, said: readonly (readonly string[])[]): ReportedBenefit[] {
  const quote = coverage && sentencesWith(said, coverage.quote)
  if (!coverage || quote === undefined || quote === null) return []
  const told = coverageOfCall([{ ...payer, text: quote }], () => true)
  return told?.value === coverage.status ? [{ field: 'coverage_status', value: coverage.status, quote }] : []
}
