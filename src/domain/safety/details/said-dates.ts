/** A date that words tell, as much of it as they tell: `2026`, `2026-11`, `2026-11-24`. `end` is exclusive. */
export interface SaidDate {
  start: number
  end: number
  value: string
}

const dayMs = 24 * 3_600_000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'january february march april may june july august september october november december'.split(' ')
const counts =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )

const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const count = `(?:\\d{1,3}|an?(?: couple(?: of)?)?|(?:${tens})[ -](?:${counts.slice(0, 9).join('|')})|${counts.join('|')}|${tens})`
const ordinal = `(?:\\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)[ -](?:${ordinals.slice(0, 9).join('|')})|${ordinals.join('|')}|thirtieth)`
const month = `((?:${months.map((name) => (name === 'may' ? 'may' : `${name.slice(0, 3)}${name === 'september' ? 't?' : ''}(?:${name.slice(3)})?\\.?`)).join('|')}))`
const unit = '(days?|weeks?|months?|years?)'

interface DateContext {
  /** The day on which it was said. */
  day: string
  /** The last day that was told before. */
  last: string | undefined
  /** The words before it and after it. */
  before: string
  after: string
  /** More of the words before it. */
  clause: string
}
type DateReader = (groups: string[], around: DateContext) => string | undefined

/** Each form of a date, and what it tells of the day on which it is said; nobody tells of what is to come. Every repetition is bounded. */
const forms: [pattern: string, read: DateReader][] = [
  ['(\\d{4})-(\\d{2})-(\\d{2})', ([year = '', m = '', d = '']) => valid(year, m, d)],
  ['(\\d{1,2})/(\\d{1,2})/((?:20)?\\d{2})', ([m = '', d = '', year = '']) => valid(year.length === 2 ? `20${year}` : year, m, d)],
  ['(\\d{1,2})/(20\\d{2})', ([m = '', year = '']) => valid(year, m)],
  ['(\\d{1,2})/(\\d{1,2})', ([m = '', d = ''], around) => (isFraction(d, around) ? undefined : lastThatWas(around.day, m, d))],
  [`${month}[ ](?:the[ ])?(${ordinal})(?:,?[ ](20\\d{2}))?`, (groups, { day }) => ofMonth(groups, day)],
  [
    `(?:the[ ])?(${ordinal})[ ](?:of[ ])?${month}(?:,?[ ](20\\d{2}))?`,
    (groups, { day }) => ofMonth([groups[1] ?? '', groups[0] ?? '', groups[2] ?? ''], day),
  ],
  [`(mid[ -]|early[ ]|late[ ])?${month}(?:[ ](20\\d{2}))?`, (groups, around) => monthAlone(groups, around)],
  ['the[ ]day[ ]before[ ]yesterday', (_, { day }) => daysBefore(day, 2)],
  ['today|tonight|this[ ](?:morning|afternoon|evening|a\\.?m\\.?)|hoy', (_, { day }) => day],
  ['yesterday|last[ ]night|ayer|anoche', (_, { day }) => daysBefore(day, 1)],
  [`(?:this[ ]past[ ]|last[ ]|this[ ])?(${weekdays.join('|')})(?:([ ]last[ ]week))?`, (groups, { day }) => weekday(groups, day)],
  [
    `(?:(?:about|around|like|some)[ ])?(${count})[ ]${unit}[ ](?:ago|straight|now)`,
    ([n = '', of = ''], { day }) => unitsBefore(day, numberOf(n), of),
  ],
  [
    `(for|since|the|these|past|last)[ ](?:the[ ])?(past[ ]|last[ ])?(?:(?:about|like|almost)[ ])?(${count})[ ]${unit}`,
    ([lead = '', now = '', n = '', of = ''], around) =>
      lead === 'for' && now === '' && isOver(around) ? undefined : unitsBefore(around.day, numberOf(n), of),
  ],
  ['last[ ](week|month|year)', ([of = ''], { day }) => unitsBefore(day, 1, of)],
  [`the[ ](${ordinal})([ ]of[ ]the[ ]month)?`, (groups, around) => dayAlone(groups, around)],
  [
    "(halloween|christmas|veterans day|labor day|memorial day|independence day|fourth of july|new years|new year's|valentine'?s day)",
    ([name = ''], { day }) => holiday(name, day),
  ],
  ['(?:in|since|from)[ ](20[012]\\d)', ([year = '']) => year],
  [
    '(?:in|since|from)[ ](?:twenty|two thousand)[ ](nineteen|eighteen|seventeen|sixteen|fifteen|twenty[ -](?:one|two|three|four|five|six))',
    ([n = '']) => String(2000 + numberOf(n)),
  ],
  // What follows another date.
  [
    `(?:the[ ](?:day|morning|night)[ ]after|the[ ]next[ ](?:day|morning)|(?:a|one)[ ]day[ ]later)`,
    (_, { last }) => last && daysBefore(last, -1),
  ],
  [`(${count})[ ]days[ ](?:later|after)`, ([n = ''], { last }) => last && daysBefore(last, -numberOf(n))],
]
const all = new RegExp(
  forms
    .map(([pattern], at) => `(?<f${at}>(?<![\\p{L}\\d/-])(?<!\\b(?:${tens}|hundred(?: and)?)[ -])(?:${pattern})(?![\\p{L}\\d/-]))`)
    .join('|'),
  'giu',
)
const each = forms.map(([pattern, read]) => ({ pattern: new RegExp(`^(?:${pattern})`, 'iu'), read }))

const inThePast =
  /\b(?:was|were|had|did(?:n['’]?t)?|could(?:n['’]?t)?|would(?:n['’]?t)?|went|kept|stayed|felt|got|came|made|slept|\p{L}{2,}ed)\b[^.?!;]*$/iu
const untilNow = /\b(?:have|has|haven['’]?t|hasn['’]?t|been|[\p{L}]+['’]ve)\b[^.?!;]*$/iu
const repeated = /^\s?(?:at a time|each time|every time|each|every|long|later|after|or so each)\b/iu

/** "The baby is due in May" names no day that was. */
const isToCome = ({ clause }: DateContext): boolean =>
  /\b(?:due|expecting|will be|going to|gonna|scheduled|upcoming|having (?:a|an|our|my|the|her|his) (?:\p{L}+ )?(?:baby|child|boy|girl|surgery|visit|appointment))\b[^.,;!?]*$/iu.test(
    clause,
  )

/** Whether a span of time does not reach until today: "I could not walk for three days", "it burns for two days each time". */
const isOver = ({ clause, after }: DateContext): boolean => (inThePast.test(clause) && !untilNow.test(clause)) || repeated.test(after)

/** "Two days after the shot on", before a date: it is as many days later. */
const shiftBefore = new RegExp(`(?<![\\p{L}\\d])(?:the[ ]|(${count})[ ])(days?|weeks?)[ ](after|before)[ ](?:[\\p{L}'’]+[ ]){0,4}$`, 'iu')

/** The dates in a text. @param day `YYYY-MM-DD` on which it was said */
export function saidDates(text: string, day: string): SaidDate[] {
  const found: SaidDate[] = []
  for (const { 0: words, index, groups = {} } of text.matchAll(all)) {
    const at = forms.findIndex((_, form) => groups[`f${form}`] !== undefined)
    const form = each[at]
    const parts =
      form?.pattern
        .exec(words)
        ?.slice(1)
        .map((part) => part?.toLowerCase() ?? '') ?? []
    const last = found.findLast((one) => one.value.length === 10)?.value
    const around = {
      day,
      last,
      before: text.slice(Math.max(0, index - 16), index),
      after: text.slice(index + words.length, index + words.length + 16),
      clause: text.slice(Math.max(0, index - 80), index),
    }
    const value = isToCome(around) ? undefined : form?.read(parts, around)
    const shift = shiftBefore.exec(text.slice(Math.max(0, index - 70), index))
    if (value !== undefined && shift && value.length === 10) {
      const [whole, n = 'one', of = '', way] = shift
      const days = numberOf(n.toLowerCase()) * (of.toLowerCase().startsWith('week') ? 7 : 1)
      const shifted = daysBefore(value, way?.toLowerCase() === 'after' ? -days : days)
      if (shifted <= day) found.push({ start: index - whole.length, end: index + words.length, value: shifted })
    } else if (value !== undefined && value <= day) found.push({ start: index, end: index + words.length, value })
  }
  return found
}

function numberOf(said: string): number {
  const word = said.toLowerCase()
  if (/^\d/.test(word)) return Number.parseInt(word, 10)
  if (word.startsWith('a')) return word.includes('couple') ? 2 : 1
  const [tens = '', ones = ''] = word.split(/[ -]/)
  const own = (name: string) => Math.max(counts.indexOf(name), ordinals.indexOf(name)) + 1
  const base = { thirty: 30, thirtieth: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 }[tens] ?? own(tens)
  return base + (ones === '' ? 0 : own(ones))
}

const two = (value: number | string) => String(value).padStart(2, '0')

/** @returns undefined where there is no such day */
function valid(year: string | number, m: string | number, d?: string | number): string | undefined {
  const value = `${year}-${two(m)}${d === undefined ? '' : `-${two(d)}`}`
  if (Number(m) < 1 || Number(m) > 12) return undefined
  if (d === undefined) return value
  const date = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value ? undefined : value
}

/** A day or month without its year is the last one that was. */
function lastThatWas(day: string, m: string | number, d?: string | number): string | undefined {
  const year = Number(day.slice(0, 4))
  const value = valid(year, m, d)
  return value !== undefined && value > day ? valid(year - 1, m, d) : value
}

const monthOf = (name: string) => months.findIndex((one) => one.startsWith(name.replace('.', '').slice(0, 3))) + 1

function ofMonth([name = '', d = '', year = '']: string[], day: string): string | undefined {
  return year === '' ? lastThatWas(day, monthOf(name), numberOf(d)) : valid(year, monthOf(name), numberOf(d))
}

const beforeDay = /(?:on|since|from|by|until|till|start(?:ed|ing)?|began|begun|around|about|dated?|of)[ ]$/i
/** "Pain is 9/10", "1/2 of a pill", "exp 10/26", "pressure was 10/6": no date. */
const isFraction = (d: string, { before, after }: DateContext): boolean =>
  /\b(?:exp\w*|lot|bp|pressure(?: \w+)?)[ :.]*$/i.test(before) ||
  /^ (?:of (?:a|an|the|my|it)|a|pills?|tablets?|shots?|doses?|syringes?|pens?)\b/i.test(after) ||
  (d === '10' && !beforeDay.test(before))

const beforeMonths = /(?:since|in|last|until|from|of|by|early|late|mid)[ -]$/i

/** "In March", "mid-September", "Oct 2025"; "may" and "march" are also other words. */
function monthAlone([part = '', name = '', year = '']: string[], { day, before }: DateContext): string | undefined {
  if (part === '' && year === '' && !beforeMonths.test(before)) return undefined
  return year === '' ? lastThatWas(day, monthOf(name)) : valid(year, monthOf(name))
}

function weekday([name = '', lastWeek = '']: string[], day: string): string {
  const today = new Date(day).getUTCDay()
  const ago = (today - weekdays.indexOf(name) + 7) % 7 || 7
  // "Tuesday last week": of the week before, which began on Sunday.
  return daysBefore(day, lastWeek !== '' && ago <= today ? ago + 7 : ago)
}

const beforeDays = /(?:on|since|from|starting|until|till|by|about|around)[ ]$/i

/** "On the 9th", "the first of the month"; "the second dose" is no day. */
const dayAlone = ([d = '', ofMonth = '']: string[], { day, before, after }: DateContext) =>
  ofMonth === '' && (!beforeDays.test(before) || ofThing.test(after)) ? undefined : dayOfMonth(numberOf(d), day)
/** "Since the second shot": a thing follows. */
const ofThing =
  /^ (?!(?:of|at|in|and|or|but|i|we|he|she|it|they|my|his|her|the|a|when|this|that|so|then|around|about|after|before|with|because|until)\b)\p{L}/iu

function dayOfMonth(d: number, day: string): string | undefined {
  const [year = 0, m = 1] = day.split('-').map(Number)
  const value = valid(year, m, d)
  if (value !== undefined && value <= day) return value
  return m === 1 ? valid(year - 1, 12, d) : valid(year, m - 1, d)
}

const fixed: Record<string, [number, number]> = {
  halloween: [10, 31],
  christmas: [12, 25],
  'veterans day': [11, 11],
  'independence day': [7, 4],
  'fourth of july': [7, 4],
}

function holiday(name: string, day: string): string | undefined {
  const on = fixed[name] ?? (name.startsWith('new') ? [1, 1] : name.startsWith('val') ? [2, 14] : undefined)
  if (on) return lastThatWas(day, ...on)
  const year = Number(day.slice(0, 4))
  const inYear = (one: number) => {
    // The first Monday of September, the last of May.
    const [from, step] = name === 'labor day' ? [Date.UTC(one, 8, 1), 1] : [Date.UTC(one, 4, 31), -1]
    let at = new Date(from)
    while (at.getUTCDay() !== 1) at = new Date(at.getTime() + step * dayMs)
    return at.toISOString().slice(0, 10)
  }
  return inYear(year) <= day ? inYear(year) : inYear(year - 1)
}

const daysBefore = (day: string, days: number) => new Date(new Date(day).getTime() - days * dayMs).toISOString().slice(0, 10)

/** As exact as the unit: weeks tell a month. */
function unitsBefore(day: string, number: number, unit: string): string | undefined {
  if (number === 0) return undefined
  if (unit.startsWith('day')) return daysBefore(day, number)
  if (unit.startsWith('week')) return daysBefore(day, number * 7).slice(0, 7)
  const [year = 0, m = 1] = day.split('-').map(Number)
  if (unit.startsWith('year')) return String(year - number)
  const since = year * 12 + m - 1 - number
  return `${Math.floor(since / 12)}-${two((since % 12) + 1)}`
}
