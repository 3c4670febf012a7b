import { describe, expect, it } from 'vitest'
import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'

/**
 * Sentences composed of two amounts with what they are about, in every order and with every pause: nobody wrote them for
 * the reader, so they show whether an amount ever lands on the other's field.
 */
const amounts: [said: string, value: number][] = [
  ['fifteen hundred', 1500],
  ['three thousand', 3000],
  ['$500', 500],
  ['two thousand five hundred', 2500],
]
const pairs = amounts.flatMap(([lessSaid, less]) =>
  amounts
    .filter(([, value]) => value > less)
    .map(([moreSaid, more]) => ({ less: { said: lessSaid, value: less }, more: { said: moreSaid, value: more } })),
)
const pauses = [' ', ' and ', ', ', ' then ', ', and ', '. ', ' and it is ']
const benefits = [
  { name: 'deductible', individual: 'deductible_individual', family: 'deductible_family', met: 'deductible_met_ytd' },
  { name: 'out of pocket max', individual: 'out_of_pocket_max', family: 'out_of_pocket_max_family', met: 'out_of_pocket_met_ytd' },
]

interface Composed {
  question?: string
  sentence: string
  told: Record<string, number>
}

const composed: Composed[] = benefits.flatMap(({ name, ...fields }) =>
  pairs.flatMap(({ less, more }) => [
    ...pauses.flatMap((pause) => {
      const told = { [fields.individual]: less.value, [fields.family]: more.value }
      const question = `What is the ${name}?`
      const orders = [
        { first: less, second: more, x: 'individual', y: 'family', net: { [fields.individual]: less.value }, here: 'in', there: 'out of' },
        { first: more, second: less, x: 'family', y: 'individual', net: { [fields.individual]: less.value }, here: 'out of', there: 'in' },
      ]
      return orders.flatMap(({ first, second, x, y, net, here, there }): Composed[] => [
        { told, sentence: `the ${name} is ${first.said} for ${x}${pause}${second.said} for ${y}` },
        { told, sentence: `the ${x} ${name} is ${first.said}${pause}the ${y} is ${second.said}` },
        { told, sentence: `${name} ${x} ${first.said}${pause}${y} ${second.said}` },
        { told, question, sentence: `${x} is ${first.said}${pause}${y} is ${second.said}` },
        { told, question, sentence: `${first.said} ${x}${pause}${second.said} ${y}` },
        { told: net, sentence: `the ${name} is ${first.said} ${here} network${pause}${second.said} ${there} network` },
        { told: net, sentence: `${here} network the ${name} is ${first.said}${pause}${there} network it is ${second.said}` },
      ])
    }),
    ...[' and ', ', ', ' with ', '. '].flatMap((pause): Composed[] => {
      const told = { [fields.individual]: more.value, [fields.met]: less.value }
      const left = { [fields.individual]: more.value, [fields.met]: more.value - less.value }
      return [
        ...['met', 'has been met', 'met so far'].map((met) => ({
          told,
          sentence: `the ${name} is ${more.said}${pause}${less.said} ${met}`,
        })),
        { told: left, sentence: `the ${name} is ${more.said}${pause}${less.said} remaining` },
        { told, sentence: `${less.said} of the ${more.said} ${name} has been met` },
      ]
    }),
  ]),
)

describe('sentences composed of two amounts', () => {
  const read = composed.flatMap(({ question = 'Go ahead.', sentence, told }) => {
    const found = readBenefits([
      { speaker: 'agent', text: question },
      { speaker: 'user', text: sentence },
    ])
    return [{ sentence, told, found }]
  })

  it('never give an amount to the wrong field', () => {
    const wrong = read.flatMap(({ sentence, told, found }) =>
      found.filter(({ field, value }) => told[field] !== value).map(({ field, value }) => `${sentence}: ${field} ${value}`),
    )
    expect(wrong).toEqual([])
  })

  it('give more than four amounts in five their field', () => {
    const all = read.reduce((sum, { told }) => sum + Object.keys(told).length, 0)
    const right = read.reduce((sum, { found }) => sum + found.length, 0)
    expect(right / all).toBeGreaterThan(0.8)
  })
})
