import { expect, test } from 'vitest'
import type { BenefitEntry } from '../../src/domain/payers/eligibility/benefit-entry.ts'
import { copay, entry, mapped } from './benefit-entries.ts'

const tier = (words: string, amount: number, said: Partial<BenefitEntry> = {}) =>
  copay(amount, { services: ['88'], texts: [words], ...said })

test.each<[string, BenefitEntry[], object]>([
  ['an office visit without words is primary care', [copay(30)], { copay_pcp: 30 }],
  [
    'primary care and specialist in words',
    [copay(25, { texts: ['PRIMARY CARE PHYSICIAN'] }), copay(60, { texts: ['SPECIALIST'] })],
    { copay_pcp: 25, copay_specialist: 60 },
  ],
  ["specialist in place of the plan's name", [copay(60, { plan: 'SPECIALIST OFFICE VISIT' })], { copay_specialist: 60 }],
  [
    "a plan's name is no word about a visit",
    [entry('1', { plan: 'SPECIALTY CARE PLUS' }), copay(30, { plan: 'SPECIALTY CARE PLUS' })],
    { coverage_status: 'active', copay_pcp: 30 },
  ],
  ['one copay for both', [copay(40, { texts: ['PCP/SPECIALIST'] })], { copay_pcp: 40, copay_specialist: 40 }],
  ['primary care in words goes before a visit without words', [copay(30), copay(25, { texts: ['PCP'] })], { copay_pcp: 25 }],
  ['no specialist is no specialist', [copay(30, { texts: ['NON-SPECIALIST'] })], {}],
  [
    'urgent care, telehealth and well visits are not office visits',
    [copay(75, { texts: ['URGENT CARE'] }), copay(0, { texts: ['TELEHEALTH'] }), copay(0, { services: ['BZ'] })],
    {},
  ],
  ['two different copays stay open', [copay(30), copay(45)], {}],
  ['no copay in words', [copay(null, { texts: ['NO COPAY'] })], { copay_pcp: 0 }],
  ['no amount is not no copay', [copay(null)], {}],
  ['a limit on copays is no copay', [copay(2000, { period: '23' })], {}],
  ['pharmacy', [copay(15, { services: ['88'] })], { copay_pharmacy: 15 }],
  ['mail order is not retail', [tier('MAIL ORDER 90 DAY SUPPLY', 30)], {}],
  [
    'numbered tiers',
    [tier('TIER 1', 10), tier('TIER TWO', 35), tier('Tier III', 70), tier('TIER 4 SPECIALTY', 150)],
    { tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 70, copay_specialty: 150 },
  ],
  [
    'tiers in words',
    [tier('GENERIC', 10), tier('PREFERRED BRAND', 35), tier('NON-PREFERRED BRAND', 70)],
    { tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 70 },
  ],
  [
    'words are not tiers where the payer numbers them',
    [tier('TIER 1 PREFERRED GENERIC', 5), tier('TIER 2 GENERIC', 10), tier('TIER 3 PREFERRED BRAND', 35)],
    { tier_1_copay: 5, tier_2_copay: 10, tier_3_copay: 35 },
  ],
  [
    'words are not tiers where generics are split',
    [tier('PREFERRED GENERIC', 5), tier('NON-PREFERRED GENERIC', 10), tier('PREFERRED BRAND', 35)],
    {},
  ],
  ['brand without more is no tier', [tier('BRAND', 35)], {}],
  [
    'tiers by service type',
    [copay(10, { services: ['92'] }), copay(35, { services: ['B2'] }), copay(70, { services: ['B3'] })],
    { tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 70 },
  ],
  ['a tier of providers is no drug tier', [copay(30, { texts: ['TIER 1 PROVIDERS'] })], { copay_pcp: 30 }],
  [
    'what does not apply beside it leaves the copay',
    [copay(25, { texts: ['PRIMARY CARE; DEDUCTIBLE DOES NOT APPLY'] })],
    { copay_pcp: 25 },
  ],
  ['other than a specialist is none', [copay(30, { texts: ['OTHER THAN A SPECIALIST'] })], {}],
  ['who refers is not who is visited', [copay(60, { texts: ['SPECIALIST, PCP REFERRAL REQUIRED'] })], { copay_specialist: 60 }],
  ['a referral alone says no office', [copay(60, { texts: ['REFERRAL FROM PRIMARY CARE PHYSICIAN REQUIRED'] })], {}],
  ['a preferred pharmacy makes no preferred brand', [tier('BRAND AT PREFERRED PHARMACY', 40)], {}],
  [
    'a generic at two kinds of pharmacy stays open',
    [tier('GENERIC AT PREFERRED PHARMACY', 5), tier('GENERIC AT STANDARD PHARMACY', 15)],
    {},
  ],
  [
    'out-of-network copays are not read',
    [copay(90, { network: 'N' }), tier('TIER 1', 90, { network: 'N' }), copay(90, { network: 'N', texts: ['SPECIALIST'] })],
    {},
  ],
  [
    'a word for both networks goes before a visit without words',
    [copay(40), copay(25, { network: 'W', texts: ['PRIMARY CARE'] })],
    { copay_pcp: 25 },
  ],
])('%s', (_, entries, benefits) => {
  expect(mapped(...entries).benefits).toEqual(benefits)
  expect(mapped(...entries.toReversed()).benefits).toEqual(benefits)
})
