import type { PayerCall } from './payer-calls.ts'

/** Written after the reader was done, without trying them before. */
export const laterPayerCalls: PayerCall[] = [
  {
    name: 'a representative who reads the whole screen',
    said: `
      A: Could you please go over the medical benefits for this member?
      P: Absolutely. So this is a PPO plan, effective January 1st 2026, and it's active. For in-network services, the individual deductible is $2,500 and they've met $1,125.50. The family deductible is $5,000. Individual out-of-pocket max is $7,500, with $2,310.25 met so far. Coinsurance is 80/20. Primary care copay is $30, specialist is $60, urgent care is $75 and the emergency room is $350.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 2500,
      deductible_met_ytd: 1125.5,
      deductible_family: 5000,
      out_of_pocket_max: 7500,
      out_of_pocket_met_ytd: 2310.25,
      coinsurance_percentage: 20,
      copay_pcp: 30,
      copay_specialist: 60,
    },
  },
  {
    name: 'short questions, short answers, no punctuation',
    said: `
      A: hi i need the benefits for a patient please
      P: ok go ahead with the id
      A: individual deductible
      P: three thousand
      A: how much has been met
      P: twelve hundred
      A: out of pocket max
      P: eighty five fifty
      A: pcp copay
      P: thirty
      A: specialist copay
      P: fifty five`,
    told: { deductible_individual: 3000, deductible_met_ytd: 1200, out_of_pocket_max: 8550, copay_pcp: 30, copay_specialist: 55 },
  },
  {
    name: 'out of network first',
    said: `
      A: What's the deductible for this plan?
      P: Are you in network or out of network?
      A: We are in network.
      P: Okay, so out of network would be four thousand, but for in network it's eighteen hundred. And the in-network out of pocket maximum is fifty-five hundred, the out-of-network one is eleven thousand.`,
    told: { deductible_individual: 1800, out_of_pocket_max: 5500 },
  },
  {
    name: 'a later correction after a look',
    said: `
      A: What is the specialist copay?
      P: The specialist copay is fifty dollars.
      A: Fifty, thank you. And the individual deductible?
      P: One thousand. Oh, I apologize, let me correct that, the specialist copay is sixty-five dollars. The deductible is one thousand.`,
    told: { copay_specialist: 65, deductible_individual: 1000 },
  },
  {
    name: 'a pharmacy line',
    said: `
      P: Thank you for calling the pharmacy help desk, this call may be recorded.
      A: I need the prescription copays for this member please.
      P: Sure. For a 30-day supply at retail, generics are $5, preferred brands are $45, non-preferred brands are $90, and specialty drugs are $150. Mail order is a 90-day supply at two and a half times the copay. There is a pharmacy deductible of $100 for tiers two and three.`,
    told: { tier_1_copay: 5, tier_2_copay: 45, tier_3_copay: 90, copay_specialty: 150 },
  },
  {
    name: 'a family plan with last year beside it',
    said: `
      A: Can you tell me the family deductible and what has been met?
      P: Last year the family deductible was three thousand. For this year, the family deductible is thirty-five hundred, and fourteen hundred has been met.
      A: And the individual one?
      P: The individual deductible is seventeen fifty.`,
    told: { deductible_family: 3500, deductible_family_met_ytd: 1400, deductible_individual: 1750 },
  },
  {
    name: 'a representative in doubt',
    said: `
      A: What is the copay for primary care?
      P: I believe it's twenty-five, but I am not sure. Let me check. One moment. Okay, the primary care copay is thirty dollars.
      A: And specialists?
      P: Probably around fifty, that screen won't open for me.`,
    told: { copay_pcp: 30 },
  },
  {
    name: 'a machine with one value a turn and a confirmation number',
    said: `
      P: Please say or enter the member ID.
      A: Z four four one nine two two seven eight.
      P: I heard Z 4 4 1 9 2 2 7 8. The coverage is active. 
      P: The annual individual deductible is one thousand two hundred fifty dollars. Two hundred dollars have been satisfied.
      P: The individual out of pocket maximum is four thousand dollars.
      P: The office visit copayment for a primary care physician is twenty dollars. For a specialist, thirty-five dollars.
      P: Your confirmation number is 8 8 4 1 2 0. To hear this again, say repeat.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 1250,
      deductible_met_ytd: 200,
      out_of_pocket_max: 4000,
      copay_pcp: 20,
      copay_specialist: 35,
    },
  },
  {
    name: 'a read-back of everything at the end',
    said: `
      A: Let me read that back. The individual deductible is nine hundred with four hundred met, the specialist copay is forty, and the out-of-pocket maximum is five thousand. Is that correct?
      P: Yes, that's correct.
      A: And the reference number?
      P: It's one seven four four three.`,
    told: { deductible_individual: 900, deductible_met_ytd: 400, copay_specialist: 40, out_of_pocket_max: 5000 },
  },
  {
    name: 'coinsurance in place of copays for an infused drug',
    said: `
      A: I'm checking coverage for J1745 in an outpatient setting.
      P: Okay. J1745 is covered under the medical benefit at eighty percent after the deductible. The deductible is six hundred dollars and it has been met in full. There's no copay for the drug itself. Prior auth is required, you can fax it to 866 555 0199.`,
    told: { coinsurance_percentage: 20, deductible_individual: 600, deductible_met_ytd: 600 },
  },
  {
    name: 'two members and an ended policy',
    said: `
      A: Is the member's policy active?
      P: For the wife, the plan is active with a deductible of eight hundred. For your patient, the coverage termed on October thirty-first twenty twenty-five.
      A: So your system shows no active coverage?
      P: Right.`,
    told: { coverage_status: 'inactive' },
  },
  {
    name: 'names for speakers and chatter',
    said: `
      A: Hello, how are you today?
      P: Doing great, it is ninety degrees here in Phoenix. What can I do for you?
      A: I'd like the specialist copay and the deductible.
      P: Give me about two minutes. My kid just turned twelve fifty years ago it feels like. Alright, so the deductible is two thousand even, nothing met yet, and specialist visits run you a forty-five dollar copay.`,
    told: { deductible_individual: 2000, deductible_met_ytd: 0, copay_specialist: 45 },
  },
]
