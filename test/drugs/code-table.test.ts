import { describe, expect, test } from 'vitest'
import { drugOf } from '../../src/domain/drugs/drug-of.ts'
import { baseIngredient } from '../../src/domain/drugs/ingredient.ts'
import { drugNames } from '../../src/domain/drugs/name-index.ts'
import { codeRows, drugRows, heardAs } from '../../src/domain/drugs/tables.ts'

const codesOf = new Map<string, Set<string>>()
for (const { code, ingredient } of codeRows) {
  const base = baseIngredient(ingredient)
  codesOf.set(base, (codesOf.get(base) ?? new Set()).add(code))
}

describe('the table of drug codes', () => {
  test('holds drug codes and no code twice for one ingredient', () => {
    expect(codeRows.length).toBeGreaterThan(1_100)
    const keys = codeRows.map(({ code, ingredient }) => `${code} ${ingredient}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { code, ingredient } of codeRows) {
      expect(code).toMatch(/^(A9|J\d|Q\d|S0|C9)\d{3}$/)
      expect(ingredient).toMatch(/^[a-z0-9]/)
    }
  })

  test.each(['J0135', 'J1020', 'J1942', 'J3120', 'J9310', 'Q5102', 'Q5131', 'Q5132', 'J3490', 'J3590', 'J9999', 'Q4101'])(
    '%s is terminated, unspecific or no drug, and not in it',
    (code) => {
      expect(codeRows.find((row) => row.code === code)).toBeUndefined()
    },
  )

  test('every generic name of it leads to a code of that drug', () => {
    const lost = codeRows.filter(({ ingredient }) => {
      const found = drugOf(ingredient)
      return found?.ingredient !== baseIngredient(ingredient) || !codesOf.get(found.ingredient)?.has(found.jcode ?? '')
    })
    expect(lost.map(({ code, ingredient }) => `${code} ${ingredient}`)).toEqual([])
  })

  test('every brand of it leads to a code that has the brand', () => {
    const lost = codeRows
      .flatMap(({ brands }) => brands)
      .filter((brand) => {
        const code = drugOf(brand)?.jcode
        return !codeRows.some((row) => row.code === code && row.brands.some((name) => name.toLowerCase() === brand.toLowerCase()))
      })
    expect(lost).toEqual([])
  })

  test('every short form leads to the drug that it stands for', () => {
    expect(heardAs.length).toBeGreaterThan(0)
    expect(heardAs.filter(({ said, name }) => drugOf(name) === undefined || drugOf(said)?.name !== drugOf(name)?.name)).toEqual([])
  })

  test('no misspelling is needed to find a brand of the list of names', () => {
    const lost = drugRows
      .flatMap(({ ingredient, brands }) => (ingredient === '-' ? [] : brands))
      .filter((brand) => drugOf(brand) === undefined)
    expect(lost).toEqual([])
    expect(drugNames.size).toBeGreaterThan(5_000)
  })
})
