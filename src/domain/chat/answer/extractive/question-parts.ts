import { type Token, tokensOf } from '../../../../language/tokens.ts'
import { isTelling, questionTerms } from './question-words.ts'

/** One of the things that a message asks. */
export interface QuestionPart {
  /** Its words in the message, with what stands before it in its sentence where it says nothing without. */
  text: string
  /** What the message tells besides all that it asks. */
  background: string
  /** The whole message but for this part. */
  others: string
}

const words = (list: string) => new Set(list.trim().split(/\s+/))

const asking = words(`what whats what's how hows how's when where wheres where's why which who whos who's whose
  qué cómo cuándo cuánto cuánta cuántos cuántas dónde cuál cuáles`)
const auxiliary =
  words(`can could may might should shall must do does did is are was were will would am has have had isn't aren't can't don't doesn't
  puedo puede pueden debo debe deben hay podemos podría`)
const subject =
  words(`i you u it he she they we this that these those there my your his her their our the a an any anyone someone one people both kids
  children patients adults`)
/** "How long", "what if": no sentence but a question begins so. */
const afterHow = words('long often much many soon far high late hot cold old big do does can should to common likely bad serious about')
const afterWhat = words('if about is are happens happen do does can should time kind else now day dose side was were will would to')
const joining = words('and or but also then plus so y o pero además')
const openers = words('and or but also then plus so ok okay well hi hello hey um uh just please wait now anyway y o pero entonces hola')
const subordinate = words(
  'if when once after before while since because until unless during in with for suppose say cuando si después antes mientras',
)
/** A question in the care of one of these is told, not asked: "I don't know what to do", "tell me how it is stored". */
const telling = words(
  'know knows knew wonder wonders wondering ask asks asking asked tell tells told me sure remember understand explain see figure out about say says',
)

/** Who begins so tells something. */
const tellers = words("i i'm im i've ive we he she they it it's its this that my our the a an yo mi me")

/** Longer than this, what stands before a question in its sentence is a story. */
const longestPreface = 14
/** What is kept before a question that says nothing by itself. */
const longestContext = 30
/** Of a message that asks more things than this the rest is left to the last part. */
const mostParts = 4

interface Sentence {
  from: number
  to: number
  asks: boolean
}

/**
 * The things that a message asks, in its order: each asking clause, without the story around it. A message that asks nothing by
 * its form is one part, whole. Linear in the length.
 */
export function questionParts(message: string): QuestionPart[] {
  // A hyphen between spaces parts as a dash does.
  const tokens = tokensOf(message.replaceAll(' - ', ' – '))
  const whole = [{ text: message, background: '', others: '' }]
  if (tokens.length < 4) return whole
  const spans = sentencesOf(tokens, message).flatMap((sentence) => askingSpans(tokens, sentence))
  const kept = merged(tokens, spans)
  if (kept.length === 0) return whole
  const parts = kept.slice(0, mostParts).map(({ from, to }, at, { length }) => {
    const last = at === length - 1 ? (kept.at(-1)?.to ?? to) : to
    const end = tokens[last - 1]?.end ?? message.length
    const mark = /^\s{0,3}\?/.exec(message.slice(end, end + 4))?.[0] ?? ''
    return { start: tokens[from]?.start ?? 0, end: end + mark.length }
  })
  const background = [...parts, { start: message.length }].map(({ start }, at) => message.slice(parts[at - 1]?.end ?? 0, start))
  return parts.map(({ start, end }) => ({
    text: message.slice(start, end),
    background: background.join(' ').trim(),
    others: `${message.slice(0, start)} ${message.slice(end)}`,
  }))
}

function sentencesOf(tokens: readonly Token[], message: string): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  for (let at = 1; at <= tokens.length; at++) {
    const after = tokens[at]?.after
    if (at < tokens.length && after !== 'stop' && after !== 'question') continue
    const asks = at < tokens.length ? after === 'question' : /\?[^\p{L}\p{N}]{0,10}$/u.test(message.slice(-12))
    sentences.push({ from, to: at, asks })
    from = at
  }
  return sentences
}

interface Span {
  from: number
  to: number
  /** What stands before it was taken in, for it says nothing by itself. */
  wasWidened: boolean
}

/** The asking clauses of a sentence, each with a condition before it ("if it freezes, can I use it"). */
function askingSpans(tokens: readonly Token[], { from, to, asks }: Sentence): Span[] {
  const starts: number[] = []
  for (let at = from; at < to; at++) if (beginsQuestion(tokens, from, at, starts.at(-1))) starts.push(at)
  if (starts.length === 0) {
    if (!asks) return []
    const begin = skipOpeners(tokens, from, to)
    return [widened(tokens, { from: begin, to, wasWidened: false }, begin)]
  }
  const named = namedBefore(tokens, from, starts[0] ?? from)
  const spans = starts.map((start, index) => {
    const least = index === 0 ? from : (starts[index - 1] ?? from)
    const begin = index === 0 && named ? start : prefaceOf(tokens, least, start, index === 0)
    const next = starts[index + 1]
    const end = next === undefined ? to : prefaceOf(tokens, start, next, false)
    return widened(tokens, { from: begin, to: withoutJoint(tokens, begin, end), wasWidened: false }, index === 0 ? from : begin)
  })
  return named ? [named, ...spans] : spans
}

/** "Side effects of Taltz and how do I store it?": what is named before the first question is asked, too. */
function namedBefore(tokens: readonly Token[], from: number, start: number): Span | undefined {
  const named = { from: skipOpeners(tokens, from, start), to: withoutJoint(tokens, from, start), wasWidened: false }
  const isJoined = named.to < start && named.to - named.from <= longestPreface / 2
  return isJoined && !tellers.has(textAt(tokens, named.from)) && questionTerms(wordsOf(tokens, named)).length > 1 ? named : undefined
}

const textAt = (tokens: readonly Token[], at: number) => tokens[at]?.text ?? ''

/** Whether a question begins at a token, in a sentence that begins at `from` and has asked since `last`. */
function beginsQuestion(tokens: readonly Token[], from: number, at: number, last: number | undefined): boolean {
  const [word, next, before] = [textAt(tokens, at), textAt(tokens, at + 1), at > from ? textAt(tokens, at - 1) : '']
  const first = at === from || tokensAreOpeners(tokens, from, at)
  const parted = first || tokens[at]?.after === 'comma' || joining.has(before)
  const isInverted = auxiliary.has(word) && subject.has(next)
  const joined = joining.has(before)
  if ((first || parted) && isPreposition(word) && asking.has(next)) return true
  if (asking.has(word)) {
    if (last === at - 1 && isPreposition(before)) return false
    const isFull = auxiliary.has(next) || (word.startsWith('how') ? afterHow.has(next) : word.startsWith('what') && afterWhat.has(next))
    if (first) return isFull || !subject.has(next) || !/^(?:when|where|who)$/.test(word)
    if (parted)
      return isFull || hasInversion(tokens, at + 1, at + 7) || (joined && /^(?:which|what|who)$/.test(word) && hasVerb(tokens, at))
    if (word === 'what' && next === 'if' && last !== undefined) return true
    if (telling.has(before) || isPreposition(before)) return false
    return auxiliary.has(next) || (word === 'how' && !subject.has(next) && hasInversion(tokens, at + 1, at + 6))
  }
  if (first && /^(?:tell|show|explain)$/.test(word)) return true
  if ((first || joined) && /^(?:puedo|puede|pueden|debo|debe|hay)$/.test(word)) return true
  if (!isInverted) return false
  if (first) return true
  if (before === 'or' && last !== undefined) return false
  if (joined) return true
  // "How long can I", "what strength should she": the question began with the wh-word.
  if (last !== undefined && at - last <= 10 && asking.has(textAt(tokens, last)) && !hasInversion(tokens, last + 1, at)) return false
  if (parted) return true
  return (
    !telling.has(before) &&
    !asking.has(before) &&
    !subject.has(before) &&
    /^(?:can|could|should|do|does|did|is|are|am|will|would|may)$/.test(word) &&
    /^(?:i|he|she|it|we|they|there|my)$/.test(next)
  )
}

/** "Which ones are serious": the wh-word is the subject. */
const hasVerb = (tokens: readonly Token[], at: number) => [1, 2, 3].some((on) => auxiliary.has(textAt(tokens, at + on)))

/** After a preposition or the like the wh-word belongs to it: "at what", "of which". */
const isPreposition = (before: string) => /^(?:at|of|in|on|by|to|for|with|from|until|till|since|that|than|up)$/.test(before)

function hasInversion(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < Math.min(to, tokens.length - 1); at++)
    if (tokens[at]?.after === 'stop' || tokens[at]?.after === 'question') return false
    else if (auxiliary.has(textAt(tokens, at)) && subject.has(textAt(tokens, at + 1))) return true
  return false
}

function tokensAreOpeners(tokens: readonly Token[], from: number, to: number): boolean {
  if (to - from > 3) return false
  for (let at = from; at < to; at++) if (!openers.has(textAt(tokens, at))) return false
  return true
}

function skipOpeners(tokens: readonly Token[], from: number, to: number): number {
  let at = from
  while (at < to && at - from < 3 && openers.has(textAt(tokens, at))) at++
  return at
}

/** Where a question that begins at `start` really begins: at a condition before it, or with all of a short beginning. */
function prefaceOf(tokens: readonly Token[], least: number, start: number, isFirst: boolean): number {
  for (let at = start - 1; at > least && start - at <= longestPreface; at--) {
    const parted = tokens[at]?.after === 'comma' || joining.has(textAt(tokens, at - 1))
    if (parted && subordinate.has(textAt(tokens, at))) return at
  }
  if (!isFirst) return start
  const begin = skipOpeners(tokens, least, start)
  return start - begin <= longestPreface / 2 || (subordinate.has(textAt(tokens, begin)) && start - begin <= longestPreface) ? begin : start
}

function withoutJoint(tokens: readonly Token[], from: number, to: number): number {
  let at = to
  while (at > from + 1 && joining.has(textAt(tokens, at - 1))) at--
  return at
}

const wordsOf = (tokens: readonly Token[], { from, to }: Pick<Span, 'from' | 'to'>) =>
  tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

/** Whether a span says of itself what is asked. */
const saysSomething = (tokens: readonly Token[], span: Span) =>
  questionTerms(wordsOf(tokens, span)).some(
    ({ word }) => word.split(' ').some(isTelling) || /^(?:normal|long|often|much|many|happen)/.test(word),
  )

/** A question that says nothing by itself ("is that right?") with what stands before it in its sentence. */
function widened(tokens: readonly Token[], span: Span, least: number): Span {
  if (saysSomething(tokens, span) || span.from <= least) return span
  return { ...span, from: Math.max(least, span.from - longestContext), wasWidened: true }
}

/** "For how long?" and "when?" ask more of the part before them: they are read with it. */
function merged(tokens: readonly Token[], spans: readonly Span[]): Span[] {
  const all: Span[] = []
  const isEmpty = (span: Span) => !span.wasWidened && questionTerms(wordsOf(tokens, span)).length === 0
  for (const span of spans) {
    const before = all.at(-1)
    const isShort = span.to - span.from <= 3 && !hasInversion(tokens, span.from, span.to)
    if (before && (isShort || isEmpty(span)) && span.from - before.to <= 2) before.to = span.to
    else all.push({ ...span })
  }
  const telling = all.filter((span) => !isEmpty(span))
  return telling.length > 0 ? telling : all
}
