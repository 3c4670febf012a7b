import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeBenefits, type Reader, remaining, statusOf } from '../../src/domain/benefits/merge-benefits.ts'
import { amountFields, type BenefitField, type Benefits, type Method } from '../../src/domain/payers/benefits.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => amount / 100)
const told: fc.Arbitrary<Benefits> = fc.record(
  {
    ...Object.fromEntries(amountFields.map((field) => [field, cents])),
    coverage_status: fc.constantFrom('active' as const, 'inactive' as const),
  },
  { requiredKeys: [] },
)
const fields: BenefitField[] = [...amountFields, 'coverage_status']
const decisions: fc.Arbitrary<Partial<Record<BenefitField, Method>>> = fc.dictionary(
  fc.constantFrom(...fields),
  fc.constantFrom('api' as const, 'voice' as const),
)

/** Amounts met, with their limits. */
const limits: [met: BenefitField, limit: BenefitField][] = [
  ['deductible_met_ytd', 'deductible_individual'],
  ['deductible_family_met_ytd', 'deductible_family'],
  ['out_of_pocket_met_ytd', 'out_of_pocket_max'],
]

describe('for any result of the two methods', () => {
  test('if they disagree on a limit, the amount met comes from the source whose limit counts', () => {
    fc.assert(
      fc.property(told, told, decisions, (api, voice, decided) => {
        const { fieldSources, discrepancies } = mergeBenefits({ api, voice }, decided)
        for (const [met, limit] of limits) {
          if (discrepancies.includes(limit) && fieldSources[met] !== undefined) expect(fieldSources[met]).toBe(fieldSources[limit])
        }
      }),
    )
  })

  test("without a decision the payer's own answer is never changed by a call", () => {
    fc.assert(
      fc.property(told, told, (api, voice) => {
        const { benefits, fieldSources } = mergeBenefits({ api, voice })
        for (const field of fields) {
          if (api[field] === undefined) continue
          expect([benefits[field], fieldSources[field]]).toEqual([api[field], 'api'])
        }
      }),
    )
  })

  test('every known field has a source with exactly this value, and no other field has a source', () => {
    fc.assert(
      fc.property(told, told, decisions, (api, voice, decided) => {
        const { benefits, fieldSources } = mergeBenefits({ api, voice }, decided)
        const known = fields.filter((field) => api[field] !== undefined || voice[field] !== undefined)
        expect(Object.keys(benefits).toSorted()).toEqual(Object.keys(fieldSources).toSorted())
        // Limits and amounts met may have to stay empty.
        const certain = known.filter((field) => !limits.some((pair) => pair.includes(field)))
        expect(Object.keys(benefits)).toEqual(expect.arrayContaining(certain))
        for (const [field, source] of Object.entries(fieldSources) as [BenefitField, Method][]) {
          expect(benefits[field]).toBe({ api, voice }[source][field])
        }
      }),
    )
  })

  test('discrepancies are exactly the fields on which the two sources differ, whatever was decided', () => {
    fc.assert(
      fc.property(told, told, decisions, (api, voice, decided) => {
        const { discrepancies, fieldSources } = mergeBenefits({ api, voice }, decided)
        const different = fields.filter((field) => api[field] !== undefined && voice[field] !== undefined && api[field] !== voice[field])
        expect(discrepancies.toSorted()).toEqual(different.toSorted())
        const paid = limits.map(([met]) => met)
        for (const field of different.filter((one) => !paid.includes(one))) expect(fieldSources[field]).toBe(decided[field] ?? 'api')
      }),
    )
  })

  test('until staff decide, what a model read of the calls changes nothing but what is left for them to decide', () => {
    fc.assert(
      fc.property(told, told, told, (api, voice, model) => {
        const { discrepancies, ...known } = mergeBenefits({ api, voice, model })
        const { discrepancies: without, ...same } = mergeBenefits({ api, voice })
        expect(known).toEqual(same)
        const unheard = fields.filter((field) => {
          const others = [api[field], voice[field]].filter((value) => value !== undefined)
          return others.length < 2 && model[field] !== undefined && !others.includes(model[field])
        })
        expect(discrepancies.toSorted()).toEqual([...without, ...unheard].toSorted())
      }),
    )
  })

  test('a decision for the model gives its value, as one of a call; a decision for a call that has none gives none', () => {
    fc.assert(
      fc.property(told, told, told, fc.constantFrom(...fields), (api, voice, model, field) => {
        fc.pre(!limits.some(([met]) => met === field) && mergeBenefits({ api, voice, model }).discrepancies.includes(field))
        const decided = (by: Reader) => mergeBenefits({ api, voice, model }, { [field]: by })
        if (model[field] !== undefined)
          expect([decided('model').benefits[field], decided('model').fieldSources[field]]).toEqual([model[field], 'voice'])
        expect(decided('voice').benefits[field]).toBe(voice[field])
      }),
    )
  })

  test('a decision for the model decides nothing where the model has become silent', () => {
    const sources = { api: { copay_pcp: 10 }, voice: { copay_pcp: 35 }, model: {} }
    expect(mergeBenefits(sources, { copay_pcp: 'model' })).toEqual(mergeBenefits(sources))
  })

  test('an amount met that only the model has read is told only where staff decide for itself', () => {
    const sources = { api: { deductible_individual: 500 }, voice: {}, model: { deductible_individual: 1800, deductible_met_ytd: 700 } }
    expect(mergeBenefits(sources, { deductible_individual: 'model' }).benefits).toEqual({ deductible_individual: 1800 })
    expect(mergeBenefits(sources, { deductible_individual: 'model', deductible_met_ytd: 'model' }).benefits).toEqual(sources.model)
  })

  test('more knowledge never makes the status worse', () => {
    const rank = { FAILED: 0, PARTIAL: 1, VERIFIED: 2 }
    fc.assert(
      fc.property(told, told, (api, voice) => {
        expect(rank[statusOf(mergeBenefits({ api, voice }).benefits)]).toBeGreaterThanOrEqual(rank[statusOf(api)])
      }),
    )
    expect(statusOf({})).toBe('FAILED')
  })
})

test('the remaining amount is never negative, never more than the limit, and adds up with the amount met to the cent', () => {
  fc.assert(
    fc.property(cents, cents, (limit, met) => {
      const left = remaining(limit, met) ?? Number.NaN
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(limit)
      expect(Math.round(left * 100)).toBe(Math.max(0, Math.round(limit * 100) - Math.round(met * 100)))
    }),
  )
  expect([remaining(undefined, 1), remaining(1, undefined), remaining(0, 0)]).toEqual([undefined, undefined, 0])
})
