import type { BenefitEntry, Network } from './benefit-entry.ts'

/** The value chosen from several entries, or the conflicting values in ascending order if nothing decides between them. */
export type Choice = { value: number } | { between: number[] } | undefined

/** The value of entries that should all agree. */
export function oneOf(values: (number | null)[]): Choice {
  const different = [...new Set(values.filter((value) => value !== null))].toSorted((a, b) => a - b)
  const [value] = different
  if (value === undefined) return undefined
  return different.length === 1 ? { value } : { between: different }
}

/** The network of an entry: from its code, otherwise from its words. */
function networkOf({ network, texts }: BenefitEntry): Network {
  if (network !== null) return network
  const words = texts.join(' ')
  const [out, within] = [
    /\b(out|non)[- ]?(of[- ])?(network|plan|par)\b|\boon\b/i.test(words),
    /\bin[- ](network|plan)\b|\bin (and|&|or) out\b/i.test(words),
  ]
  if (out) return within ? 'W' : 'N'
  return within ? 'Y' : null
}

/**
 * Groups the entries of one benefit by network, the most reliable first: in network (Y), both (W), unmarked. Unmarked entries are
 * left out if the payer marks others of the same benefit as out of network: they could then be either. Out-of-network entries
 * are in no group.
 */
export function networkGroups(entries: BenefitEntry[]): BenefitEntry[][] {
  const byNetwork = Map.groupBy(entries, networkOf)
  const groups = [byNetwork.get('Y'), byNetwork.get('W'), byNetwork.has('N') ? undefined : byNetwork.get(null)]
  return groups.filter((group) => group !== undefined)
}

/** The entries with the best rank (0 is best). Entries without a rank do not count. */
export function bestOf(entries: BenefitEntry[], rankOf: (entry: BenefitEntry) => number | null): BenefitEntry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry)
    return rank === null ? [] : [{ entry, rank }]
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked.filter(({ rank }) => rank === best).map(({ entry }) => entry)
}
