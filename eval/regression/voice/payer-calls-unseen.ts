import type { PayerCall } from './payer-calls.ts'

/** Written in one go with `payer-calls-spoken.ts` (issue 15), and held back while the reader was tuned on those. */
export const unseenPayerCalls: PayerCall[] = [
  {
    name: 'in order: deductible, met, maximum, met',
    said: `
      A: i just need deductible and out of pocket and the accumulators please
      P: sure individual deductible is one thousand she has satisfied six eighty five out of pocket max is four thousand and she has satisfied nineteen hundred and two
      A: perfect and what about the coinsurance
      P: shes responsible for fifteen percent we pick up eighty five
      A: and her copay for specialists
      P: fifty bucks`,
    told: {
      deductible_individual: 1000,
      deductible_met_ytd: 685,
      out_of_pocket_max: 4000,
      out_of_pocket_met_ytd: 1902,
      coinsurance_percentage: 15,
      copay_specialist: 50,
    },
  },
  {
    name: 'individual and family with what is met of each',
    said: `
      A: Can I get the individual and family deductible amounts?
      P: Individual's twelve hundred, family's twenty-four hundred.
      A: And year to date?
      P: Individual has met three hundred, family has met seven fifty.
      A: How about out of pocket?
      P: Four thousand and eight thousand.
      A: So four thousand individual, eight thousand family?
      P: You got it.`,
    told: {
      deductible_individual: 1200,
      deductible_family: 2400,
      deductible_met_ytd: 300,
      deductible_family_met_ytd: 750,
      out_of_pocket_max: 4000,
      out_of_pocket_max_family: 8000,
    },
  },
  {
    name: 'four tiers by number, mail order apart',
    said: `
      A: what are the drug copays
      P: okay tier one five tier two thirty tier three sixty and tier four is specialty at one fifty thats for retail thirty day if they do mail its double
      A: do they apply before the deductible
      P: theres no deductible on the drug side`,
    told: { tier_1_copay: 5, tier_2_copay: 30, tier_3_copay: 60, copay_specialty: 150 },
  },
  {
    name: 'an eligibility yes and a dead end',
    said: `
      A: Is coverage currently in force for this member?
      P: Yes ma'am, she's been active since March 1st of 2023.
      A: And the specialty copay under the pharmacy benefit?
      P: I can't see pharmacy here, you'd need to call them, that's 1-844-555-0134.
      A: OK. Under medical, then, what's the specialist visit?
      P: Forty-five dollar copay, deductible doesn't apply.`,
    told: { coverage_status: 'active', copay_specialist: 45 },
  },
  {
    name: 'nothing applied and no family amount',
    said: `
      A: what's her deductible and has any of it been met
      P: looks like a seventy five hundred dollar deductible high deductible plan and nothing's been applied to it
      A: does that include pharmacy
      P: yes it's combined medical and rx
      A: and out of pocket
      P: same seventy five hundred
      A: and after that
      P: after that everything's a hundred percent`,
    told: { deductible_individual: 7500, deductible_met_ytd: 0, out_of_pocket_max: 7500 },
  },
  {
    name: 'a representative who repeats herself',
    said: `
      P: So in network the deductible is nine hundred, nine hundred individual, eighteen hundred family. She's met five hundred and ten, five one zero, of the nine hundred.
      A: Thank you. And primary care?
      P: Primary care's a twenty-dollar copay. Specialist is a forty-dollar copay. Urgent care, sixty. ER two hundred.
      A: And coinsurance?
      P: Ninety ten.`,
    told: {
      deductible_individual: 900,
      deductible_family: 1800,
      deductible_met_ytd: 510,
      copay_pcp: 20,
      copay_specialist: 40,
      coinsurance_percentage: 10,
    },
  },
  {
    name: 'out of network asked first, then in network',
    said: `
      A: do you have the out of network deductible
      P: five thousand individual ten thousand family
      A: okay and in network
      P: twenty five hundred individual five thousand family
      A: and coinsurance in network
      P: member pays twenty
      A: out of network
      P: forty`,
    told: { deductible_individual: 2500, deductible_family: 5000, coinsurance_percentage: 20 },
  },
  {
    name: 'a wrong line, taken back',
    said: `
      A: What is the out-of-pocket maximum?
      P: It's three thousand... hold on, that's the deductible. Out-of-pocket is sixty-eight fifty.
      A: So the deductible is three thousand and the out-of-pocket is six thousand eight hundred and fifty?
      P: Exactly.
      A: How much has been met on each?
      P: Twelve hundred on the deductible, and fourteen seventy-five on the out-of-pocket.`,
    told: { deductible_individual: 3000, out_of_pocket_max: 6850, deductible_met_ytd: 1200, out_of_pocket_met_ytd: 1475 },
  },
  {
    name: 'figures before their names',
    said: `
      A: Please read me the copays.
      P: Twenty for primary, forty for a specialist, seventy-five at urgent care, and two-fifty for the ER. Prescriptions, that's ten for generic, thirty-five for preferred brand and seventy for non-preferred brand.`,
    told: { copay_pcp: 20, copay_specialist: 40, tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 70 },
  },
  {
    name: 'a machine in words without stops',
    said: `
      P: the coverage for this member is active the individual deductible amount is five hundred dollars the amount remaining is one hundred twenty five dollars the family deductible amount is one thousand dollars the individual out of pocket amount is two thousand five hundred dollars the amount remaining is one thousand eight hundred dollars to hear this again press one for copayments press two
      A: two
      P: the copayment for an office visit with a specialist is forty dollars the copayment for primary care is twenty dollars`,
    told: {
      coverage_status: 'active',
      deductible_individual: 500,
      deductible_met_ytd: 375,
      deductible_family: 1000,
      out_of_pocket_max: 2500,
      out_of_pocket_met_ytd: 700,
      copay_specialist: 40,
      copay_pcp: 20,
    },
  },
  {
    name: 'guesses and refusals',
    said: `
      A: what is the deductible on this plan
      P: those plans usually run around two thousand but i dont have hers up yet
      A: okay can you look
      P: sure okay its twenty six hundred and i dont have a met amount that screens down
      A: and the specialist copay
      P: should be fifty i think
      A: can you confirm that
      P: let me see yeah no its actually sixty five`,
    told: { deductible_individual: 2600, copay_specialist: 65 },
  },
  {
    name: 'two plans and a daughter',
    said: `
      A: I'm calling about Elena, she's the daughter on the plan.
      P: Okay, Elena is active. The subscriber's met his five hundred, but for Elena, individual deductible five hundred, two twenty met. The family is one thousand, with seven twenty met.
      A: And specialist?
      P: Twenty-five. That's the medical plan, the dental has a fifty-dollar deductible.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 500,
      deductible_met_ytd: 220,
      deductible_family: 1000,
      deductible_family_met_ytd: 720,
      copay_specialist: 25,
    },
  },
  {
    name: 'small words between everything',
    said: `
      A: alright and then the out of pocket max for her
      P: yeah so that one is gonna be um let me scroll down here that is gonna be fifty two hundred dollars
      A: and how much has she used
      P: she has used let's see two thousand and eleven dollars and forty cents
      A: and the deductible
      P: the deductible on here is gonna be six hundred it's already been met`,
    told: { out_of_pocket_max: 5200, out_of_pocket_met_ytd: 2011.4, deductible_individual: 600, deductible_met_ytd: 600 },
  },
  {
    name: 'questions with two parts',
    said: `
      A: What's the deductible and out of pocket max?
      P: Deductible's fifteen hundred, out of pocket's forty-five hundred.
      A: And how much of each has he met?
      P: He's met the full deductible and twenty-two thirty of the out of pocket.
      A: PCP and specialist copays?
      P: Twenty-five and fifty.
      A: Twenty-five PCP, fifty specialist?
      P: Mm-hmm, right.`,
    told: {
      deductible_individual: 1500,
      out_of_pocket_max: 4500,
      deductible_met_ytd: 1500,
      out_of_pocket_met_ytd: 2230,
      copay_pcp: 25,
      copay_specialist: 50,
    },
  },
  {
    name: 'a long opening with numbers that are none',
    said: `
      P: thanks for calling this is brianna on a recorded line extension four four one two how can i help
      A: hello brianna im calling to check benefits for a patient the callback number is six one four five five five zero one nine eight
      P: okay and the group number on the card
      A: zero zero seven seven one two
      P: alright i found the account thats a gold ppo twenty five hundred plan
      A: is it active
      P: yes it is
      A: and what is the deductible
      P: twenty five hundred for the individual and five thousand for the family hes got eight sixty in so far`,
    told: { coverage_status: 'active', deductible_individual: 2500, deductible_family: 5000, deductible_met_ytd: 860 },
  },
  {
    name: 'coinsurance by the plan and copays by one word',
    said: `
      P: It's ninety percent in network, seventy percent out, after deductible.
      A: So the member pays ten percent in network?
      P: Right, ten.
      A: And what do they pay for generics?
      P: Ten bucks, thirty for brand if it's on the list, sixty if it's not.`,
    told: { coinsurance_percentage: 10, tier_1_copay: 10 },
  },
]
