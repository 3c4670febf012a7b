import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payerCalls, turnsOf } from '../../../eval/regression/voice/payer-calls.ts'
import { laterPayerCalls } from '../../../eval/regression/voice/payer-calls-round-2.ts'
import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'
import type { Turn } from '../../../src/language/dialogue.ts'

const calls = [...payerCalls, ...laterPayerCalls]
const toldIn = (turns: readonly Turn[]) => Object.fromEntries(readBenefits(turns).map(({ field, value }) => [field, value]))

const chatter: Turn[][] = [
  [
    { speaker: 'agent', text: 'How is the weather over there?' },
    { speaker: 'representative', text: 'Oh, it is lovely, thanks for asking.' },
  ],
  [{ speaker: 'agent', text: 'Thank you so much for your patience with me today.' }],
  [
    { speaker: 'agent', text: 'Can you hear me alright?' },
    { speaker: 'representative', text: 'I can hear you just fine.' },
  ],
]

describe('reading the benefits out of a payer call', () => {
  it('is the same in capitals, in lower case and for other names of the speakers', () => {
    for (const { said } of calls) {
      const turns = turnsOf(said)
      expect(toldIn(turns.map((turn) => ({ ...turn, text: turn.text.toUpperCase() })))).toEqual(toldIn(turns))
      expect(toldIn(turns.map((turn) => ({ ...turn, text: turn.text.toLowerCase() })))).toEqual(toldIn(turns))
      if (!turns.some(({ speaker }) => speaker === 'agent')) continue
      const named = turns.map(({ speaker, text }) => ({ speaker: speaker === 'agent' ? 'Assistant' : 'user', text }))
      expect(toldIn(named)).toEqual(toldIn(turns))
    }
  })

  it('small talk between question and question changes nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...calls),
        fc.array(fc.tuple(fc.nat(20), fc.constantFrom(...chatter)), { maxLength: 4 }),
        ({ said }, inserted) => {
          const turns = turnsOf(said)
          const mixed = turns.flatMap((turn, index) => [
            ...(turn.speaker === 'agent' ? inserted.filter(([at]) => at === index).flatMap(([, talk]) => talk) : []),
            turn,
          ])
          expect(toldIn(mixed)).toEqual(toldIn(turns))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a call about out-of-network benefits only tells none', () => {
    const amount = fc.integer({ min: 1, max: 9000 }).map(String)
    const lines = fc.constantFrom(
      (value: string) => `the out of network deductible is ${value} dollars`,
      (value: string) => `Out-of-network, specialist visits are $${value}.`,
      (value: string) => `the primary care copay is ${value} out of network`,
      (value: string) => `For non-participating providers the out of pocket max is ${value}, and the family maximum is ${value}.`,
      (value: string) => `out of network benefits. individual deductible: ${value}. coinsurance: forty percent.`,
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(lines, amount), { maxLength: 6 }), (said) => {
        const turns = said.flatMap(([line, value]) => [
          { speaker: 'agent', text: 'And what else is there out of network?' },
          { speaker: 'representative', text: line(value) },
        ])
        expect(toldIn(turns)).toEqual({})
      }),
    )
  })

  it('what our side says alone tells nothing', () => {
    for (const { said } of calls) expect(toldIn(turnsOf(said).map((turn) => ({ ...turn, speaker: 'agent' })))).toEqual({})
  })

  it('speakers without telling names are told apart by what they say, else nothing is read', () => {
    const turns = [
      { speaker: 'Speaker 1', text: 'Thank you for calling provider services, how can I help you?' },
      { speaker: 'Speaker 2', text: 'I am calling to verify benefits. What is the deductible? I have two hundred here.' },
      { speaker: 'Speaker 1', text: 'The deductible is fifteen hundred.' },
    ]
    expect(toldIn(turns)).toEqual({ deductible_individual: 1500 })
    expect(toldIn(turns.slice(2))).toEqual({})
  })

  it('a representative is the payer beside an agent and beside a person with a name', () => {
    const text = 'The deductible is fifteen hundred.'
    for (const ours of ['agent', 'Maria']) {
      const turns = [
        { speaker: ours, text: 'So the deductible is two thousand.' },
        { speaker: 'Representative', text },
      ]
      expect(readBenefits(turns)).toEqual([{ field: 'deductible_individual', value: 1500, quote: text }])
    }
  })

  it('reads any text, however long and hostile', () => {
    const pieces = [
      'one ',
      'a thousand and ',
      'deductible is ',
      '1',
      '1,',
      '$',
      'if ',
      'tier one is ten ',
      'no copay ',
      'sorry ',
      'policy x active ',
      '1/',
      '. ',
      '?',
      '-',
      ' ',
    ]
    for (const piece of pieces) {
      const text = piece.repeat(100_000 / piece.length)
      expect(
        Array.isArray(
          readBenefits([
            { speaker: 'agent', text },
            { speaker: 'user', text },
          ]),
        ),
      ).toBe(true)
    }
    fc.assert(
      fc.property(fc.array(fc.record({ speaker: fc.constantFrom('agent', 'user'), text: fc.string({ unit: 'grapheme' }) })), (turns) => {
        expect(Array.isArray(readBenefits(turns))).toBe(true)
      }),
    )
  })
})
