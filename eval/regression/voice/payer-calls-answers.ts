import type { PayerCall } from './payer-calls.ts'

/** Question and answer with read-backs, written after the reader weighed cuts and scored once before anything was mended by them. */
export const answeredPayerCalls: PayerCall[] = [
  {
    name: 'short form of thousands, set right by the echo',
    said: `
      P: benefits department this is ramona
      A: hi ramona i am an automated assistant i have a member to verify the id is f f k two two nine zero one
      P: mm hmm and the last name
      A: okonkwo first name grace
      P: got it shes showing active
      A: what is the deductible for the individual
      P: its eighteen
      A: eighteen hundred
      P: yes eighteen hundred
      A: and what has she met
      P: shes met six and change let me get the exact six hundred twelve dollars and eight cents
      A: six hundred twelve dollars and eight cents
      P: uh huh
      A: specialist copay
      P: that'd be fifty five
      A: and coinsurance
      P: twenty percent`,
    told: {
      coverage_status: 'active',
      deductible_individual: 1800,
      deductible_met_ytd: 612.08,
      copay_specialist: 55,
      coinsurance_percentage: 20,
    },
  },
  {
    name: 'a representative who gives a paragraph',
    said: `
      P: This is Curtis with Meridian, go ahead.
      A: Hi Curtis, I'd like the medical benefits for Andre Whitlock.
      P: All right, so Andre's plan is active. He's got a seven hundred fifty dollar individual deductible, and he's satisfied four hundred ninety of that. The family deductible is fifteen hundred. His out-of-pocket max is thirty-five hundred and he's at eleven twenty-two. Primary care visits are a twenty-dollar copay and specialists are forty.
      A: And after the deductible, what does the plan cover?
      P: We cover eighty percent in network and sixty out.
      A: Thank you, Curtis. What's today's reference number?
      P: 55 90 12 C as in Charlie.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 750,
      deductible_met_ytd: 490,
      deductible_family: 1500,
      out_of_pocket_max: 3500,
      out_of_pocket_met_ytd: 1122,
      copay_pcp: 20,
      copay_specialist: 40,
      coinsurance_percentage: 20,
    },
  },
  {
    name: 'a plan without copays',
    said: `
      A: are there copays on this plan
      P: no its all deductible then coinsurance
      A: whats the deductible
      P: in network three thousand for just her six thousand if its the family
      A: and the coinsurance
      P: ten percent after that
      A: and has she met any of the three thousand
      P: no she hasnt met anything yet`,
    told: { deductible_individual: 3000, deductible_family: 6000, coinsurance_percentage: 10, deductible_met_ytd: 0 },
  },
  {
    name: 'pharmacy by words, with a cap and a mail price',
    said: `
      A: Could you tell me what he would pay at a retail pharmacy?
      P: Depends what tier it's on. Generics are fifteen. Preferred brands, forty-five. Non-preferred, eighty-five.
      A: And for specialty drugs?
      P: Those are a flat two hundred dollars for a thirty-day fill.
      A: Through mail order?
      P: Mail order is two times retail, so thirty, ninety, one seventy.
      A: Does he have an out-of-pocket limit?
      P: Yes, fifty-one hundred. He's used four hundred and six dollars of it.`,
    told: {
      tier_1_copay: 15,
      tier_2_copay: 45,
      tier_3_copay: 85,
      copay_specialty: 200,
      out_of_pocket_max: 5100,
      out_of_pocket_met_ytd: 406,
    },
  },
  {
    name: 'the wrong member first',
    said: `
      A: I'm calling about Daniel Reyes, born April 2nd, 1990.
      P: Okay, I have a Daniel here, his deductible is five hundred with all of it met.
      A: Is that Daniel Reyes, born in 1990?
      P: Oh, no, that's Daniel senior. Let me get junior. Okay, junior, he's active, deductible five hundred, eighty dollars met.
      A: So for Daniel junior five hundred with eighty dollars met?
      P: Correct.
      A: And his copay for a specialist?
      P: Thirty-five.`,
    told: { coverage_status: 'active', deductible_individual: 500, deductible_met_ytd: 80, copay_specialist: 35 },
  },
  {
    name: 'in network, out of network, and back',
    said: `
      A: and whats the deductible in and out of network
      P: in is a thousand out is three thousand
      A: and the out of pocket max in network
      P: four thousand
      A: out of network
      P: there isnt one
      A: okay and in network the met amounts
      P: deductible met is a thousand out of pocket met is twenty six fifty seven
      A: so the thousand dollar deductible is met
      P: yes maam its met`,
    told: { out_of_pocket_max: 4000, deductible_met_ytd: 1000, deductible_individual: 1000, out_of_pocket_met_ytd: 2657 },
  },
  {
    name: 'a machine that asks to confirm',
    said: `
      P: Welcome to the provider benefits line. Please say or enter the ten-digit NPI.
      A: 1 8 8 2 0 0 4 5 1 9
      P: I heard 1 8 8 2 0 0 4 5 1 9. Say yes if that is correct.
      A: yes
      P: Coverage is active. The in-network individual deductible is two thousand dollars. Two hundred sixty-one dollars and fifty cents has been applied. The in-network family deductible is four thousand dollars. Five hundred dollars has been applied.
      P: The out-of-pocket maximum is six thousand dollars for an individual and twelve thousand dollars for a family. The copayment for a specialist is sixty dollars. The copayment for urgent care is seventy-five dollars.
      P: If you would like to hear out-of-network benefits, say out of network. Otherwise, you may hang up.`,
    told: {
      coverage_status: 'active',
      deductible_individual: 2000,
      deductible_met_ytd: 261.5,
      deductible_family: 4000,
      deductible_family_met_ytd: 500,
      out_of_pocket_max: 6000,
      out_of_pocket_max_family: 12000,
      copay_specialist: 60,
    },
  },
  {
    name: 'an answer to the question before the last',
    said: `
      A: What is the individual out-of-pocket maximum?
      P: Let me see, I've got deductible here, that's nine hundred. Out-of-pocket, okay, thirty-four hundred.
      A: Nine hundred deductible, thirty-four hundred out-of-pocket. And met?
      P: Deductible's met. Out of pocket he's at twelve oh three.
      A: Twelve hundred and three?
      P: Right.`,
    told: { deductible_individual: 900, out_of_pocket_max: 3400, deductible_met_ytd: 900, out_of_pocket_met_ytd: 1203 },
  },
  {
    name: 'everything in one breath without stops',
    said: `
      A: whenever youre ready
      P: okay so active effective one one twenty six ppo individual deductible five hundred family one thousand met two twelve individual three forty family out of pocket two thousand individual four thousand family coinsurance ten percent pcp fifteen specialist thirty er one fifty waived if admitted
      A: thank you so much and the reference number
      P: eight eight two one zero four`,
    told: {
      coverage_status: 'active',
      deductible_individual: 500,
      deductible_family: 1000,
      deductible_met_ytd: 212,
      deductible_family_met_ytd: 340,
      out_of_pocket_max: 2000,
      out_of_pocket_max_family: 4000,
      coinsurance_percentage: 10,
      copay_pcp: 15,
      copay_specialist: 30,
    },
  },
  {
    name: 'a specialty copay with a change in the middle of the year',
    said: `
      A: What would the copay be for a specialty drug such as Humira?
      P: It was one fifty, but as of July it's one seventy-five.
      A: One hundred seventy-five dollars?
      P: Yes, per thirty days.
      A: Is there a deductible for prescriptions?
      P: There's a two-hundred-dollar drug deductible, separate from the medical.
      A: And the medical deductible?
      P: A thousand and fifty.`,
    told: { copay_specialty: 175, deductible_individual: 1050 },
  },
  {
    name: 'a denial of a read-back, and what it should be',
    said: `
      A: so i have individual deductible twelve hundred family twenty four hundred and primary care copay twenty five
      P: almost the family is thirty six hundred
      A: okay thirty six hundred family
      P: correct and the rest is right
      A: and the specialist is fifty
      P: no its forty five`,
    told: { deductible_family: 3600, copay_specialist: 45 },
  },
  {
    name: 'termed, with a new plan that we do not ask about',
    said: `
      A: Is Mrs. Delgado's coverage active as of today?
      P: No, I'm sorry, her coverage ended September 30th. She may have something with another carrier.
      A: What was the termination date again?
      P: 9/30. She had a twenty-dollar copay on that plan, if that helps.`,
    told: { coverage_status: 'inactive' },
  },
  {
    name: 'family first, then her own, all by pronouns',
    said: `
      A: family deductible please
      P: thirty five hundred theyve met nine hundred so far
      A: and hers
      P: hers is seventeen fifty shes met four hundred even
      A: out of pocket for her
      P: fifty five hundred
      A: and how close is she
      P: shes put in thirteen eleven`,
    told: {
      deductible_family: 3500,
      deductible_family_met_ytd: 900,
      deductible_individual: 1750,
      deductible_met_ytd: 400,
      out_of_pocket_max: 5500,
      out_of_pocket_met_ytd: 1311,
    },
  },
  {
    name: 'visits asked by the kind of doctor',
    said: `
      A: What is his copay to see a rheumatologist?
      P: That'd be a specialist, so fifty.
      A: And his regular doctor?
      P: PCP is twenty-five. Telehealth is zero.
      A: Any copay for the emergency room?
      P: Two-fifty, and fifteen percent for inpatient.`,
    told: { copay_specialist: 50, copay_pcp: 25 },
  },
]
