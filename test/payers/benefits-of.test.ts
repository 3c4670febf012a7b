import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deductible, entry, mapped } from './benefit-entries.ts'

const active = entry('1')

describe('benefits of entries', () => {
  test('a field left empty because the payer contradicts itself has a note with both values', () => {
    expect(mapped(deductible(2000), deductible(1500)).notes).toEqual([
      'deductible_individual: the payer gives 1500 and 2000, and nothing tells which counts.',
    ])
    expect(mapped(active, entry('6')).notes).toHaveLength(1)
    expect(mapped(deductible(1500, { level: null })).notes).toHaveLength(1)
    expect(mapped(deductible(500), deductible(600, { period: '29' })).notes).toHaveLength(1)
  })

  test('authorization is reported by procedure, in network, unless the payer says both', () => {
    const procedure = (code: string, authorization: boolean, said = {}) =>
      entry('1', { procedure: { qualifier: 'HC', code }, authorization, ...said })
    const answer = mapped(
      procedure('J2350', true, { network: 'Y' }),
      procedure('J2350', false, { network: 'N' }),
      procedure('J1745', false),
      procedure('J0135', true),
      procedure('J0135', false),
      entry('1', { procedure: { qualifier: 'AD', code: 'D1110' }, authorization: true }),
    )
    expect(answer.authorizations).toEqual([
      { hcpcs: 'J1745', required: false },
      { hcpcs: 'J2350', required: true },
    ])
    expect(answer.notes).toHaveLength(1)
  })

  const anyEntry = fc.record({
    code: fc.constantFrom('1', '6', 'A', 'B', 'C', 'G'),
    level: fc.constantFrom('IND', 'FAM', null),
    services: fc.subarray(['30', '88', '98', '1', '92']),
    plan: fc.constantFrom('GOLD', 'SILVER', null),
    period: fc.constantFrom('23', '24', '25', '27', '29', null),
    amount: fc.option(fc.integer({ min: 0, max: 5000 })),
    percent: fc.option(fc.integer({ min: 0, max: 100 })),
    authorization: fc.constantFrom(true, false, null),
    network: fc.constantFrom('Y', 'N', 'W', null),
    procedure: fc.constantFrom(null, null, { qualifier: 'HC', code: 'J2350' }),
    texts: fc.subarray(['SPECIALIST', 'PRIMARY CARE', 'TIER 1', 'TIER 2', 'GENERIC', 'SPECIALTY', 'IN NETWORK', 'OUT OF NETWORK']),
  })
  // Only out-of-network amounts have cents, so no sum or difference of the others can have them.
  const marked = anyEntry.map((one) => (one.network === 'N' ? { ...one, amount: (one.amount ?? 0) + 0.13, percent: 0.13 } : one))

  test('the order of entries makes no difference', () => {
    const shuffled = fc
      .array(marked, { maxLength: 12 })
      .chain((entries) => fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })))
    fc.assert(
      fc.property(shuffled, ([entries, others]) => {
        expect(mapped(...others)).toEqual(mapped(...entries))
      }),
      { numRuns: 500 },
    )
  })

  test('no amount is out-of-network, negative or invented', () => {
    fc.assert(
      fc.property(fc.array(marked, { maxLength: 12 }), (entries) => {
        const { coverage_status: _, ...amounts } = mapped(...entries).benefits
        for (const amount of Object.values(amounts)) {
          expect(Number.isInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThanOrEqual(0)
        }
        const said = new Set(entries.flatMap((one) => [one.amount, one.percent]))
        for (const [field, amount] of Object.entries(amounts)) if (!field.includes('_met_')) expect(said).toContain(amount)
      }),
      { numRuns: 500 },
    )
  })
})
