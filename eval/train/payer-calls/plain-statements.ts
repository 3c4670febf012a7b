import { pick, seeded } from '../../random.ts'
import type { WrittenCall } from './written-call.ts'

/** Words, with the amount in them and the field that it states: `other` for none. */
interface Statement {
  text: string
  mark: [from: number, to: number, field: string, value: number]
}

type Amount = [said: string, value: number]
const limits: Amount[] = [
  ['$500', 500],
  ['seven hundred fifty dollars', 750],
  ['$1,500', 1500],
  ['three thousand two hundred and fifty dollars', 3250],
  ['fifteen oh five', 1505],
  ['twelve fifty', 1250],
  ['$6,000', 6000],
  ['eighty five hundred', 8500],
]
const met: Amount[] = [
  ['412.37', 412.37],
  ['eleven hundred', 1100],
  ['$600', 600],
  ['nine hundred', 900],
  ['three hundred twenty dollars and ten cents', 320.1],
  ['nothing', 0],
]
const copays: Amount[] = [
  ['forty dollars', 40],
  ['$25', 25],
  ['fifteen', 15],
  ['thirty five dollars', 35],
  ['zero', 0],
  ['sixty', 60],
]
const shares: Amount[] = [
  ['twenty percent', 20],
  ['30%', 30],
  ['ten percent', 10],
]

interface Spoken {
  field: string
  names: string[]
  amounts: Amount[]
  /** `N` is a name, `A` the amount. */
  ways: string[]
}
const ofLimits = ['the N is A', 'N is A', "N's A", 'N, A', 'they have a A N', "it's a A N", 'N A']
const ofMet = [
  'the amount met on the N is A',
  '{A} has been met of the N',
  'N met year to date is A',
  "they've met A toward the N",
  'N met so far A',
]
const ofVisits = ['the copay for N is A', 'the N copay is A', 'A copay for N', 'N is A', 'N have a A copay', 'N A', "for N it's A"]
const spoken: Spoken[] = [
  { field: 'deductible_individual', names: ['deductible', 'individual deductible', 'annual deductible'], amounts: limits, ways: ofLimits },
  { field: 'deductible_family', names: ['family deductible', 'deductible for the family'], amounts: limits, ways: ofLimits },
  {
    field: 'out_of_pocket_max',
    names: ['out of pocket max', 'individual out-of-pocket maximum', 'out of pocket'],
    amounts: limits,
    ways: ofLimits,
  },
  {
    field: 'out_of_pocket_max_family',
    names: ['family out of pocket max', 'family out-of-pocket maximum'],
    amounts: limits,
    ways: ofLimits,
  },
  { field: 'deductible_met_ytd', names: ['deductible', 'individual deductible'], amounts: met, ways: ofMet },
  { field: 'deductible_family_met_ytd', names: ['family deductible'], amounts: met, ways: ofMet },
  { field: 'out_of_pocket_met_ytd', names: ['out of pocket', 'out of pocket max'], amounts: met, ways: ofMet },
  { field: 'copay_pcp', names: ['primary care', 'primary care visits', 'pcp visits', 'PCP'], amounts: copays, ways: ofVisits },
  { field: 'copay_specialist', names: ['specialist', 'specialists', 'specialist visits', 'a specialist'], amounts: copays, ways: ofVisits },
  { field: 'copay_pharmacy', names: ['pharmacy', 'prescriptions', 'prescription'], amounts: copays, ways: ofVisits },
  { field: 'copay_specialty', names: ['specialty drugs', 'specialty pharmacy', 'specialty medications'], amounts: copays, ways: ofVisits },
  { field: 'tier_1_copay', names: ['tier one', 'tier 1', 'generics', 'tier 1 drugs'], amounts: copays, ways: ofVisits },
  { field: 'tier_2_copay', names: ['tier two', 'tier 2', 'preferred brand', 'tier two drugs'], amounts: copays, ways: ofVisits },
  { field: 'tier_3_copay', names: ['tier three', 'tier 3', 'non-preferred brands', 'tier three drugs'], amounts: copays, ways: ofVisits },
  {
    field: 'coinsurance_percentage',
    names: ['coinsurance', "member's coinsurance"],
    amounts: shares,
    ways: ['N is A', 'the N is A', 'A N', 'N A after deductible'],
  },
  { field: 'copay_pcp', names: ['primary care'], amounts: [['no', 0]], ways: ['there is A copay for N', "N, there's A copay"] },
  { field: 'copay_specialist', names: ['specialists'], amounts: [['no', 0]], ways: ['there is A copay for N'] },
  { field: 'deductible_individual', names: ['deductible'], amounts: [['no', 0]], ways: ['there is A N', 'they have A N on this plan'] },
  { field: 'copay_pcp', names: ['primary care copay'], amounts: [['waived', 0]], ways: ['the N is A'] },
  { field: 'coinsurance_percentage', names: ['plan'], amounts: [['eighty twenty', 20]], ways: ["it's an A N", 'the N pays A'] },
  {
    field: 'coinsurance_percentage',
    names: ['covered'],
    amounts: [
      ['ninety percent', 10],
      ['80%', 20],
    ],
    ways: ['N at A after deductible', "it's N at A"],
  },
]
/** Statements of nothing: ranges, what is owed, what is not on file. `A` is an amount, `N` a name. */
const ofNothing: Pick<Spoken, 'names' | 'amounts' | 'ways'>[] = [
  {
    names: ['specialists', 'office visits', 'primary care', 'prescriptions'],
    amounts: copays,
    ways: [
      'copays range from ten to A for N',
      'N can be anywhere from A to eighty',
      'copays for N start at A',
      'N have a copay of up to A',
    ],
  },
  {
    names: ['deductible', 'out of pocket', 'family deductible'],
    amounts: limits,
    ways: ['he owes A toward the N', 'they still have to pay A before the N is met', 'she still needs A to meet the N', "the N isn't A"],
  },
  {
    names: ['deductible', 'out of pocket'],
    amounts: [['no', 0]],
    ways: ['there is A met amount on the N', 'A amount met shows for the N'],
  },
  { names: ['met amount', 'copay'], amounts: [['not', 0]], ways: ['i do A have a N', 'a N is A listed', "we're A showing a N"] },
]
/** What makes another's of a statement, or none. */
const turning = [
  ['next year ', ''],
  ['last year ', ''],
  ['for the spouse ', ''],
  ['out of network ', ''],
  ['on the dental plan ', ''],
  ['i think ', ''],
  ['is ', '?'],
] as const

function statementOf({ field, names, amounts, ways }: Spoken, random: () => number, isTurned: boolean): Statement {
  const [said, value] = random() < 0.4 && amounts.length > 2 ? written(random, amounts) : pick(random, amounts)
  const way = pick(random, ways).replace(/[{}]/gu, '').replace('N', pick(random, names))
  const [before, after] = isTurned ? pick(random, turning) : ['', '']
  const text = `${before}${before === 'is ' ? way.replace(/ is /u, ' ') : way}${after}`
  const from = text.indexOf('A')
  return { text: text.replace('A', said), mark: [from, from + said.length, isTurned ? 'other' : field, value] }
}

const openings = [
  'hello',
  'Can you tell me about the benefits?',
  'Go ahead.',
  'What are the benefits?',
  'Hello, I am calling to verify the benefits of a member.',
]
const fillers = ['What can you tell me?', 'okay', 'Thank you. Anything else?', 'And what else?', 'Got it, go on.', 'What else do you see?']

/** Another amount of the size of these, in digits. */
function written(random: () => number, amounts: readonly Amount[]): Amount {
  const [, most] = amounts.toSorted(([, one], [, other]) => other - one)[0] as Amount
  if (amounts === shares) return pick(random, amounts)
  const value = Math.max(5, Math.round(random() * most))
  return [`$${value.toLocaleString('en')}`, value]
}

/**
 * Answers of one to four plain sentences, each about another field, without a question before them: what people write who try the
 * service with one sentence. In a fifth of them a sentence is about something else.
 */
export function plainStatements(count: number): WrittenCall[] {
  const random = seeded(11)
  return Array.from({ length: count }, (_none, index) => {
    const fields = new Set<string>()
    const chosen: Statement[] = []
    const wanted = 1 + (index % 4)
    while (chosen.length < wanted) {
      if (random() < 0.1) {
        chosen.push(statementOf({ field: 'other', ...pick(random, ofNothing) }, random, false))
        continue
      }
      const one = pick(random, spoken)
      if (fields.has(one.field)) continue
      fields.add(one.field)
      chosen.push(statementOf(one, random, random() < 0.2))
    }
    const opening = { speaker: 'agent', text: pick(random, openings) }
    const isApart = random() < 0.5
    const isAsked = random() < 0.6
    const answers = isApart ? chosen.map((one) => joined([one], random)) : [joined(chosen, random)]
    const turns = answers.flatMap((answer, at) =>
      at > 0 && isAsked ? [{ speaker: 'agent', text: pick(random, fillers) }, answer] : [answer],
    )
    const marks = chosen.map(({ mark }) => mark)
    return {
      id: `plain ${index}`,
      turns: [opening, ...turns],
      stated: Object.fromEntries(marks.flatMap(([, , field, value]) => (field === 'other' ? [] : [[field, value]]))),
    }
  })
}

const points = ['is that', 'and is that', 'is this', 'is that amount']
/** Questions of ours about what was just said, the answer that leaves it standing, and what else the payer may say. */
const doubts: [asked: string, standing: 'yes' | 'no'][] = [
  ['in network', 'yes'],
  ['for this year', 'yes'],
  ['the individual amount', 'yes'],
  ['for the patient', 'yes'],
  ['out of network', 'no'],
  ['the family amount', 'no'],
  ['last year', 'no'],
  ['for the spouse', 'no'],
]
const sayings = { yes: ['yes', 'yep', 'correct', "that's right", 'yes it is'], no: ['no', 'nope', "no it's not", "no that's not it"] }
const retracting = [
  'oh sorry wrong patient',
  "no wait that's out of network",
  'scratch that',
  "sorry that's last year's",
  "actually that's the dental plan",
]

/** Limits that are taken back, or not: by the answer to a question about them, or by what the payer says behind them. */
export function retractedStatements(count: number): WrittenCall[] {
  const random = seeded(13)
  const individual = spoken.filter(
    ({ field }) => field === 'deductible_individual' || field === 'out_of_pocket_max' || field === 'copay_specialist',
  )
  return Array.from({ length: count }, (_none, index): WrittenCall => {
    const chosen = statementOf(pick(random, individual), random, false)
    const [field, value] = [chosen.mark[2], chosen.mark[3]]
    const [asked, standing] = pick(random, doubts)
    const reply = random() < 0.5 ? 'yes' : 'no'
    const isByItself = index % 3 === 0
    const stands = !isByItself && reply === standing
    const text = isByItself ? `${chosen.text}. ${pick(random, retracting)}` : chosen.text
    const mark: Statement['mark'] = stands ? chosen.mark : [chosen.mark[0], chosen.mark[1], 'other', value]
    const turns: WrittenCall['turns'] = [
      { speaker: 'agent', text: 'hello' },
      { speaker: 'representative', text, marks: [mark] },
    ]
    if (!isByItself)
      turns.push(
        { speaker: 'agent', text: `${pick(random, points)} ${asked}?` },
        { speaker: 'representative', text: pick(random, sayings[reply]) },
      )
    return { id: `retracted ${index}`, turns, stated: stands ? { [field]: value } : {} }
  })
}

/** Statements as one turn. */
function joined(statements: readonly Statement[], random: () => number): WrittenCall['turns'][number] {
  const joint = pick(random, ['. ', ', and ', ' and ', '. And '])
  let text = ''
  const marks: Statement['mark'][] = []
  for (const [at, { text: said, mark }] of statements.entries()) {
    if (at > 0) text += joint
    const start = text.length
    text += joint.startsWith('.') ? `${said[0]?.toUpperCase()}${said.slice(1)}` : said
    marks.push([mark[0] + start, mark[1] + start, mark[2], mark[3]])
  }
  return { speaker: 'representative', text: joint.startsWith('.') ? `${text}.` : text, marks }
}
