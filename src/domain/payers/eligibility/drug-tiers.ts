import type { BenefitEntry } from './benefit-entry.ts'

export type DrugCopay = 'copay_pharmacy' | 'copay_specialty' | 'tier_1_copay' | 'tier_2_copay' | 'tier_3_copay'

/**
 * Service types (EB03): 88 pharmacy, 89 free-standing prescription drugs, 91 brand name, 92 generic, B2 and B3 brand name on
 * and off the formulary, GF and GN generic on and off it. 90 (mail order) is not retail.
 */
const drugServices = new Set(['88', '89', '91', '92', 'B2', 'B3', 'GF', 'GN'])
const inWords: Record<string, string> = {
  91: 'brand',
  92: 'generic',
  B2: 'formulary brand',
  B3: 'non-formulary brand',
  GF: 'formulary generic',
  GN: 'non-formulary generic',
}

const mail = /\bmail\b|\b(90|84|100)[- ]?days?\b/i
const specialty = /(?<!non[- ]?)\bspecialty\b/i
const tierNumber = /\btier\s*#?\s*(\d|one|two|three|four|five|six|iii|ii|iv|i|v)\b/gi
const numbers: Record<string, number> = { one: 1, two: 2, three: 3, i: 1, ii: 2, iii: 3 }
const notPreferred = /\bnon[- ]?(preferred|formulary)\b/i
const preferred = /(?<!\bnon[- ]?)(preferred|formulary)\b/i
/** Names where a drug is bought, which says nothing about its tier. */
const preferredShop = /\b(non[- ]?)?preferred ((retail|network|in-network) )*(pharmac\w+|networks?|providers?|retail)\b/gi
/** Words that narrow an entry of service type 88. Without them it applies to medicines in general. */
const narrowing =
  /\btiers?\b|\bgenerics?\b|\bbrands?\b|\bpreferred\b|\bformulary\b|\bspecialty\b|\bpreventi|\bdiabet|\binsulin\b|\bcontracept/i

/**
 * Sorts drug copays into fields; an entry may belong to two ("tier 3, specialty") or to none. If the payer numbers its tiers, its
 * numbers count. If it numbers none, generic is tier 1, preferred brand 2 and non-preferred brand 3, unless it splits generics
 * too: then its tiers do not match ours.
 */
export function drugCopays(entries: BenefitEntry[], wordsOf: (entry: BenefitEntry) => string): Record<DrugCopay, BenefitEntry[]> {
  const drugs = entries.flatMap((entry) => {
    const services = entry.services.filter((service) => drugServices.has(service))
    const said = wordsOf(entry)
    if (services.length === 0 || mail.test(said)) return []
    // A service type that names a kind of drug counts as words only if it is the only one.
    const words = services.length === 1 ? [said, inWords[services[0] ?? ''] ?? ''].join(' ').trim() : said
    return [{ entry, words, services, tiers: tiersOf(words) }]
  })
  const numbered = drugs.some(({ tiers }) => tiers.length > 0)
  const splitGenerics = drugs.some(({ words }) => /\bgeneric/i.test(words) && notPreferred.test(words) && !/\bbrand/i.test(words))
  const inTier = (tier: number) =>
    drugs.filter(({ words, tiers }) => (numbered ? tiers.includes(tier) : !splitGenerics && tierByWords(words) === tier))
  const of = (some: typeof drugs) => some.map(({ entry }) => entry)
  return {
    copay_pharmacy: of(drugs.filter(({ words, services }) => services.includes('88') && !narrowing.test(words))),
    copay_specialty: of(drugs.filter(({ words }) => specialty.test(words))),
    tier_1_copay: of(inTier(1)),
    tier_2_copay: of(inTier(2)),
    tier_3_copay: of(inTier(3)),
  }
}

const tiersOf = (words: string) =>
  [...words.matchAll(tierNumber)].map(([, said = '']) => numbers[said.toLowerCase()] ?? (Number.parseInt(said, 10) || 9))

function tierByWords(said: string): number | undefined {
  const words = said.replace(preferredShop, '')
  const [generic, brand] = [/\bgenerics?\b/i.test(words), /\bbrands?\b/i.test(words)]
  if (specialty.test(words) || generic === brand) return undefined
  if (generic) return notPreferred.test(words) ? undefined : 1
  if (notPreferred.test(words)) return preferred.test(words) ? undefined : 3
  return preferred.test(words) ? 2 : undefined
}
