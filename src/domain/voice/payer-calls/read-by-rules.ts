import type { Turn } from '../../../language/dialogue.ts'
import type { TokenSentence } from '../../../language/sentences.ts'
import { type AmountField, amountFields, type CoverageStatus, type ReportedBenefit } from '../../payers/benefits.ts'
import type { LabelledFigure } from './attach-labels.ts'
import { benefitOf } from './benefit-fields.ts'
import { askedIn, type CallContext, contextWithoutFigure, emptyContext } from './call-context.ts'
import { coverageAsked, coverageIn } from './coverage-status.ts'
import { figuresIn } from './figures.ts'
import { isNaming } from './label-fit.ts'
import { type Label, labelsIn } from './labels.ts'
import { type QuotedStatement, reconcile } from './reconcile.ts'
import { isTagQuestion, replyOf } from './replies.ts'
import { retractingReply, retractsEarlier, withoutLastTurn } from './retractions.ts'
import { sentencesIn } from './spoken-tokens.ts'
import { readSentence } from './statements.ts'

interface Call {
  context: CallContext
  statements: QuotedStatement[]
  coverage: { value: CoverageStatus; quote: string }[]
  /** What our agent's last sentence reads back for the payer to confirm. */
  readBack: { statements: QuotedStatement[]; coverage?: CoverageStatus; retractedBy?: 'yes' | 'no' }
  corrects: boolean
  /** The last amount that the payer named. */
  last?: LabelledFigure | undefined
  /** What the payer's last turn stated. */
  lastTurn: QuotedStatement[]
  /** All fields that were stated, also those taken back, and values that were said of something else. */
  fields: Set<AmountField>
  withheld: Set<number>
  elsewhere: Set<number>
  /** The network that our side last asked about. */
  askedNetwork?: string | undefined
  /** Whose amounts our side last asked about. */
  askedScope?: string | undefined
  /** What the payer's last turn named several of: the order of figures that our side reads back. */
  named?: CallContext['asked']
  /** The payer's last turn corrected something: what our side reads back now replaces what was said. */
  corrected: boolean
}

/** What the rules read, and the fields that were stated but cannot be told. */
export interface RuledBenefits {
  benefits: ReportedBenefit[]
  contested: ReadonlySet<string>
  /** Values that were said with doubt. */
  withheld: ReadonlySet<number>
  /** Values that were said of another network, year, person or plan. */
  elsewhere: ReadonlySet<number>
}

/**
 * Reads by rules the benefits that a payer's side (a representative or a machine) states in a call, at most one entry for each field.
 * The stages, in order:
 *
 * 1. `payer-side` tells which turns are the payer's. `words` cuts a turn into sentences of words.
 * 2. `statements` reads one sentence: `labels` finds the words that name something (deductible, copay, formulary tier,
 *    in-network, met), `figures` (with `number-words`) and `zero-amounts` find the amounts, `restarts` and `rows` join
 *    those that are one figure or one row, `attach-labels` cuts the words between amounts where the pieces fit best
 *    (`label-fit`) and leaves out what fits nearly as well elsewhere, `implied-labels` adds what grammar implies, `uncertain-figures` drops hedged and out-of-network ones, and `benefit-fields` turns the rest
 *    into a field and a value.
 * 3. `call-context` carries what a question or a heading named over to the sentences that follow. A question of
 *    ours sets network, person and scope anew, and what we repeat is what the payer said it of.
 * 4. `replies` and `retractions` apply a yes or no to a read-back, and corrections, to what was stated before;
 *    `coverage-status` reads whether the policy is active.
 * 5. `reconcile` keeps the fields whose statements agree, and computes what is met from what remains.
 *
 * What our side says counts only where the payer confirms it. A field that is contradicted, hedged, or of another network,
 * year, person or plan is left out: no figure is better than a wrong one. Linear in the length of the transcript.
 */
export function readByRules(turns: readonly Turn[], isPayer: (turn: Turn) => boolean): RuledBenefits {
  const call: Call = {
    context: emptyContext,
    statements: [],
    coverage: [],
    readBack: { statements: [] },
    corrects: false,
    corrected: false,
    lastTurn: [],
    fields: new Set(),
    withheld: new Set(),
    elsewhere: new Set(),
  }
  for (const turn of turns) {
    if (isPayer(turn)) readPayerTurn(call, turn.text)
    else readOurTurn(call, turn.text)
  }
  const values = reconcile(call.statements)
  const amounts = amountFields.flatMap((field) => {
    const found = values.get(field)
    return found ? [{ field, value: found.value, quote: found.quote }] : []
  })
  const status = new Set(call.coverage.map(({ value }) => value)).size === 1 ? call.coverage.at(-1) : undefined
  const contested = new Set([...call.fields].filter((field) => !values.has(field)))
  return {
    benefits: status ? [...amounts, { field: 'coverage_status', ...status }] : amounts,
    contested,
    withheld: call.withheld,
    elsewhere: call.elsewhere,
  }
}

/** A call has some dozens. Bounds the work, as a correction looks at all before it. */
const mostStatements = 1_000

const quoted = (text: string): string => text.trim().slice(0, 300).toWellFormed()

function readPayerTurn(call: Call, text: string): void {
  const sentences = sentencesIn(text)
  const reply = replyOf(sentences)
  const { readBack } = call
  if (reply !== undefined && reply === readBack.retractedBy) call.statements = withoutLastTurn(call.statements)
  if (reply !== 'no') call.statements.push(...readBack.statements.filter(({ value }) => reply === 'yes' || isRepeated(sentences, value)))
  if (reply === 'yes') {
    if (readBack.coverage) call.coverage.push({ value: readBack.coverage, quote: quoted(text) })
  }
  if (reply === 'no' && readBack.statements.length > 0) call.corrects = true
  const quote = quoted(text)
  const before = call.statements.length
  const coverages = call.coverage.length
  for (const sentence of sentences) readPayerSentence(call, sentence, quote)
  call.lastTurn = call.statements.slice(before)
  if (reply === 'no') {
    call.statements = withoutDenied(call.statements, before, readBack.statements)
    if (readBack.coverage && call.coverage.length === coverages) call.coverage.push({ value: opposite[readBack.coverage], quote })
  }
  if (reply !== undefined || (sentences.length > 0 && sentences.some(({ words }) => words.length > 6))) call.readBack = { statements: [] }
}

/** "Six forty, yes": the payer says the figure of the read-back again. */
const isRepeated = (sentences: readonly TokenSentence[], value: number): boolean =>
  value > 0 &&
  sentences
    .slice(0, 2)
    .some(({ words, asks }) => !asks && words.length <= 20 && figuresIn(words, new Set()).some(({ large }) => large === value))

const opposite = { active: 'inactive', inactive: 'active' } as const

/** After a no to a read-back: what it gets right stands; where the answer names no field of it, all of it is in doubt. */
function withoutDenied(statements: readonly QuotedStatement[], from: number, denied: readonly QuotedStatement[]): QuotedStatement[] {
  const fields = new Set(denied.map(({ field }) => field))
  const renewed = new Set(statements.slice(from).flatMap(({ field }) => (fields.has(field) ? [field] : [])))
  const doubtful = renewed.size > 0 ? renewed : fields
  return statements.filter(({ field }, index) => index >= from || !doubtful.has(field))
}

function readPayerSentence(call: Call, sentence: TokenSentence, quote: string): void {
  const labels = labelsIn(sentence.words)
  call.named = askedIn(sentence.words, labels) ?? call.named
  if (labels.some(({ kind, value }) => kind === 'correction' && value !== 'actually')) call.corrected = true
  const reading = readSentence(sentence, call.context, call.corrects)
  call.context = reading.figures > 0 ? { ...reading.context, isDirect: false } : contextWithoutFigure(reading.context, sentence, false)
  call.corrects = reading.corrects
  const [first] = reading.statements
  const last = call.statements.at(-1)
  const isOfOther = first?.corrects && last && last.field !== first.field && last.value === first.value
  const renamed = reading.figures === 0 && isRenaming(call, sentence) ? renamedStatement(call, sentence, quote) : undefined
  if (reading.last) call.last = reading.last
  if (renamed) call.statements.push(renamed)
  else if (reading.retracts || isOfOther) call.statements.pop()
  else if (reading.figures === 0 && retractsEarlier(sentence)) call.statements = withoutLastTurn(call.statements)
  if (!isQuestion(sentence) && call.statements.length < mostStatements)
    call.statements.push(...reading.statements.map((told) => ({ ...told, quote })))
  for (const { field } of reading.statements) call.fields.add(field)
  for (const value of reading.withheld) call.withheld.add(value)
  for (const value of reading.elsewhere) call.elsewhere.add(value)
  const coverage = coverageIn(sentence)
  if (coverage) call.coverage.push({ value: coverage, quote })
}

/** "Hold on, that's the deductible": the last amount has another name. */
function isRenaming({ corrects }: Call, { words, asks }: TokenSentence): boolean {
  const text = words
    .slice(0, 16)
    .map((word) => word.text)
    .join(' ')
  const isCorrection = corrects || labelsIn(words).some(({ kind }) => kind === 'correction')
  return (
    !asks &&
    words.length <= 16 &&
    isCorrection &&
    /\b(?:that's|that is|that was|this is) (?:actually |really )?(?:the|his|her|your|their)\b/u.test(text)
  )
}

function renamedStatement(call: Call, { words }: TokenSentence, quote: string): QuotedStatement | undefined {
  const labels = labelsIn(words)
  if (!call.last || labels.some(({ kind }) => kind === 'not' || kind === 'doubt' || kind === 'exclusion' || kind === 'measure'))
    return undefined
  const told = benefitOf({ ...call.last, before: labels.filter(isNaming), after: [] }, call.context, labels)
  if (told && call.statements.at(-1)?.value === told.value) call.statements.pop()
  return told && { ...told, corrects: true, quote }
}

const isQuestion = ({ words, asks }: TokenSentence): boolean =>
  asks || /^(?:is|are|was|do|does|did|what|what's|which|can|could|how|would|may|should)$/u.test(words[0]?.text ?? '')

const asked = new Set<Label['kind']>(['benefit', 'service', 'scope', 'measure'])
const patient = /^(?:he|she|his|her|him|he's|she's)$/u

/** Our side's question sets the context. What it reads back the payer may confirm. */
function readOurTurn(call: Call, text: string): void {
  const sentences = sentencesIn(text).filter((sentence) => !isTagQuestion(sentence))
  const labels = sentences.map(({ words }) => labelsIn(words))
  const isQuestion = sentences.some(({ asks }) => asks) || labels.flat().some(({ kind }) => asked.has(kind))
  call.readBack = { statements: [] }
  call.context = {
    ...call.context,
    asked: call.named,
    network: isQuestion ? call.askedNetwork : call.context.network,
    scope: isQuestion && !sentences.some(isPointing) ? call.askedScope : call.context.scope,
    elsewhere: isQuestion ? [] : call.context.elsewhere.filter((other) => other !== 'person'),
  }
  const quote = quoted(text)
  for (const [index, sentence] of sentences.entries()) {
    const own = labels[index] ?? []
    if (isOfPatient(sentence, own)) call.context = { ...call.context, scope: 'individual' }
    const reading = readSentence(sentence, call.context, false, true)
    const stated = reading.statements.map((told) => ({ ...told, ...echoed(call, told), corrects: call.corrected, quote }))
    const earlier = reading.figures > 0 ? call.readBack.statements : []
    call.context = reading.figures > 0 ? reading.context : contextWithoutFigure(reading.context, sentence, true)
    if (reading.figures === 0) call.context = { ...call.context, asked: askedIn(sentence.words, own) }
    call.readBack = {
      statements: [...earlier, ...stated],
      coverage: coverageAsked(sentence),
      retractedBy: reading.figures === 0 ? retractingReply(sentence) : undefined,
    }
  }
  if (labels.flat().some(({ kind }) => kind === 'network')) call.askedNetwork = call.context.network
  if (isQuestion && call.readBack.statements.length === 0) call.askedScope = call.context.scope
  if (call.context.asked === call.named) call.context = { ...call.context, asked: undefined }
  const hasFamily = labels.flat().some(({ kind, value }) => kind === 'scope' && value !== 'individual')
  call.context = { ...call.context, isDirect: isQuestion, hasFamily: hasFamily || call.context.hasFamily === true }
  call.named = undefined
  call.corrected = false
}

/** A figure of ours that the payer has just said is what they said it of. */
function echoed({ lastTurn }: Call, { value }: { value: number }): Pick<QuotedStatement, 'field' | 'remaining'> | undefined {
  const same = lastTurn.filter((told) => told.value === value)
  const [only] = same
  return only && same.every(({ field }) => field === only.field) ? { field: only.field, remaining: only.remaining } : undefined
}

/** "How much of that is met?" goes on about what was said. */
const isPointing = ({ words }: TokenSentence): boolean =>
  words.some(({ text }) => text === 'that' || text === 'it' || text === 'this' || text === 'those')

/** "How much has she met?" is about the patient, whatever was said of the family before. */
const isOfPatient = ({ words }: TokenSentence, labels: readonly Label[]): boolean =>
  labels.some(({ kind }) => kind === 'benefit' || kind === 'measure') &&
  !labels.some(({ kind }) => kind === 'scope') &&
  words.some(({ text }) => patient.test(text))
