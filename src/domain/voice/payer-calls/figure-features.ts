import { isNumberWord } from '../../../language/number-words.ts'
import type { Token } from '../../../language/tokens.ts'
import type { Label } from './labels.ts'
import type { SaidFigure, SaidTurn } from './said-figures.ts'

/** A figure in its place in the call, with what its surroundings say as names of features. */
export interface PlacedFigure {
  turn: number
  index: number
  figure: SaidFigure
  isOurs: boolean
  /** It answers a question: no figure stands before it in the payer's turn. */
  isFirst: boolean
  /** Words of its own side between the figure before in the turn and this one. */
  gap: number
  isNewSentence: boolean
  corrects: boolean
  /** Something in its turn before it corrects. */
  correctsEarlier: boolean
  /** The values that our side reads back after the turn. */
  echo: ReadonlySet<number>
  /** Kinds of names that stand nearer to it than to its neighbours. */
  own: ReadonlyMap<string, string>
  features: string[]
}

const kinds = ['benefit', 'service', 'scope', 'measure', 'network', 'share', 'exclusion'] as const
const told: ReadonlySet<string> = new Set([...kinds, 'aside', 'inclusion', 'particular', 'doubt', 'not', 'correction'])

const passing: ReadonlySet<string> = new Set(['service', 'network', 'exclusion', 'inclusion', 'aside', 'share'])

const bucket = (distance: number): string =>
  distance <= 0 ? '0' : distance === 1 ? '1' : distance <= 3 ? '3' : distance <= 6 ? '6' : distance <= 12 ? '12' : 'far'

const wordOf = ({ text, kind }: Token): string => (kind === 'number' || isNumberWord(text) ? '#' : text)

interface FigureContext {
  labels: Label[]
  words: Token[]
  ago: number
  before: Map<string, string>
}

/** What our side asked last, before a turn: the names in its last turn that has any. */
function askedBefore(said: readonly SaidTurn[], turn: number): FigureContext {
  for (let at = turn - 1, ago = 0; at >= 0 && ago < 4; at--, ago++) {
    const { isOurs, labels, words } = said[at] as SaidTurn
    if (isOurs && labels.some(({ kind }) => kind === 'benefit' || kind === 'service' || kind === 'scope' || kind === 'measure'))
      return { labels, words, ago: ago <= 1 ? 0 : 1, before: carried(said, at) }
  }
  return { labels: [], words: [], ago: 9, before: new Map() }
}

/** What the questions before the last one were about: "amount met?" goes on about the family's deductible. */
function carried(said: readonly SaidTurn[], turn: number): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = turn - 1; at >= 0 && turn - at <= 6; at--) {
    if (!said[at]?.isOurs) continue
    for (const { kind, value } of said[at]?.labels ?? [])
      if ((kind === 'benefit' || kind === 'scope' || kind === 'network') && !found.has(kind)) found.set(kind, value)
  }
  return found
}

const valuesSaid = ({ kind, large, small, withCents, short, percent }: SaidFigure): number[] =>
  kind === 'full' || kind === 'zero' ? [] : [large, small, withCents, short, percent].filter((value) => value !== undefined)

/** "Is that right?", "did I get it?", "correct?" only ask to confirm what came before them. */
const pointsBack = ({ text }: Token): boolean => /^(?:that|it|this|those|these|right|correct|yes)$/u.test(text)

/**
 * Whether a figure may state something: one of the payer's, or one of ours that the payer confirms and has not just said.
 */
function mayState(said: readonly SaidTurn[], figure: SaidFigure, at: number): boolean {
  const turn = said[at] as SaidTurn
  if (!turn.isOurs) return !answersElse(said, at)
  const [before, after] = [said[at - 1], said[at + 1]]
  if (!after || after.isOurs || turn.labels.length === 0) return false
  // "So it is 1500. Is prior authorization required?" — "Yes" answers the question.
  if (turn.sentences.some(({ from, to, asks }) => asks && from >= figure.to && !turn.words.slice(from, to).some(pointsBack))) return false
  const values = valuesSaid(figure)
  const isSaid = (other: SaidTurn | undefined) =>
    other?.figures.some((one) => valuesSaid(one).some((value) => values.includes(value))) ?? false
  return (after.reply === 'yes' || isSaid(after)) && !(before && !before.isOurs && isSaid(before))
}

const ofBenefits: ReadonlySet<string> = new Set(['benefit', 'service', 'scope', 'measure', 'share'])

/** An answer to a question for a reference number, a name or the like states no benefit unless it names one. */
function answersElse(said: readonly SaidTurn[], at: number): boolean {
  const [asked, turn] = [said[at - 1], said[at]]
  if (!asked?.isOurs || turn?.labels.some(({ kind }) => ofBenefits.has(kind))) return false
  return asked.labels.some(({ kind }) => kind === 'particular') && !asked.labels.some(({ kind }) => ofBenefits.has(kind))
}

/** The network that was named last before a turn. */
function networkBefore(said: readonly SaidTurn[], turn: number): string {
  for (let at = turn - 1; at >= 0 && turn - at <= 12; at--) {
    const last = said[at]?.labels.findLast(({ kind }) => kind === 'network')
    if (last) return `${last.value}${said[at]?.isOurs ? 'Q' : ''}${turn - at <= 1 ? '' : 'far'}`
  }
  return '-'
}

/** Every figure of a call that may state something, in order, with its features. */
export function placedFigures(said: readonly SaidTurn[]): PlacedFigure[] {
  return said.flatMap((turn, at) => {
    if (!turn.figures.some((figure) => mayState(said, figure, at))) return []
    const asked = askedBefore(said, at)
    return turn.figures.flatMap((figure, index) => (mayState(said, figure, at) ? [placed(said, at, index, asked)] : []))
  })
}

const turning: ReadonlySet<string> = new Set(['benefit', 'scope', 'network', 'exclusion', 'inclusion', 'correction'])

/** What is said of a turn's figures behind them: "oh sorry, wrong patient", "is that the family's?" and the answer. */
function laterNames(said: readonly SaidTurn[], at: number, from: number): string[] {
  const [turn, question, answer] = said.slice(at, at + 3)
  const names = (one: SaidTurn | undefined, start = 0) =>
    (one?.labels ?? []).filter((label) => turning.has(label.kind) && label.from >= start).map(({ kind, value }) => `${kind}=${value}`)
  const found = names(turn, from).map((name) => `B:${name}`)
  if (!question?.isOurs || question.figures.length > 0 || !answer || answer.isOurs) return found
  const reply = answer.reply ?? '-'
  if (question.sentences.at(-1)?.asks || reply !== '-') found.push(...names(question).map((name) => `B?:${name}:${reply}`))
  if (answer.figures.length === 0) found.push(...names(answer).map((name) => `B!:${name}:${reply}`))
  return found
}

function placed(said: readonly SaidTurn[], at: number, index: number, asked: FigureContext): PlacedFigure {
  const turn = said[at] as SaidTurn
  const figure = turn.figures[index] as SaidFigure
  const [last, next] = [turn.figures[index - 1], turn.figures[index + 1]]
  const sentence = turn.sentences.findIndex(({ from, to }) => figure.from >= from && figure.from < to)
  const { from: begin, to: end } = turn.sentences[sentence] ?? { from: 0, to: turn.words.length }
  const features = new Set<string>()
  const add = (name: string) => features.add(name)
  const left = Math.max(last?.to ?? 0, begin)
  const right = Math.min(next?.from ?? turn.words.length, end)
  const labels = turn.labels.filter(({ kind }) => told.has(kind))
  const before = labels.filter(({ from, to }) => from >= (last?.to ?? 0) && to <= figure.from)
  const after = labels.filter(({ from, to }) => from >= figure.to && to <= (next?.from ?? turn.words.length))
  const own = new Map<string, string>()

  for (const kind of told) {
    const one = before.findLast((label) => label.kind === kind)
    const other = after.find((label) => label.kind === kind && label.from < end)
    const name = (label: Label) => `${kind}=${label.value}`
    if (one) {
      const same = one.from >= begin ? 's' : 'o'
      const parted = turn.words
        .slice(Math.max(one.to, figure.from - 12), figure.from + 1)
        .some(({ after, text }) => after === 'comma' || text === 'and')
      add(`L${same}:${name(one)}`)
      add(`L:${name(one)}:${bucket(figure.from - one.to)}`)
      if (last && same === 's')
        add(`L:${name(one)}:${one.from - last.to < figure.from - one.to ? 'nearLast' : 'nearOwn'}${parted ? ',' : ''}`)
      if (same === 's') own.set(kind, one.value)
    }
    if (other) {
      const parted = turn.words
        .slice(figure.to, other.from + 1)
        .slice(0, 12)
        .some(({ after, text }) => after === 'comma' || text === 'and')
      add(`R:${name(other)}`)
      add(`R:${name(other)}:${bucket(other.from - figure.to)}${parted ? ',' : ''}`)
      if (next && next.from < end)
        add(`R:${name(other)}:${next.from - other.to < other.from - figure.to ? 'nearNext' : 'nearOwn'}${parted ? ',' : ''}`)
      else add(`R:${name(other)}:last${parted ? ',' : ''}`)
      if (!own.has(kind) && other.from - figure.to <= 4 && !parted) own.set(kind, other.value)
    }
    if (!one) {
      const far = labels.findLast((label) => label.kind === kind && label.to <= left)
      if (far) add(`F:${name(far)}:${far.from >= begin ? 's' : 'o'}`)
    }
  }
  const ask = (kind: string): string =>
    [...new Set(asked.labels.filter((label) => label.kind === kind).map(({ value }) => value))].join('+')
  const first = index === 0 ? 'first' : 'later'
  for (const kind of kinds) {
    const value = ask(kind)
    if (value) {
      add(`Q:${kind}=${value}:${asked.ago}`)
      add(`Q:${kind}=${value}:${first}`)
      if (!own.has(kind)) add(`Q-:${kind}=${value}:${first}`)
    }
  }
  const topic = (['benefit', 'service', 'scope', 'measure'] as const).map((kind) => own.get(kind) ?? `${ask(kind)}?`).join('/')
  add(`T:${topic}:${index === 0 ? 'first' : 'later'}`)
  add(`Tb:${own.get('benefit') ?? `${ask('benefit')}?`}/${own.get('service') ?? `${ask('service')}?`}`)
  add(`Tm:${own.get('scope') ?? `${ask('scope')}?`}/${own.get('measure') ?? `${ask('measure')}?`}`)
  for (const word of new Set(asked.words.slice(-14).map(wordOf))) add(`q:${word}:${first}`)

  const lefts = turn.words.slice(left, figure.from).map(wordOf)
  const rights = turn.words.slice(figure.to, right).map(wordOf)
  for (const [place, word] of lefts.slice(-4).toReversed().entries()) add(`l${place}:${word}`)
  for (const [place, word] of rights.slice(0, 4).entries()) add(`r${place}:${word}`)
  add(`l:${lefts.slice(-2).join(' ')}`)
  add(`r:${rights.slice(0, 2).join(' ')}`)
  for (const word of lefts.slice(-10)) add(`lb:${word}`)
  for (const word of rights.slice(0, 8)) add(`rb:${word}`)
  if (lefts.length === 0) add(`edge:l:${last && last.to >= begin ? 'figure' : 'start'}`)
  if (rights.length === 0) add(`edge:r:${next && next.from < end ? 'figure' : 'end'}`)
  const mark = turn.words[figure.to]?.after
  if (mark && mark !== 'space') add(`mark:${mark}`)
  const opening = turn.words.slice(end, end + 3).map(wordOf)
  for (const word of opening) if (right === end) add(`o:${word}`)
  const earlier = new Set(labels.filter(({ kind, to }) => passing.has(kind) && to <= left).map(({ kind, value }) => `${kind}=${value}`))
  for (const name of earlier) add(`E:${name}`)
  for (const word of new Set(turn.words.slice(Math.max(begin, left - 25), left).map(wordOf))) add(`sb:${word}`)
  const network = own.get('network') ?? labels.findLast(({ kind, to }) => kind === 'network' && to <= left)?.value
  add(`N:${network ?? `${networkBefore(said, at)}?`}`)
  add(
    `N:${own.get('network') ?? '-'}:${earlier.has('network=out') ? 'out' : ''}${labels.some(({ kind, value }) => kind === 'network' && value === 'out') ? '+' : ''}`,
  )
  add(`kind:${figure.kind}`)
  if (figure.split !== undefined) add('split')
  add(`place:${Math.min(index, 4)}/${Math.min(turn.figures.length, 5)}`)
  add(`size:${turn.words.length <= 4 ? 's' : turn.words.length <= 12 ? 'm' : 'l'}:${first}`)
  if (asked.ago === 9) add('unasked')
  for (const name of laterNames(said, at, next ? turn.words.length : end)) add(name)
  for (const [kind, value] of asked.before) if (!ask(kind) && !own.has(kind)) add(`Q2:${kind}=${value}:${first}`)
  const lead = (said[at - 1]?.isOurs ? said[at - 1]?.words : undefined) ?? []
  if (lead.some(({ text }) => /^(?:reference|name|phone|fax|id|birth|npi|authorization|address)$/u.test(text))) add(`asksElse:${first}`)
  if (turn.isOurs) add('ours')
  return {
    turn: at,
    index,
    figure,
    isOurs: turn.isOurs,
    isFirst: index === 0,
    gap: last ? figure.from - last.to : 99,
    isNewSentence: last === undefined || last.from < begin,
    corrects: before.some(({ kind }) => kind === 'correction') || lefts.some((word) => word === 'no' || word === 'sorry'),
    correctsEarlier:
      turn.reply === 'no' ||
      labels.some(({ kind, to }) => (kind === 'correction' || kind === 'exclusion') && to <= figure.from) ||
      turn.words.slice(0, figure.from).some(({ text }) => text === 'back' || text === 'now'),
    echo: new Set(said[at + 1]?.isOurs && !turn.isOurs ? said[at + 1]?.figures.flatMap(valuesSaid) : []),
    own,
    features: [...features],
  }
}
