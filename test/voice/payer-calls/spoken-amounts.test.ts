import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spokenAmount, spokenPercentage } from '../../../src/domain/voice/payer-calls/figures.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

function inWords(value: number, and: string): string {
  if (value < 20) return small[value] ?? ''
  if (value < 100) return `${tens[Math.floor(value / 10)]}${value % 10 ? `-${small[value % 10]}` : ''}`
  const [scale, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  const rest = value % scale
  return `${inWords(Math.floor(value / scale), and)} ${name}${rest === 0 ? '' : ` ${rest < 100 ? and : ''}${inWords(rest, and)}`}`
}

describe('spoken amounts', () => {
  it('an amount in digits and in words is the same', () => {
    const amounts = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom('', 'and '))
    fc.assert(
      fc.property(amounts, ([value, and]) => {
        const forms = [`${value} dollars`, `$${value.toLocaleString('en-US')}.00`, `${inWords(value, and)} dollars`]
        for (const form of forms) expect([form, spokenAmount(form, 'large')]).toEqual([form, value])
      }),
      { numRuns: 2000 },
    )
  })

  it('hundreds of up to ninety-nine are amounts', () => {
    for (let hundreds = 1; hundreds < 100; hundreds++)
      expect(spokenAmount(`${inWords(hundreds, '')} hundred`, 'large')).toBe(hundreds * 100)
  })

  it.each([
    ['twenty percent', 20],
    ['30%', 30],
    ['12.5 percent', 12.5],
    ['a hundred per cent', 100],
    ['a hundred fifty percent', undefined],
    ['twenty dollars', undefined],
  ])('the percentage of "%s"', (said, percent) => {
    expect(spokenPercentage(said)).toBe(percent)
  })
})
