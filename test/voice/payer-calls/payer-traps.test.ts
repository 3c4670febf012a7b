import { describe, expect, it } from 'vitest'
import { turnsOf } from '../../../eval/regression/voice/payer-calls.ts'
import type { Benefits } from '../../../src/domain/payers/benefits.ts'
import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'

/** What is easily read wrong: most of these once were. */
const traps: [said: string, told: Benefits][] = [
  ['P: deductible fifteen hundred met six hundred', { deductible_individual: 1500, deductible_met_ytd: 600 }],
  ['P: the deductible is three thousand six hundred met', {}],
  [
    'P: the deductible is fifteen hundred and three thousand for individual and family',
    { deductible_individual: 1500, deductible_family: 3000 },
  ],
  ['P: six hundred of the fifteen hundred dollar deductible has been met', { deductible_individual: 1500, deductible_met_ytd: 600 }],
  ['P: nothing has been met toward the fifteen hundred dollar deductible', { deductible_individual: 1500 }],
  ['P: specialist visits are forty dollars per visit no deductible', { copay_specialist: 40 }],
  ["P: no the deductible isn't fifteen hundred", {}],
  ['P: the deductible is fifteen hundred\nA: is that the family deductible?\nP: yes', {}],
  ['P: the deductible is fifteen hundred\nA: is that in network?\nP: no that is out of network', {}],
  ['P: the deductible is fifteen hundred\nA: is that for this year?\nP: no that is last year', {}],
  ['P: the out of pocket max is fifteen hundred. no wait that is the deductible', { deductible_individual: 1500 }],
  ['P: the deductible is fifteen hundred. oh sorry wrong patient.', {}],
  ['A: what is the deductible\nP: 1500\nA: and the reference number\nP: 44712', { deductible_individual: 1500 }],
  ['A: So the deductible is 1500. Is prior authorization required?\nP: Yes.', {}],
  ['A: is the deductible fifteen hundred or two thousand\nP: yes', {}],
  ['P: in network deductible 500 out of network deductible 1000', { deductible_individual: 500 }],
  ['P: copays range from twenty to fifty for specialists', {}],
  ['P: he owes one thousand dollars toward his deductible', {}],
  ['P: the deductible is 1500. Scratch that, let me look again.', {}],
  ['P: coverage is not terminated', {}],
  ['A: so your system shows no active coverage?\nP: right', { coverage_status: 'inactive' }],
]

const toldIn = (said: string): Benefits =>
  Object.fromEntries(readBenefits([{ speaker: 'agent', text: 'hello' }, ...turnsOf(said)]).map(({ field, value }) => [field, value]))
const wrongIn = (found: Benefits, told: Benefits) =>
  Object.entries(found).filter(([field, value]) => told[field as keyof Benefits] !== value)

describe('what sounds like a benefit and is another one or none', () => {
  it.each(traps)('is not told as one: %s', (said, told) => {
    expect(wrongIn(toldIn(said), told)).toEqual([])
  })
})

/** How people say several things at once, and put right what they said. */
const ways: [guarantee: string, said: string, told: Benefits][] = [
  [
    'a maximum and a met amount side by side are not mixed up',
    'A: and the out of pocket\nP: thirty two hundred met eleven fifteen',
    { out_of_pocket_max: 3200, out_of_pocket_met_ytd: 1115 },
  ],
  [
    'three amounts in a row are the three tiers that were asked for',
    'A: what are the copays by tier\nP: so it goes ten thirty five and seventy five',
    { tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 75 },
  ],
  [
    'names behind their amounts keep them',
    'A: what is the deductible\nP: five hundred a person a thousand for the family',
    { deductible_individual: 500, deductible_family: 1000 },
  ],
  [
    'a figure that is begun again counts once',
    'A: what is the deductible\nP: one hundred one hundred and six dollars',
    { deductible_individual: 106 },
  ],
  [
    'an amount with cents in three groups is what was met',
    'A: what is the deductible\nP: a thousand\nA: how much has she met\nP: four seventeen sixty two',
    { deductible_individual: 1000, deductible_met_ytd: 417.62 },
  ],
  [
    'a short form is read as our agent repeats it, once the payer agrees',
    'A: what is the family deductible\nP: sixty four\nA: sixty four hundred\nP: right',
    { deductible_family: 6400 },
  ],
  [
    'a no to one amount of a read-back leaves the others',
    'P: the pcp is twenty and the specialist is forty five\nA: twenty for primary care and fifty five for a specialist\nP: no the specialist is forty five',
    { copay_pcp: 20, copay_specialist: 45 },
  ],
  [
    'what the payer adds about out of network does not move the next question there',
    'A: what is the deductible\nP: five hundred and if they go out of network it is doubled\nA: and the specialist copay\nP: forty',
    { deductible_individual: 500, copay_specialist: 40 },
  ],
  [
    "what is met after talk of the family is the patient's, if we ask about the patient",
    'A: what is the family deductible\nP: three thousand\nA: and how much has she met\nP: nothing yet',
    { deductible_family: 3000, deductible_met_ytd: 0 },
  ],
  [
    'the metal of a plan does not make it another one',
    'P: active under the gold plan\nA: is there a deductible\nP: five hundred',
    { coverage_status: 'active', deductible_individual: 500 },
  ],
  [
    'an amount that is not met is not a limit',
    'A: what is the deductible\nP: it is twenty six hundred and i do not have a met amount',
    { deductible_individual: 2600 },
  ],
]

describe('how people say several things at once', () => {
  it.each(ways)('%s', (_guarantee, said, told) => {
    expect(wrongIn(toldIn(said), told)).toEqual([])
  })

  it('most of it is read', () => {
    const all = [...traps, ...ways.map(([, said, told]) => [said, told] as const)]
    const missed = all.flatMap(([said, told]) => {
      const found = toldIn(said)
      return Object.keys(told).filter((field) => !(field in found))
    })
    expect(missed.length / all.reduce((sum, [, told]) => sum + Object.keys(told).length, 0)).toBeLessThan(0.25)
  })
})
