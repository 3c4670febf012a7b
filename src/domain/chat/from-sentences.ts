import type { MedicineNames } from '../drugs/medicine-names.ts'
import { composeAnswer } from './answer/extractive/compose-answer.ts'
import { nearestSubjects } from './answer/extractive/nearest-subjects.ts'
import { type PassageInDoubt, passageInDoubt } from './answer/extractive/passage-in-doubt.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { Language } from './chat.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { inWordsOf } from './fixed-answering.ts'
import type { FixedAnswerName } from './policy/fixed-answers.ts'
import { languageOfText } from './policy/language.ts'
import type { Declined } from './policy/medical-advice-requests.ts'
import { type CitableItem, resourcesOf } from './resources.ts'
import type { RetrievedSections } from './retrieve.ts'
import { wordByWord } from './word-stream.ts'

type Question = Pick<ChatTurn, 'client' | 'assessment'>

/** Sentences of the library for a question, and whether they surely answer it. */
export interface FoundAnswer {
  text: string
  used: CitableItem[]
  sure: boolean
  /** Headings of doses for other uses or people, where it is a dose and the question says neither. */
  otherDoses: readonly string[]
}

/**
 * What the library says to a question: an answer where it is sure, else passages on the subject, else nothing. Of sections that say
 * the same in two languages none is the surer: those in the visitor's are weighed by themselves, and first.
 */
export function answerOf({ items, here, read }: RetrievedSections, language: Language, names: MedicineNames): FoundAnswer | undefined {
  const isOwn = ({ content }: CitableItem) => languageOfText(content) === language
  const isForeign = (item: CitableItem) => !isOwn(item)
  const byLanguage = [isOwn, isForeign].map((of) => ({ all: items.filter(of), ofPage: here.filter(of) }))
  const found = ({ text, used }: PassageInDoubt, sure: boolean, otherDoses: readonly string[] = []): FoundAnswer => ({
    text,
    used: used.flatMap(({ itemId }) => items.find(({ id }) => id === itemId) ?? []),
    sure,
    otherDoses,
  })
  for (const { all, ofPage } of byLanguage) {
    const first = composeAnswer(read, ofPage, { names })
    const answer = first.answered ? first : composeAnswer(read, all, { names, here })
    if (answer.answered) return found(answer, true, answer.otherDoses)
  }
  for (const { all } of byLanguage) {
    const said = passageInDoubt(read, all, names)
    if (said) return found(said, false)
  }
  return undefined
}

/** An answer's text and, of a dose, which others there are. */
export const wordsOf = ({ text, otherDoses }: FoundAnswer, question: Question): string[] =>
  otherDoses.length === 0 ? [text] : [text, `${inWordsOf(question, 'other_doses')} ${otherDoses.join('; ')}.`]

/**
 * An answer of the library's own sentences, in three tiers: an answer where it is sure, passages on the subject where it is not, and
 * else what it has instead. What is declined is declined first, and promises words of the library only where some follow.
 */
export function fromSentences(found: RetrievedSections, question: Question, names: MedicineNames): AnswerInProgress {
  const { queryType, declined, language } = question.assessment
  const said = answerOf(found, language, names)
  if (!said) return notFound(found, question, names, 'local')
  const isForeign = languageOfText(said.text) !== language
  const toEveryone = declined ? (['to_everyone'] as const) : []
  const frames: FixedAnswerName[] = [
    ...(declined ? [`declined_${declined}` as const] : []),
    ...(said.sure ? toEveryone : [isForeign ? ('uncertain_other_language' as const) : ('uncertain' as const)]),
    ...(said.sure && isForeign ? ['other_language' as const] : []),
  ]
  return {
    queryType,
    resources: resourcesOf(said.used),
    answeredBy: 'local',
    tier: said.sure ? 'answer' : 'uncertain',
    tokens: wordByWord([...frames.map((name) => inWordsOf(question, name)), ...wordsOf(said, question)].join('\n\n')),
  }
}

/** Declines, and nothing more. */
export const declinedAlone = (question: Question, declined: Declined): AnswerInProgress => ({
  queryType: question.assessment.queryType,
  resources: [],
  answeredBy: 'fixed',
  tier: null,
  tokens: wordByWord(inWordsOf(question, `declined_${declined}`)),
})

/** Says that the library does not have it, what it has on the nearest subject, and who can help. */
export function notFound(
  { items, read }: RetrievedSections,
  question: Question,
  names: MedicineNames,
  answeredBy: string,
): AnswerInProgress {
  const { queryType, declined } = question.assessment
  if (declined) return declinedAlone(question, declined)
  const [first = '', ...contact] = inWordsOf(question, 'not_found').split('\n')
  const subjects = nearestSubjects(read, items, names)
  const nearest = subjects.length === 0 ? [] : [`${inWordsOf(question, 'nearest')} ${subjects.join('; ')}.`]
  const text = [first, ...nearest, ...contact].join('\n')
  return { queryType, resources: [], answeredBy, tier: 'not_found', lacks: true, tokens: wordByWord(text) }
}
