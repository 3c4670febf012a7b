import { sentencesOf } from '../../language/sentences.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { QueryType } from './chat.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { inWordsOf, personInWords } from './fixed-answering.ts'
import { assessMessage } from './policy/assess-message.ts'
import { type FixedAnswerName, fixedAnswerIn, withoutFixedSentences } from './policy/fixed-answers.ts'
import type { TalkAct } from './policy/talk-acts.ts'
import { wordByWord } from './word-stream.ts'

/** What a phrase answers. */
const phrases: Partial<Record<TalkAct, FixedAnswerName>> = {
  thanks: 'thanks',
  bye: 'bye',
  greeting: 'greeting',
  human: 'person',
  yes: 'go_on',
  no: 'go_on',
}

type Question = Pick<ChatTurn, 'assessment' | 'client' | 'history'> & Partial<Pick<ChatTurn, 'isStaffPresent'>>

const mostSentences = 2
const mostLetters = 320

/**
 * The answer to a turn that asks the library nothing: a phrase, or the last answer again, or its main point where it is wanted shorter or in
 * other words: the library's own words, for nothing else is sure. Safety texts are said again whole. Undefined for any other turn, and for
 * what a model can say in other words.
 */
export function talkAnswer(question: Question, hasModel: boolean): AnswerInProgress | undefined {
  const { talk, queryType } = question.assessment
  if (talk === null || talk === 'correction') return undefined
  const phrase = phrases[talk]
  if (phrase) return said(phrase === 'person' ? personInWords(question) : inWordsOf(question, phrase), queryType)
  const at = question.history.findLastIndex(({ role }) => role === 'assistant')
  const last = question.history[at]?.content
  if (last === undefined) return said(inWordsOf(question, 'go_on'), 'greeting')
  if (hasModel && talk !== 'repeat') return undefined
  const asked = question.history.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? ''
  const isWhole = talk === 'repeat' || /^(?:emergency|adverse|declined|in_doubt)/.test(fixedAnswerIn(last) ?? '')
  const point = isWhole ? undefined : mainPoint(last)
  return said(point === undefined ? last : `${inWordsOf(question, 'in_short')}\n\n${point}`, assessMessage(asked, []).queryType)
}

const said = (text: string, queryType: QueryType): AnswerInProgress => ({
  queryType,
  resources: [],
  answeredBy: 'fixed',
  tier: null,
  tokens: wordByWord(text),
})

/** The first sentences of an answer, without headings and what frames it. */
function mainPoint(answer: string): string | undefined {
  const lines = withoutFixedSentences(answer)
    .split('\n')
    .map((line) => line.replace(/^\s*[-•]\s+/, '').trim())
    .filter((line) => /[.!;:,]$/.test(line) && !/^[“"]/.test(line))
  const chosen: string[] = []
  for (const { text } of lines.flatMap((line) => sentencesOf(line))) {
    if (chosen.length === mostSentences || (chosen.length > 0 && chosen.join(' ').length + text.length > mostLetters)) break
    chosen.push(text.trim())
  }
  return chosen.length > 0 ? chosen.join(' ') : undefined
}
