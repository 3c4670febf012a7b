import { clauseRequirements } from './clause-requirements.ts'
import { clausesOf, sentencesOf } from './policy-lines.ts'
import { type Claim, thingOf } from './policy-statement.ts'
import { normalised } from './requirement-words.ts'
import { setsIn } from './step-drugs.ts'

const unmarked =
  /\bnone["”]? means\b|\b(?:a )?dash\b|\bonly the (?:requirement|restriction|edit|limit)(?:s|\(s\))? (?:shown|listed|marked)|\b(?:blank|empty|unmarked|not marked|(?:PA|ST|QL|prior auth\w*) (?:is|are) not (?:shown|marked|listed|printed|noted)|neither\b.{0,40}\b(?:shown|marked|listed|appears?)|(?:carries|bears|shows|has) neither\b[^,]{0,40}|PA (?:is shown |stands |appears )?(?:alone|only)|without (?:the )?(?:PA|ST|(?:codes? )?(?:PA|ST)|an?y? (?:code|mark|symbol|letter))|no (?:codes?|marks?|symbols?|letters?|entry|abbreviations?|notes?)\b)/i
const freeOfAll =
  /\bno (?:special |coverage |other |utilization |such )*(?:restrictions?|requirements?|limits?|limitations?|rules?|edits?)\b/i

/** What a document says of the drugs of its tables that have no code: "Where neither PA nor ST is shown, neither applies." */
export function withoutCode(lines: readonly { text: string }[], today: string): readonly ('authorization' | 'step')[] {
  const found = new Set<'authorization' | 'step'>()
  for (const sentence of lines.flatMap(({ text }) => (text.length > 1500 ? [] : text.split(/(?<=[.;])\s+/)))) {
    const mark = unmarked.exec(sentence)
    if (!mark || /\b(?:may|might|time of printing|check)\b/i.test(sentence)) continue
    const rest = sentence.slice(mark.index + mark[0].length)
    const words = normalised(
      rest.includes(',') ? rest.slice(rest.indexOf(',') + 1).trim() : rest.replace(/^\W*(?:means?|indicates?|is)?\s*/, ''),
    )
    const all = freeOfAll.test(words) || /^only\b/i.test(mark[0])
    const simple = words.replace(/\b(?:once|after)\b.*$/, '')
    const isFree = (term: 'priorauth' | 'steptherapy') =>
      clauseRequirements(simple, today).some(({ kind, required }) => kind === kindOf[term] && !required) ||
      new RegExp(`\\b(?:no|neither|nor) (?:priorauth (?:and|or|nor) )?${term}\\b`).test(simple)
    if (all || isFree('priorauth')) found.add('authorization')
    if (all || isFree('steptherapy')) found.add('step')
  }
  return [...found]
}

const kindOf = { priorauth: 'authorization', steptherapy: 'step' } as const

export interface CodedThing {
  thing: Exclude<Claim, 'note' | { criterion: string }>
  weak: boolean
}

/** What each code of a formulary says of a drug; nothing where it says nothing of a requirement. */
export type Codes = ReadonlyMap<string, readonly CodedThing[]>

const meanings = {
  authorization: [{ thing: { authorization: 'required' }, weak: false }],
  step: [{ thing: { step: 'required', sets: [] }, weak: false }],
  exclusion: [{ thing: { exclusion: 'required' }, weak: false }],
  'non-formulary': [{ thing: { exclusion: 'required' }, weak: true }],
  other: [],
} as const satisfies Record<string, readonly CodedThing[]>
type CodeMeaning = keyof typeof meanings

const usual: [string, CodeMeaning][] = [
  ...['PA', 'PA*', 'PAR', 'PANS', 'PA-NS', 'PA NS', 'PA NSO', 'PA-NSO', 'PA1', 'PA2', 'CPA', 'NSPA'].map((code): [string, CodeMeaning] => [
    code,
    'authorization',
  ]),
  ...['ST', 'ST*', 'ST-NS', 'ST NS', 'ST NSO', 'STNS'].map((code): [string, CodeMeaning] => [code, 'step']),
  ...['NC', 'EX', 'EXC', 'EXCL', 'N/C'].map((code): [string, CodeMeaning] => [code, 'exclusion']),
  ...['NF', 'N/F'].map((code): [string, CodeMeaning] => [code, 'non-formulary']),
  ...[
    'QL',
    'SP',
    'LD',
    'AL',
    'AGE',
    'MO',
    'B/D',
    'GC',
    'GL',
    'LA',
    'RX',
    'OTC',
    'HCR',
    'ACA',
    'NM',
    'DL',
    'QLL',
    'DO',
    'SPC',
    'MSP',
    'NDS',
    'ED',
    'HRM',
    'PV',
    'F',
    'T1',
    'T2',
    'T3',
    'T4',
    'T5',
  ].map((code): [string, CodeMeaning] => [code, 'other']),
]

const pair =
  /(?<![\p{L}\p{N}/])([A-Z*†‡◊○●◑◐★☆▲△■□ⓟ•✓#^][A-Z0-9/*+-]{0,5})(?: ?(?:=|:|–|—|-) ?| means (?:that )?| stands for )(\p{L}[^=;.|\n]{2,90})/gu

/** What the words say behind a code: in sentences ("Preferred. No prior authorization and no step."), or by a name. */
function meaningOf(words: string, today: string): readonly CodedThing[] {
  const said = sentencesOf(words)
    .flatMap((sentence) => clausesOf(sentence))
    .flatMap((clause) => clauseRequirements(clause, today))
    .filter(({ kind }) => kind !== 'exclusion')
  if (said.some(({ required }) => !required)) return said.map((one) => ({ thing: thingOf(one), weak: one.weak }) as CodedThing)
  return meanings[nameOf(words)]
}

function nameOf(words: string): CodeMeaning {
  const told = normalised(words)
  if (
    /priorauth|\bapproval\b|\bauthorization\b|\bclinical review\b|\bpre-?(?:service|payment) review\b/.test(told) &&
    !/\b(?:no|not)\b/.test(told)
  )
    return 'authorization'
  if (
    /steptherapy|\btry (?:another|other|a different)|\btried first|\banother drug first|\bstep\b|\blook-?back\b|\bfirst-use\b|\bprerequisite\b/.test(
      told,
    )
  )
    return 'step'
  if (/\bnot (?:a )?cover(?:ed)?\b|\bnot (?:paid|payable|reimburs\w+)\b|\bexclu|\bnon-?covered|\bnot a benefit|\bno coverage/.test(told))
    return 'exclusion'
  if (/\bnon-?formulary|\bnot (?:on the )?formulary/.test(told)) return 'non-formulary'
  return 'other'
}

/** The codes that a document explains ("PA = prior authorization", or rows of code and meaning), with the usual ones. */
export function codesIn(lines: readonly { kind: string; text: string }[], today: string): Codes {
  const codes = new Map<string, readonly CodedThing[]>(usual.map(([code, meaning]) => [code, meanings[meaning]]))
  let table = false
  let before = ''
  for (const { kind, text } of lines) {
    if (kind === 'heading') table = /\b(?:legend|key|abbreviations?|codes?|symbols?|how to read|what do)\b/i.test(text)
    if (kind === 'row') {
      const [written = '', meaning = '', ...more] = text.split(' | ').map((cell) => cell.trim())
      const code = written.replace(/^(?:level|code|status|class|category|group) (?=\S{1,3}$)/i, '')
      if (/^(?:codes?|symbols?|abbreviations?|notations?|key|legend)$/i.test(code)) table = true
      else if (table && more.every((cell) => cell === '') && /^\S{1,6}$/.test(code))
        codes.set(code.toUpperCase().replace(/-[N#X]$/, ''), meaningOf(meaning, today))
      for (const part of text.split(' | ')) addPairs(part, codes, today)
      before = kind
      continue
    }
    // A line without cells may go on with the row over it.
    if (kind !== 'heading') table = (table && before === 'row') || /\b(?:signs?|marks?|symbols?|codes?|legend|key)\b.*:$/i.test(text)
    addPairs(text, codes, today)
    before = kind
  }
  return codes
}

function addPairs(text: string, codes: Map<string, readonly CodedThing[]>, today: string): void {
  if (text.length > 1500) return
  for (const [, code = '', meaning = ''] of text.matchAll(pair)) {
    const things = meaningOf(meaning.split(/[,(]\s/)[0] ?? '', today)
    if (things.length > 0 || !codes.has(code)) codes.set(code.toUpperCase(), things)
  }
}

/** What a cell or line of codes only ("PA; QL", "P SP") says; undefined where it has other words. */
export function thingsInCodes(cell: string, codes: Codes): CodedThing[] | undefined {
  const parts = cell
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .split(/[;,+|]\s*|\s+|\/(?=[A-Z]{2})/)
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 8) return undefined
  const said = parts.map(
    (part) =>
      codes.get(part.toUpperCase()) ??
      codes.get(part.toUpperCase().replace(/[-*]?\d{0,2}$/, '')) ??
      (/^[A-Z]{1,4}[*†\d]?$|^\d{1,3}$/.test(part) ? meanings.other : undefined),
  )
  if (said.includes(undefined)) return undefined
  const things = said.flatMap((one) => one ?? [])
  const demanded = new Set(
    things.flatMap(({ thing }) => Object.entries(thing).flatMap(([kind, value]) => (value === 'required' ? [kind] : []))),
  )
  return things
    .filter(({ thing }) => !Object.entries(thing).some(([kind, value]) => value === 'not_required' && demanded.has(kind)))
    .map((one) =>
      'step' in one.thing && one.thing.step === 'required'
        ? { ...one, thing: { ...one.thing, sets: setsIn(/\bST\b[^(]{0,12}\(([^)]+)\)/.exec(cell)?.[1] ?? '') } }
        : one,
    )
}
