import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookupCases } from '../../eval/regression/drugs/lookup-cases.ts'
import { jcodesOf } from '../../src/domain/drugs/jcodes-of.ts'

describe('the lookup of J-codes', () => {
  test('keys are the names as they were sent', () => {
    expect(jcodesOf(['HUMIRA pen', ' Humira ', 'nothing', 'Humira', 'Humira'])).toEqual({
      'HUMIRA pen': 'J0139',
      ' Humira ': 'J0139',
      Humira: 'J0139',
    })
    expect(jcodesOf([])).toEqual({})
  })

  test('names of the object prototype are names like any other', () => {
    const found = jcodesOf(['__proto__', 'constructor', 'hasOwnProperty', 'Humira'])
    expect(Object.keys(found)).toEqual(['Humira'])
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  })

  test('never throws, invents no key and gives codes only', () => {
    const names = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...lookupCases.map(([name]) => name))))
    fc.assert(
      fc.property(names, (sent) => {
        const found = jcodesOf(sent)
        for (const [name, code] of Object.entries(found)) {
          expect(sent).toContain(name)
          expect(code).toMatch(/^[AJQS]\d{4}$/)
        }
      }),
    )
  })

  test('case, padding and a dose change nothing', () => {
    const changes = fc.constantFrom<(name: string) => string>(
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => `  ${name}\t`,
      (name) => `${name} 100 mg`,
      (name) => `${name}, 2.5mg/0.5mL`,
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...lookupCases.filter(([name]) => name.trim() !== '' && !name.startsWith('Sublocade '))),
        changes,
        ([name, code], change) => {
          expect(jcodesOf([change(name)])).toEqual(code === null ? {} : { [change(name)]: code })
        },
      ),
      { numRuns: 500 },
    )
  })

  test('10,000 names at once, known and unknown, are answered', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => (at % 2 ? `Humira ${at}` : `unknown${at.toString(36)}`))
    expect(Object.keys(jcodesOf(many))).toHaveLength(5_000)
  })

  test('a very long name is no drug and holds nothing up', () => {
    expect(jcodesOf(['humira '.repeat(10_000), 'a'.repeat(1_000_000)])).toEqual({})
  })
})
