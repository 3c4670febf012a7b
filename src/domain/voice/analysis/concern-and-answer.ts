import { type Act, sure } from './call-acts.ts'
import type { CallSentence } from './call-sentences.ts'
import { answerScore, isOpening, isProcedure, isQuestion, newsIn, reasonScore } from './dialogue-acts.ts'
import { clip, plain } from './note-sentences.ts'

/** So many of the caller's first sentences may hold the reason before the strongest is taken instead of the first request. */
const firstSentences = 12
const roomFor = 300

/** Sentences of one side joined while there is room. */
function joined(sentences: readonly CallSentence[], room = roomFor): string {
  let text = ''
  for (const { text: next } of sentences) {
    if (text !== '' && text.length + next.length + 1 > room) break
    text = text === '' ? clip(next, room) : `${text} ${next}`
  }
  return text
}

/** What a caller can ask for, and complain of. */
export const asks: readonly Act[] = ['askcoverage', 'askpa', 'denial', 'cardfailed', 'request', 'askperson', 'callback']

/** As `reasonScore`, of a sentence whose acts are known too: "Is Taltz covered?" asks for something in three words. */
const scoreOf = ({ text, acts }: CallSentence) => (asks.some((act) => (acts.get(act) ?? 0) >= sure) ? 2 : reasonScore(text))

export interface Reason {
  text: string
  /** The sentence that it begins with, verbatim. */
  quote: string
  index: number
  /** The question that it answers, where the caller asked for nothing; else null. */
  question: string | null
  /** Whether it asks for or complains of something. */
  isRequest: boolean
}

/**
 * The caller's reason in the caller's words: the first request, or account of a problem, and what follows in the same
 * breath. Where the caller was only asked things, the first full reply with its question.
 */
export function reasonOf(sentences: readonly CallSentence[]): Reason | undefined {
  const candidates = sentences
    .map((sentence, index) => ({ ...sentence, index }))
    .filter(({ side, substantial }) => side === 'caller' && substantial)
  const early = candidates
    .slice(0, firstSentences)
    .map((sentence) => ({ ...sentence, score: scoreOf(sentence), question: questionBefore(sentences, sentence.turn) }))
  const isReason = ({ score, words, question }: (typeof early)[number]) => score === 2 || (score === 1 && words > 3 && question === null)
  const chosen = early.find(isReason) ?? early.find(({ score, words }) => words > 3 && score === 1) ?? early.find(({ words }) => words > 4)
  if (!chosen) return undefined
  const text = joined(candidates.filter(({ turn, index }) => turn === chosen.turn && index >= chosen.index))
  const question = chosen.score === 2 ? null : chosen.question
  return {
    text,
    quote: plain(chosen.said),
    index: chosen.index,
    question,
    isRequest: question === null && (chosen.score > 0 || reasonScore(text) > 0),
  }
}

/** The question that a turn answers. "How can I help?" is none: its answer is a reason. */
function questionBefore(sentences: readonly CallSentence[], turn: number): string | null {
  const before = sentences[sentences.findIndex((sentence) => sentence.turn === turn) - 1]
  return before?.side === 'agent' && before.substantial && isQuestion(before.said) && !isOpening(before.said)
    ? clip(plain(before.said), 150)
    : null
}

/**
 * What the other side answered after the reason was told: of its agreements, advice and information what says most, in
 * order; where none is recognized, the last statement that is not of itself ("The pharmacy opens at nine").
 */
export function answerOf(sentences: readonly CallSentence[], reasonAt: number): string {
  const said = sentences
    .slice(reasonAt + 1)
    .filter(({ side, substantial, said: raw, words }) => side === 'agent' && substantial && words > 4 && !isQuestion(raw))
  const answers = said.filter(({ text }) => answerScore(text) > 0)
  if (answers.length === 0) return said.findLast(({ text, words }) => words > 5 && !ofItself.test(text) && !isProcedure(text))?.text ?? ''
  const worth = new Map(
    answers.map((sentence, index) => [sentence, answerScore(sentence.text) + newsIn(sentence.text) + index / answers.length]),
  )
  const best = answers.toSorted((one, two) => (worth.get(two) ?? 0) - (worth.get(one) ?? 0)).slice(0, 3)
  return joined(answers.filter((sentence) => best.includes(sentence)))
}

const ofItself = /^(?:i|we|my|our|this is)\b/iu
