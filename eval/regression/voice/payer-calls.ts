import type { Benefits } from '../../../src/domain/payers/benefits.ts'
import type { Turn } from '../../../src/language/dialogue.ts'

export interface PayerCall {
  name: string
  /** `A:` is our agent, `P:` the payer. */
  said: string
  told: Benefits
}

const speakers: Record<string, string> = { A: 'agent', P: 'representative' }

export const turnsOf = (said: string): Turn[] =>
  said
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .map((line) => ({ speaker: speakers[line.charAt(0)] ?? line.charAt(0), text: line.slice(2).trim() }))

/** Written before the reader was tuned. */
export const payerCalls: PayerCall[] = [
  {
    name: 'a chatty representative',
    said: `
      P: Thank you for calling Aetna provider services, this is Denise, how can I help?
      A: Hi Denise, I am calling to verify benefits for a patient. The member ID is W one two three four five six seven eight nine.
      P: Sure, one moment. How is your day going?
      A: Good, thanks. Is the policy active?
      P: Yes, the policy is active, effective January first twenty twenty-six.
      A: And what is the individual deductible?
      P: The individual deductible is fifteen hundred, six hundred met.
      A: And the specialist copay?
      P: That's forty.
      A: Thank you. And primary care?
      P: Primary care visits are twenty-five dollars.`,
    told: { coverage_status: 'active', deductible_individual: 1500, deductible_met_ytd: 600, copay_specialist: 40, copay_pcp: 25 },
  },
  {
    name: 'an IVR reading everything',
    said: `
      P: Welcome to the automated benefits line. For English, press 1. Coverage is active as of 01/01/2026.
      P: In-network benefits. Individual deductible: $1,500.00. Amount met: $600.00. Family deductible: $3,000.00. Individual out of pocket maximum: $6,000.00. Out-of-network benefits. Individual deductible: $5,000.00. Out of pocket maximum: $12,000.00. To repeat this, press 2.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 1500,
      deductible_met_ytd: 600,
      deductible_family: 3000,
      out_of_pocket_max: 6000,
    },
  },
  {
    name: 'no punctuation at all',
    said: `
      A: what is the individual deductible and how much has been met
      P: okay so the individual deductible is two thousand and they have met seven hundred fifty and the family deductible is four thousand
      A: and the out of pocket max
      P: out of pocket max is six thousand five hundred for the individual and thirteen thousand for the family
      A: thank you what is the copay for a specialist
      P: it's a fifty dollar copay for specialists and twenty five for primary care`,
    told: {
      deductible_individual: 2000,
      deductible_met_ytd: 750,
      deductible_family: 4000,
      out_of_pocket_max: 6500,
      out_of_pocket_max_family: 13000,
      copay_specialist: 50,
      copay_pcp: 25,
    },
  },
  {
    name: 'a correction in one breath',
    said: `
      A: What is the individual deductible?
      P: It's fifteen hundred, sorry, two thousand.`,
    told: { deductible_individual: 2000 },
  },
  {
    name: 'a read-back that is confirmed',
    said: `
      A: So the individual deductible is fifteen hundred?
      P: Correct.
      A: And the specialist copay is forty dollars?
      P: Yes.`,
    told: { deductible_individual: 1500, copay_specialist: 40 },
  },
  {
    name: 'a read-back that is corrected',
    said: `
      P: The deductible is two thousand dollars.
      A: So the deductible is fifteen hundred?
      P: No, it is two thousand.`,
    told: { deductible_individual: 2000 },
  },
  {
    name: 'a read-back of another number that is confirmed stays open',
    said: `
      P: The deductible is fifteen hundred.
      A: So the deductible is two thousand?
      P: Yes.`,
    told: {},
  },
  {
    name: 'in and out of network together',
    said: `
      A: Can you give me the deductible?
      P: In network it's fifteen hundred and out of network it's three thousand.
      A: And specialist visits?
      P: Forty in network, out of network is forty percent after deductible.`,
    told: { deductible_individual: 1500, copay_specialist: 40 },
  },
  {
    name: 'drug tiers',
    said: `
      A: What are the pharmacy copays?
      P: Tier one is ten dollars, tier two is thirty-five, tier three sixty. Tier four specialty is twenty-five percent up to two hundred fifty dollars. That's for a thirty day supply.`,
    told: { tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 60 },
  },
  {
    name: 'generics and brands without stops',
    said: `
      A: what are the drug copays
      P: generics are ten preferred brand forty non preferred seventy five`,
    told: { tier_1_copay: 10, tier_2_copay: 40, tier_3_copay: 75 },
  },
  {
    name: 'digit by digit',
    said: `
      P: The member has a deductible of one five zero zero. Reference number for this call is one one four two nine.`,
    told: { deductible_individual: 1500 },
  },
  {
    name: 'a hold message with prices and a phone number',
    said: `
      A: What is the copay for a specialist?
      P: Let me place you on a brief hold.
      P: Did you know that our dental plans start at nineteen dollars a month? Visit us online or call 1-800-555-1234. Members save up to fifty dollars.
      P: Thanks for holding. The specialist copay is forty-five dollars.`,
    told: { copay_specialist: 45 },
  },
  {
    name: 'two plans, the second is not the one asked for',
    said: `
      P: I see two plans. The primary plan has a deductible of one thousand. The secondary plan has a deductible of five hundred.`,
    told: { deductible_individual: 1000 },
  },
  {
    name: 'what remains',
    said: `
      A: What is the deductible?
      P: It's three thousand, and they have twelve hundred left to meet.
      A: And the out-of-pocket maximum?
      P: Seven thousand, with fifty-five hundred remaining.`,
    told: { deductible_individual: 3000, deductible_met_ytd: 1800, out_of_pocket_max: 7000, out_of_pocket_met_ytd: 1500 },
  },
  {
    name: 'terminated coverage',
    said: `
      A: Is the coverage active?
      P: No, it looks like the policy was terminated as of June thirtieth.`,
    told: { coverage_status: 'inactive' },
  },
]
