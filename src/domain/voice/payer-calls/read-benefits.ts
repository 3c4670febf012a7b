import type { Turn } from '../../../language/dialogue.ts'
import { amountFields, type CoverageStatus, type ReportedBenefit } from '../../payers/benefits.ts'
import { replyOf, tagQuestion } from './answers.ts'
import { coverageAsked, coverageIn } from './coverage.ts'
import { payerTest } from './payer-side.ts'
import { agreed, type Said } from './reconcile.ts'
import { isSpoiled, spoiledBy, withoutLastTurn } from './retractions.ts'
import { hear } from './statements.ts'
import { leaving, noTopic, type Topic } from './topic.ts'
import { type Sentence, sentencesIn } from './words.ts'

interface Call {
  topic: Topic
  said: Said[]
  coverage: { value: CoverageStatus; quote: string }[]
  /** What our agent said last for the payer to confirm. */
  readBack: { said: Said[]; coverage?: CoverageStatus; spoils?: 'yes' | 'no' }
  corrects: boolean
}

/**
 * The benefits that a payer's side (a representative or a machine) told in a call, one entry a field at most. What our
 * side says counts only where the payer confirms it. A field that is contradicted, doubtful, of another network, year,
 * person or plan is left out: no figure is better than a wrong one. Linear in the length of the transcript.
 */
export function readBenefits(turns: readonly Turn[]): ReportedBenefit[] {
  const isPayer = payerTest(turns)
  const call: Call = { topic: noTopic, said: [], coverage: [], readBack: { said: [] }, corrects: false }
  for (const turn of turns) {
    if (isPayer(turn)) hearPayer(call, turn.text)
    else hearOurs(call, turn.text)
  }
  const values = agreed(call.said)
  const amounts = amountFields.flatMap((field) => {
    const found = values.get(field)
    return found ? [{ field, value: found.value, quote: found.quote }] : []
  })
  const status = new Set(call.coverage.map(({ value }) => value)).size === 1 ? call.coverage.at(-1) : undefined
  return status ? [...amounts, { field: 'coverage_status', ...status }] : amounts
}

const quoted = (text: string): string => text.trim().slice(0, 300).toWellFormed()

function hearPayer(call: Call, text: string): void {
  const sentences = sentencesIn(text)
  const reply = replyOf(sentences)
  const { readBack } = call
  if (reply !== undefined && reply === readBack.spoils) call.said = withoutLastTurn(call.said)
  if (reply === 'yes') {
    call.said.push(...readBack.said)
    if (readBack.coverage) call.coverage.push({ value: readBack.coverage, quote: quoted(text) })
  }
  if (reply === 'no') {
    const denied = new Set(readBack.said.map(({ field }) => field))
    call.said = call.said.filter(({ field }) => !denied.has(field))
    if (readBack.said.length > 0) call.corrects = true
  }
  for (const sentence of sentences) hearSentence(call, sentence, quoted(text))
  if (reply !== undefined || (sentences.length > 0 && sentences.some(({ words }) => words.length > 6))) call.readBack = { said: [] }
}

function hearSentence(call: Call, sentence: Sentence, quote: string): void {
  const heard = hear(sentence, call.topic, call.corrects)
  call.topic = heard.figures > 0 ? heard.topic : leaving(heard.topic, sentence, false)
  call.corrects = heard.corrects
  const [first] = heard.statements
  const last = call.said.at(-1)
  const isOfOther = first?.corrects && last && last.field !== first.field && last.value === first.value
  if (heard.retracts || isOfOther) call.said.pop()
  else if (heard.figures === 0 && isSpoiled(sentence)) call.said = withoutLastTurn(call.said)
  if (!isQuestion(sentence)) call.said.push(...heard.statements.map((told) => ({ ...told, quote })))
  const coverage = coverageIn(sentence)
  if (coverage) call.coverage.push({ value: coverage, quote })
}

const isQuestion = ({ words, asks }: Sentence): boolean =>
  asks || /^(?:is|are|was|do|does|did|what|what's|which|can|could|how|would|may|should)$/u.test(words[0]?.text ?? '')

/** Our side's question sets the topic; its last sentence may be a read-back that the payer confirms. */
function hearOurs(call: Call, text: string): void {
  const sentences = sentencesIn(text).filter((sentence) => !tagQuestion(sentence))
  call.readBack = { said: [] }
  call.topic = { ...call.topic, elsewhere: call.topic.elsewhere.filter((other) => other !== 'person') }
  for (const [index, sentence] of sentences.entries()) {
    const heard = hear(sentence, call.topic, false)
    call.topic = heard.figures > 0 ? heard.topic : leaving(heard.topic, sentence, true)
    if (index < sentences.length - 1) continue
    call.readBack = {
      said: heard.statements.map((told) => ({ ...told, corrects: false, quote: quoted(text) })),
      coverage: coverageAsked(sentence),
      spoils: spoiledBy(sentence),
    }
  }
}
