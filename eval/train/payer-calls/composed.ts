import { pick, seeded } from '../../random.ts'
import type { WrittenCall } from './written-call.ts'

type Said = [words: string, field: string, value: number]

const amounts: [string, number][] = [
  ['five hundred', 500],
  ['seven fifty', 750],
  ['a thousand', 1000],
  ['twelve fifty', 1250],
  ['fifteen hundred', 1500],
  ['two thousand', 2000],
  ['twenty-two hundred', 2200],
  ['$2,600', 2600],
  ['three thousand', 3000],
  ['thirty-four hundred', 3400],
  ['$4,000', 4000],
  ['fifty-five hundred', 5500],
  ['six thousand four hundred', 6400],
  ['seventy-nine hundred', 7900],
]
const parts: [string, number][] = [
  ['two twelve', 212],
  ['three hundred six', 306],
  ['four eighteen forty', 418.4],
  ['$455.10', 455.1],
  ['one thirty', 130],
  ['ninety', 90],
]
const benefits = [
  {
    names: ['deductible', 'annual deductible', 'ded'],
    individual: 'deductible_individual',
    family: 'deductible_family',
    met: 'deductible_met_ytd',
    familyMet: 'deductible_family_met_ytd',
  },
  {
    names: ['out of pocket max', 'out-of-pocket maximum', 'max out of pocket', 'out of pocket'],
    individual: 'out_of_pocket_max',
    family: 'out_of_pocket_max_family',
    met: 'out_of_pocket_met_ytd',
    familyMet: 'out_of_pocket_family_met',
  },
] as const
const joints = [' ', ', ', ' and ', ', and ', ' then ', '. ', ', with ', ' but ']

/** Short answers made of two or three amounts: network, scope and measure before or behind their figures, in either order. */
export function composedCalls(count: number): WrittenCall[] {
  const random = seeded(7)
  return Array.from({ length: count }, (_none, index) => {
    const benefit = pick(random, benefits)
    const name = pick(random, benefit.names)
    const [low, high] = [pick(random, amounts.slice(0, 7)), pick(random, amounts.slice(7))]
    const part = pick(random, parts)
    const joint = () => pick(random, joints)
    const limit = (amount: [string, number], field: string): Said => [amount[0], field, amount[1]]
    const [one, two] = random() < 0.5 ? (['individual', 'family'] as const) : (['family', 'individual'] as const)
    const sized = { individual: low, family: high }
    const subject = pick(random, [`the ${name} is`, `${name}`, `${name} is`, `okay so the ${name}'s`])
    const shapes: (string | Said)[][] = [
      [`${subject} `, limit(high, 'other'), ' out of network', joint(), limit(low, benefit.individual), ' in network'],
      [`${subject} `, limit(low, benefit.individual), ' in network', joint(), limit(high, 'other'), ' out of network'],
      [`out of network ${subject} `, limit(high, 'other'), joint(), 'in network ', limit(low, benefit.individual)],
      [`in network ${subject} `, limit(low, benefit.individual), joint(), 'out of network it is ', limit(high, 'other')],
      [
        `the ${one} ${name} is `,
        limit(sized[one], benefit[one]),
        pick(random, ['. the ', ' and the ', ', ']),
        `${two} is `,
        limit(sized[two], benefit[two]),
      ],
      [`${name} ${one} `, limit(sized[one], benefit[one]), joint(), `${two} `, limit(sized[two], benefit[two])],
      [`${subject} `, limit(sized[one], benefit[one]), ` ${one}`, joint(), limit(sized[two], benefit[two]), ` ${two}`],
      [`${subject} `, limit(sized[one], benefit[one]), ` for the ${one}`, joint(), limit(sized[two], benefit[two]), ` for the ${two}`],
      [
        `${one} ${name} `,
        limit(sized[one], benefit[one]),
        joint(),
        'met ',
        limit(part, one === 'individual' ? benefit.met : benefit.familyMet),
      ],
      [
        `${subject} `,
        limit(low, benefit.individual),
        joint(),
        limit(part, benefit.met),
        pick(random, [' met', ' has been met', ' satisfied', ' applied so far']),
      ],
      ["they've met ", limit(part, benefit.met), ' of the ', limit(low, benefit.individual), ` ${name}`],
      [limit(part, benefit.met), ' of the ', limit(low, benefit.individual), ` dollar ${name} has been met`],
      [`${subject} `, limit(low, benefit.individual), joint(), limit(part, 'left'), pick(random, [' remaining', ' left', ' to go'])],
      [
        `the ${name} is `,
        limit(low, 'other'),
        pick(random, ['. no wait that was last year it is ', ', sorry, ', ' no i mean ']),
        limit(high, benefit.individual),
      ],
      [`out of network benefits. individual ${name} `, limit(low, 'other'), '. coinsurance ', ['forty percent', 'other', 40]],
    ]
    return callOf(`composed ${index}`, shapes[index % shapes.length] as (string | Said)[], {
      limit: benefit.individual,
      met: benefit.met,
      value: low[1],
      left: part[1],
    })
  })
}

function callOf(
  id: string,
  pieces: readonly (string | Said)[],
  own: { limit: string; met: string; value: number; left: number },
): WrittenCall {
  const stated: Record<string, number> = {}
  const marks: [number, number, string, number][] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    const [words, field, value] = piece
    const isLeft = field === 'left'
    const told = isLeft ? Math.round((own.value - own.left) * 100) / 100 : value
    marks.push([text.length, text.length + words.length, isLeft ? own.met : field, told])
    text += words
    if (field !== 'other' && field !== 'out_of_pocket_family_met') stated[isLeft ? own.met : field] = told
  }
  return {
    id,
    turns: [
      { speaker: 'agent', text: 'hello' },
      { speaker: 'representative', text, marks },
    ],
    stated,
  }
}
