import { describe, expect, it } from 'vitest'
import { turnsOf } from '../../../eval/regression/voice/payer-calls.ts'
import type { Benefits } from '../../../src/domain/payers/benefits.ts'
import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'

/** What is easily read wrong: most of these once were. */
const traps: [said: string, told: Benefits][] = [
  ['P: deductible fifteen hundred met six hundred', { deductible_individual: 1500, deductible_met_ytd: 600 }],
  ['P: the deductible is three thousand six hundred met', {}],
  ['P: the deductible is fifteen hundred and three thousand for individual and family', {}],
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
  ['A: What is the individual deductible and how much is met?\nP: fifteen hundred', {}],
  ['A: So the deductible is 1500. Is prior authorization required?\nP: Yes.', {}],
  ['A: is the deductible fifteen hundred or two thousand\nP: yes', {}],
  ['P: in network deductible 500 out of network deductible 1000', { deductible_individual: 500 }],
  ['P: copays range from twenty to fifty for specialists', {}],
  ['P: he owes one thousand dollars toward his deductible', {}],
  ['P: There is no copay for specialists, it is twenty percent coinsurance after deductible.', { coinsurance_percentage: 20 }],
  ['P: the deductible is 1500. Scratch that, let me look again.', {}],
  ['P: coverage is not terminated', {}],
  ['A: so your system shows no active coverage?\nP: right', { coverage_status: 'inactive' }],
]

describe('what sounds like a benefit and is another one or none', () => {
  it.each(traps)('%s', (said, told) => {
    const found = readBenefits([{ speaker: 'agent', text: 'hello' }, ...turnsOf(said)])
    expect(Object.fromEntries(found.map(({ field, value }) => [field, value]))).toEqual(told)
  })
})
