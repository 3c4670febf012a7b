import type { TokenSentence } from '../../../language/sentences.ts'
import type { Token } from '../../../language/tokens.ts'
import type { AmountField } from '../../payers/benefits.ts'
import { attachLabels, type LabelledFigure } from './attach-labels.ts'
import { isBareAnswer } from './bare-answers.ts'
import { type BenefitFigure, benefitOf, limitOfMet } from './benefit-fields.ts'
import { type CallContext, contextAfter, lastingContext, oneOf } from './call-context.ts'
import { type Figure, figuresIn } from './figures.ts'
import { withImplied } from './implied-labels.ts'
import { type Label, labelsIn } from './labels.ts'
import { withLocalNames } from './local-names.ts'
import { withoutRestarts } from './restarts.ts'
import { inRows, rowItems } from './rows.ts'
import { isDoubtful, networksOf } from './uncertain-figures.ts'
import { zeroAmounts } from './zero-amounts.ts'

/** What a sentence states about one field. */
interface Statement {
  field: AmountField
  value: number
  remaining?: boolean
  /** It replaces what was stated about the field before. */
  corrects: boolean
}

export interface SentenceReading {
  statements: Statement[]
  /** Values said with doubt. */
  withheld: number[]
  /** Values said of another network, year, person or plan, or of nobody can tell what. */
  elsewhere: number[]
  context: CallContext
  figures: number
  /** The last amount of the sentence. */
  last?: LabelledFigure | undefined
  /** The sentence retracts the last statement. */
  retracts: boolean
  /** "Sorry, …": the next figure is a correction. */
  corrects: boolean
}

const naming = new Set<Label['kind']>(['benefit', 'service', 'scope', 'measure', 'network', 'share', 'aside', 'inclusion'])

/**
 * Reads what one sentence states in its context.
 * @param isOurs It reads back: a bare figure among words of ours is still the one that was said.
 */
export function readSentence(
  { words }: Pick<TokenSentence, 'words'>,
  context: CallContext,
  corrects: boolean,
  isOurs = false,
): SentenceReading {
  const { figures, all } = figuresOf(words, context)
  const corrections = all.filter(({ kind }) => kind === 'correction')
  const retracts = corrections.some(({ value }) => value === 'strong')
  if (!figures.some(({ kind }) => kind !== 'none')) {
    const next = all.length > 0 ? contextAfter(context, asked(words, all)) : context
    return {
      statements: [],
      withheld: [],
      elsewhere: [],
      context: next,
      figures: 0,
      retracts,
      corrects: corrections.length > 0 || (corrects && all.length === 0),
    }
  }
  const { isUnread, ...read } = statementsOf(words, all, figures, context, corrects, isOurs)
  return {
    ...read,
    figures: figures.length,
    retracts: (retracts && isBefore(corrections, figures)) || isUnread,
  }
}

/** "What is the deductible, and how much has been met?" asks for two amounts. */
function asked(words: readonly Token[], labels: readonly Label[]): Label[] {
  const benefit = labels.find(({ kind }) => kind === 'benefit')
  return labels.map((label) => {
    const isSecond =
      label.kind === 'measure' &&
      benefit &&
      words.slice(Math.min(benefit.to, label.to), Math.max(benefit.from, label.from)).some(({ text }) => text === 'and' || text === 'or')
    return isSecond ? { ...label, value: 'several' } : label
  })
}

const isBefore = (corrections: readonly Label[], figures: readonly Figure[]): boolean =>
  corrections.some(({ value, to }) => value === 'strong' && to <= (figures[0]?.from ?? 0))

function figuresOf(words: readonly Token[], context: CallContext): { figures: Figure[]; all: Label[] } {
  const labels = labelsIn(words)
  const taken = new Set(
    labels.filter(({ kind }) => kind !== 'doubt').flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  )
  const nothing = zeroAmounts(words, labels, context.measure === 'met')
  const figures = [...figuresIn(words, taken), ...nothing.map(({ figure }) => figure)].toSorted((one, other) => one.from - other.from)
  const full = nothing.flatMap(({ label }) => (label ? [label] : []))
  const isReplaced = (label: Label) => full.some(({ from, to }) => label.from < to && label.to > from)
  const all = [...labels.filter((label) => !isReplaced(label)), ...full].toSorted((one, other) => one.from - other.from)
  return { figures, all: withLocalNames(words, all, figures, context) }
}

function statementsOf(
  words: readonly Token[],
  labels: readonly Label[],
  figures: readonly Figure[],
  start: CallContext,
  corrects: boolean,
  isOurs: boolean,
): Omit<SentenceReading, 'figures' | 'retracts'> & { isUnread: boolean } {
  const rows = inRows(words, labels, withoutRestarts(words, figures), start)
  const found = withImplied(words, rowItems(attachLabels(words, rows.labels, rows.figures)).map(near), start)
  const networks = networksOf(found, labels, start.network)
  let context: CallContext = start
  let isParticular = false
  const statements: (Statement | undefined)[] = []
  const withheld: number[] = []
  const elsewhere: number[] = []
  for (const [index, item] of found.entries()) {
    const own = [...item.before, ...item.after]
    const lasting = lastingContext(context, item.before)
    if (item.figure.kind === 'none') {
      context = { ...contextAfter(context, item.before), ...lasting }
      isParticular = true
      statements.push(undefined)
      continue
    }
    const correction =
      item.before.findLast(({ kind }) => kind === 'correction')?.value ?? (index > 0 && item.gap === 'no' ? 'sorry' : undefined)
    const isExcluded = own.some(({ kind }) => kind === 'exclusion')
    const isNamed = own.some(({ kind }) => naming.has(kind) && kind !== 'network')
    const isIn = networks[index] !== 'out' && lasting.elsewhere.length === 0
    const isAnswer =
      isNamed ||
      item.figure.split !== undefined ||
      (!start.asksOther && !isParticular && isBareAnswer(words, found, index, isOurs ? 4 : start.isDirect ? 4 : 0)) ||
      (index > 0 && correction !== undefined)
    const told =
      isIn &&
      isAnswer &&
      (isNamed || !isReference(words, item.figure)) &&
      !item.isUnsure &&
      !isDoubtful(item, labels, words, found[index + 1]?.figure.from ?? words.length) &&
      !/^(?:to|or)$/u.test(item.gap)
        ? benefitOf(item, context, labels)
        : undefined
    const isApart = own.some(({ kind, value }) => (kind === 'scope' && value !== 'both' && value !== 'several') || kind === 'service')
    if (index > 0 && !item.isOfRow && !isExcluded) takeBack(statements, correction, told, isNamed, isApart, item)
    const isCorrected = correction !== undefined || (index === 0 && corrects)
    if (!isIn || (told === undefined && isUnclear(own, start, found.length))) elsewhere.push(...valuesIn(item.figure))
    else if (isDoubtful(item, labels, words, found[index + 1]?.figure.from ?? words.length)) withheld.push(...valuesIn(item.figure))
    statements.push(told && { ...told, corrects: isCorrected })
    const whole = told && wholeOf(words, item.figure, told)
    if (whole) statements.push({ ...whole, corrects: isCorrected })
    const isOther = own.some(({ kind }) => kind === 'benefit' || kind === 'service' || kind === 'measure')
    const ownMeasure = oneOf(own, 'measure')
    const isGoingOn = ownMeasure !== undefined && ownMeasure === start.measure
    const isShareTold = told?.field === 'coinsurance_percentage' || (context.isShareTold ?? false)
    context = { ...contextAfter(context, own), ...lasting, measure: isOther && !isGoingOn ? undefined : context.measure, isShareTold }
    if (ownMeasure !== undefined && !isGoingOn && oneOf(own, 'benefit') === undefined) context = { ...context, measure: 'unclear' }
  }
  if (isOurs) context = contextAfter(context, behind(labels, found.at(-1)))
  if (oneOf(labels, 'scope') === 'several') context = { ...context, scope: 'both' }
  const kept = lastingContext({ ...context, elsewhere: start.elsewhere, network: networkAfter(start.network, labels) }, [])
  return {
    statements: statements.filter((told) => told !== undefined),
    withheld,
    elsewhere,
    context: { ...context, ...kept, isShareTold: false, measure: start.measure === context.measure ? context.measure : undefined },
    corrects: false,
    last: found.findLast(({ figure }) => figure.kind !== 'none'),
    isUnread: statements[0] === undefined && isCorrection(found[0], corrects),
  }
}

const valuesIn = ({ large, small, withCents, short, percent }: Figure): number[] =>
  [large, small, withCents, short, percent, percent && 100 - percent].filter((value) => value !== undefined)

/** "He owes a thousand", and one bare figure for a question about two: nobody can tell which it is. */
const isUnclear = (own: readonly Label[], start: CallContext, figures: number): boolean =>
  own.some(({ kind, value }) => kind === 'measure' && value === 'unclear') ||
  (figures === 1 && start.measure === 'several' && !own.some(({ kind }) => naming.has(kind)))

/** The labels behind the last figure that are not its own: what our side asks next. */
const behind = (labels: readonly Label[], last: LabelledFigure | undefined): Label[] =>
  labels.filter((label) => last !== undefined && label.from >= last.figure.to && !last.after.includes(label))

/** "On the six hundred he has two twelve left" only points at what was said before. */
const isReference = (words: readonly Token[], { from }: Figure): boolean =>
  /^(?:on|of|towards?|against)$/u.test(words[from - 2]?.text ?? '') && /^(?:the|that|his|her)$/u.test(words[from - 1]?.text ?? '')

/** "She's met the whole seven fifty" tells the limit, too. */
const wholeOf = (words: readonly Token[], { from }: Figure, { field, value, remaining }: BenefitFigure): BenefitFigure | undefined => {
  const total = limitOfMet[field]
  return total && !remaining && /^(?:whole|full|entire)$/u.test(words[from - 1]?.text ?? '') ? { field: total, value } : undefined
}

/** A figure that corrects what was said before, even where it is not understood. */
const isCorrection = (item: LabelledFigure | undefined, corrects: boolean): boolean =>
  item !== undefined &&
  item.figure.kind !== 'none' &&
  (corrects || item.before.some(({ kind, value }) => kind === 'correction' && value !== 'actually'))

/** A sentence that names both networks leaves the context in network, where most talk is. */
function networkAfter(before: string | undefined, labels: readonly Label[]): string | undefined {
  const said = labels.filter(({ kind }) => kind === 'network').map(({ value }) => value)
  return said.length === 0 ? before : said.includes('in') || said.includes('both') ? 'in' : said.at(-1)
}

/** Labels far from a figure belong to something else. */
const near = <Item extends LabelledFigure>({ figure, before, after, ...others }: Item) => ({
  ...others,
  figure,
  before: before.filter(({ to }) => figure.from - to <= 20),
  after: after.filter(({ from }) => from - figure.to <= 8),
})

/** Drops the statement before where a correction replaces it, and where two figures stand side by side with nothing to tell them apart. */
function takeBack(
  statements: (Statement | undefined)[],
  correction: string | undefined,
  told: Statement | Omit<Statement, 'corrects'> | undefined,
  isNamed: boolean,
  isApart: boolean,
  { gap, figure, after }: LabelledFigure,
): void {
  const last = statements.length - 1
  const before = statements[last]
  if (correction !== undefined) {
    const isSame = told?.field === before?.field
    if (isSame || !isNamed || correction !== 'actually') statements[last] = undefined
  } else if (
    /^(?:and|or|to)?$/u.test(gap) &&
    !(isApart && told?.field !== before?.field) &&
    figure.kind !== 'percent' &&
    !after.some(({ kind }) => kind === 'measure' || (kind === 'benefit' && gap === '')) &&
    told?.value !== before?.value
  )
    statements[last] = undefined
}
