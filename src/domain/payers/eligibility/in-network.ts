import type { BenefitEntry, Network } from './benefit-entry.ts'

/** What was chosen of several entries, or the different values between which nothing decides, in ascending order. */
export type Choice = { value: number } | { between: number[] } | undefined

/** The one value of entries that should all say the same. */
export function oneOf(values: (number | null)[]): Choice {
  const different = [...new Set(values.filter((value) => value !== null))].toSorted((a, b) => a - b)
  const [value] = different
  if (value === undefined) return undefined
  return different.length === 1 ? { value } : { between: different }
}

/** The network an entry is of; where its code leaves that open, its words may say it. */
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
 * The entries of one benefit by the network they are of, the best to read first: in network (Y), then both (W), then
 * those that do not say. The last are left out where the payer marks others of the same benefit as out of network:
 * then they may be anything. Entries that are out of network are in no group.
 */
export function networkGroups(entries: BenefitEntry[]): BenefitEntry[][] {
  const byNetwork = Map.groupBy(entries, networkOf)
  const groups = [byNetwork.get('Y'), byNetwork.get('W'), byNetwork.has('N') ? undefined : byNetwork.get(null)]
  return groups.filter((group) => group !== undefined)
}

/** The entries of the best rank (0 is best); those without a rank do not count. */
export function bestOf(entries: BenefitEntry[], rankOf: (entry: BenefitEntry) => number | null): BenefitEntry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry)
    return rank === null ? [] : [{ entry, rank }]
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked.filter(({ rank }) => rank === best).map(({ entry }) => entry)
}
