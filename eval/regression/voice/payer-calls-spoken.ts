import type { PayerCall } from './payer-calls.ts'

/** Written in one go before the reader learnt to weigh cuts (issue 15); the reader was tuned on these. */
export const spokenPayerCalls: PayerCall[] = [
  {
    name: 'hesitation, contractions without apostrophes',
    said: `
      A: hi this is the virtual assistant calling for doctor patels office i need to verify benefits for a member
      P: okay can i get the member id and date of birth
      A: its x j h four four one nine two zero zero and the date of birth is march third nineteen seventy one
      P: alright give me just a second um okay i got him pulled up yes hes active
      A: great what is his individual deductible
      P: so its a thousand no wait twelve fifty
      A: and how much of that has been met
      P: uh zero met nothing applied yet
      A: and the out of pocket maximum
      P: thats forty five hundred and uh let me see two hundred ten has gone towards that`,
    told: {
      coverage_status: 'active',
      deductible_individual: 1250,
      deductible_met_ytd: 0,
      out_of_pocket_max: 4500,
      out_of_pocket_met_ytd: 210,
    },
  },
  {
    name: 'individual and family in one breath, three tiers in a row',
    said: `
      A: Could you give me the deductible for individual and family?
      P: Sure thing. It's fifteen hundred individual, three thousand family.
      A: And has anything been applied to the individual?
      P: Yeah, four hundred twelve so far.
      A: Thanks. What are the pharmacy tiers?
      P: Tiers are ten, forty, seventy-five.
      A: And specialty?
      P: Specialty drugs are twenty percent to a max of two fifty.`,
    told: {
      deductible_individual: 1500,
      deductible_family: 3000,
      deductible_met_ytd: 412,
      tier_1_copay: 10,
      tier_2_copay: 40,
      tier_3_copay: 75,
    },
  },
  {
    name: 'a person and a family, in and out of network side by side',
    said: `
      A: what's the in network deductible
      P: okay looking at this one it's five hundred a person a thousand for the family and out of network that's a thousand and two thousand
      A: okay and max out of pocket
      P: in network thirty five hundred per person seven thousand family out of network is unlimited`,
    told: {
      deductible_individual: 500,
      deductible_family: 1000,
      out_of_pocket_max: 3500,
      out_of_pocket_max_family: 7000,
    },
  },
  {
    name: 'a maximum and a met amount without words between',
    said: `
      A: And the out of pocket?
      P: Thirty-two hundred, met eleven fifteen.
      A: Does the deductible count towards it?
      P: It does. The deductible's a flat four hundred, and he's met all of it.`,
    told: { out_of_pocket_max: 3200, out_of_pocket_met_ytd: 1115, deductible_individual: 400, deductible_met_ytd: 400 },
  },
  {
    name: 'bare figures answer question after question',
    said: `
      A: I have a few quick questions about the plan. Individual deductible?
      P: Three thousand.
      A: And the family?
      P: Six thousand.
      A: Met so far, individual?
      P: Eight seventy-five forty.
      A: And the family met?
      P: Twelve hundred.
      A: Out of pocket max for the individual?
      P: Sixty-five hundred.
      A: Family?
      P: Thirteen thousand.
      A: And what is your name and a call reference number please?
      P: It's Tasha, and the reference is 7731902.`,
    told: {
      deductible_individual: 3000,
      deductible_family: 6000,
      deductible_met_ytd: 875.4,
      deductible_family_met_ytd: 1200,
      out_of_pocket_max: 6500,
      out_of_pocket_max_family: 13000,
    },
  },
  {
    name: 'read-backs that are confirmed, and one that is corrected',
    said: `
      P: the plan has a deductible of eight hundred with three fifty met the pcp is twenty and the specialist is forty five
      A: okay let me repeat that so i have an eight hundred dollar deductible three hundred fifty met and copays of twenty for primary care and fifty five for a specialist
      P: no the specialist is forty five
      A: forty five for the specialist got it
      P: yes
      A: and the out of pocket maximum is five thousand
      P: fifty five hundred
      A: sorry fifty five hundred
      P: thats right`,
    told: { deductible_individual: 800, deductible_met_ytd: 350, copay_pcp: 20, copay_specialist: 45, out_of_pocket_max: 5500 },
  },
  {
    name: 'what is left in place of what is met',
    said: `
      A: How much of the deductible is left for this patient?
      P: Well, the deductible is two thousand and she's got six hundred left to satisfy. Out-of-pocket is five thousand, and there's thirty-six hundred remaining on that.`,
    told: { deductible_individual: 2000, deductible_met_ytd: 1400, out_of_pocket_max: 5000, out_of_pocket_met_ytd: 1400 },
  },
  {
    name: 'a pharmacy help desk without stops',
    said: `
      P: pharmacy help desk this is marcus can i have your npi
      A: one two three five five five zero one one two
      P: thanks and the members date of birth
      A: seven nineteen eighty four
      P: okay what do you need
      A: the copays for retail please
      P: generics ten preferred brand forty non preferred seventy five and specialty is two hundred for thirty days mail is ninety days for twenty eighty and one fifty
      A: is there a separate drug deductible
      P: yeah theres a hundred dollar pharmacy deductible on tiers two and three`,
    told: { tier_1_copay: 10, tier_2_copay: 40, tier_3_copay: 75, copay_specialty: 200 },
  },
  {
    name: 'a machine with numbers in figures',
    said: `
      P: You have selected benefits. For member JANE. Plan status: active. Plan begin date: 01/01/2026.
      P: Calendar year deductible. Individual: $750.00. Remaining: $250.00. Family: $1,500.00. Remaining: $1,000.00.
      P: Out of pocket. Individual: $3,000.00. Remaining: $2,400.00. Family: $6,000.00.
      P: Office visit copay: $25.00. Specialist copay: $50.00. Coinsurance: 10 percent. To speak with a representative, say agent or press 0.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 750,
      deductible_met_ytd: 500,
      deductible_family: 1500,
      deductible_family_met_ytd: 500,
      out_of_pocket_max: 3000,
      out_of_pocket_met_ytd: 600,
      out_of_pocket_max_family: 6000,
      copay_specialist: 50,
      coinsurance_percentage: 10,
    },
  },
  {
    name: 'copays that come after the deductible',
    said: `
      A: Is there a copay for the office visits?
      P: Primary care is thirty after deductible, and specialists sixty after deductible. Everything else goes to coinsurance, plan pays seventy, member pays thirty percent.
      A: What's the deductible?
      P: Twenty-eight hundred.`,
    told: { copay_pcp: 30, copay_specialist: 60, coinsurance_percentage: 30, deductible_individual: 2800 },
  },
  {
    name: "last year's figures and a spouse beside the right ones",
    said: `
      A: can you tell me what she has met on her deductible
      P: for twenty twenty five she met the full two thousand but this year shes at three hundred and forty
      A: three forty okay and the deductible itself is still two thousand
      P: no it went up its twenty two fifty now
      A: and is that her or the husband
      P: thats her the husbands is separate hes met fifteen hundred`,
    told: { deductible_individual: 2250, deductible_met_ytd: 340 },
  },
  {
    name: 'somebody who spells out age, zip code and dates first',
    said: `
      P: I have a forty-six year old male in zip code 85018, effective date June 1st, 2025, is that him?
      A: Yes.
      P: Okay, his coverage is active. He has a $1,000 deductible, of which $1,000 has been satisfied. $4,000 out-of-pocket max, $1,980.22 accumulated. And then it's 80/20 after that. Office visits are $15 for the PCP and $35 for the specialist.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 1000,
      deductible_met_ytd: 1000,
      out_of_pocket_max: 4000,
      out_of_pocket_met_ytd: 1980.22,
      coinsurance_percentage: 20,
      copay_pcp: 15,
      copay_specialist: 35,
    },
  },
  {
    name: 'a family with an embedded deductible',
    said: `
      A: What's the family deductible?
      P: Okay so it's embedded, two thousand per individual, and the family is four thousand. Family has accumulated twenty-three hundred, and your patient personally has nine hundred and eighty.
      A: And the family out of pocket?
      P: Family's twelve, individual six thousand.`,
    told: {
      deductible_individual: 2000,
      deductible_family: 4000,
      deductible_family_met_ytd: 2300,
      deductible_met_ytd: 980,
      out_of_pocket_max: 6000,
    },
  },
  {
    name: 'no longer on the plan',
    said: `
      A: is this member active
      P: um let me look no she termed out october thirty first
      A: so there is nothing current
      P: no nothing current she had a fifteen hundred deductible but thats not in effect anymore`,
    told: { coverage_status: 'inactive' },
  },
  {
    name: 'coinsurance told in three ways',
    said: `
      A: And what's the coinsurance for the infusion?
      P: After the deductible we cover it at eighty.
      A: So the patient is responsible for twenty percent?
      P: Correct, twenty.
      A: And is there a copay?
      P: No copay on infusions, just the coinsurance. Office visit with the specialist would be fifty if they see the doctor the same day.`,
    told: { coinsurance_percentage: 20, copay_specialist: 50 },
  },
  {
    name: 'half-sentences and self-corrections',
    said: `
      A: Go ahead with the deductible whenever you're ready.
      P: Yeah so the deductible is, um, it's showing, fifteen, no I'm sorry that's the family, the individual is seven fifty and the family is fifteen hundred.
      A: And met?
      P: Individual met, uh, one hundred, one hundred and six dollars. Family met... I've got two eighteen.
      A: Copay for a specialist?
      P: Thirty. Sorry, thirty-five, it changed in January.`,
    told: {
      deductible_individual: 750,
      deductible_family: 1500,
      deductible_met_ytd: 106,
      deductible_family_met_ytd: 218,
      copay_specialist: 35,
    },
  },
]
