import { amountPhrases } from './amount-phrases.ts'

/** What an analysis wrote of a call, in its own words and in the speakers'. */
export interface ToldSummary {
  overview: string | null
  concern: string | null
  resolution: string | null
  findings: readonly string[]
}

/** A quotation, also one that was cut at the end of the text. */
const quotations = /“[^”]*(?:”|$)|"[^"]*(?:"|$)/gu
const mostAmounts = 12

/**
 * The overview of a call whose words are erased: what was quoted is left out, and the amounts are added that only the concern, the
 * resolution, the findings or a quotation named. Null for a call that was never analysed.
 */
export function overviewWithoutWords({ overview, concern, resolution, findings }: ToldSummary): string | null {
  if (overview === null) return null
  const kept = overview.replace(quotations, '“…”')
  const named = [overview, concern ?? '', resolution ?? '', ...findings].flatMap((text) => amountPhrases(text))
  const amounts = [...new Set(named)].filter((amount) => !kept.includes(amount)).slice(0, mostAmounts)
  if (amounts.length === 0) return kept
  return `${kept} ${kept.includes('Amounts named:') ? 'Further amounts' : 'Amounts named'}: ${amounts.join('; ')}.`
}
