import { messageWords } from '../../language/message-words.ts'
import { drugsNamed } from '../drugs/drugs-named.ts'
import type { MedicineNames } from '../drugs/medicine-names.ts'
import type { Library } from '../library/library.ts'
import { isLeftOut } from '../safety/signs/first-help.ts'
import { asksForDose } from './answer/extractive/dose-asked.ts'
import { questionParts } from './answer/extractive/question-parts.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { inWordsOf } from './fixed-answering.ts'
import { answerOf } from './from-sentences.ts'
import { ordinaryQueryType } from './policy/query-type.ts'
import { type CitableItem, resourcesOf } from './resources.ts'
import { type RetrievedSections, retrieve } from './retrieve.ts'
import { wordByWord } from './word-stream.ts'

type Question = Pick<ChatTurn, 'text' | 'pageUrl' | 'client' | 'assessment' | 'visitor'>

/**
 * The fixed answer to a report, then an answer to what its message asks besides: from the library's own sentences, without what says
 * how to take the suspect medicine, which is for the doctor to say now. A blank line parts the two. No model is asked: the safety
 * text waits for nothing but a search.
 */
export async function answerAfterReport(
  library: Pick<Library, 'find' | 'medicines'>,
  question: Question,
  fixed: AnswerInProgress,
): Promise<AnswerInProgress> {
  const asked = askedBesides(question.text)
  const { adverseEvent, emergency, declined, firstHelp, language } = question.assessment
  if (asked === undefined || emergency || !adverseEvent) return fixed
  const names = library.medicines()
  // A dose that was left out, and did no harm, makes no suspect of the medicine; nor is there a next dose for the dead.
  const { kinds, symptoms } = adverseEvent
  const isSuspect = !(isLeftOut(question.text) && symptoms.length === 0 && kinds.every((kind) => kind === 'medication_error'))
  const rest = isSuspect && !firstHelp.includes('bereaved') ? [inWordsOf(question, 'next_dose')] : []
  if (declined || (isSuspect && isOfTaking(asked))) return rest.length === 0 ? fixed : { ...fixed, tokens: joined(fixed.tokens, rest) }
  const { drug } = adverseEvent
  const isNamed = drug === null || drugsNamed(asked, names).length > 0
  const all = await retrieve(library, isNamed ? asked : `${drug} ${asked}`, { ...question, names })
  const said = answerOf(isSuspect ? withoutDosing(all, drug, names) : all, language, names)
  const text = said && isSuspect ? withoutDirections(said.text) : said?.text
  if (!said || !text)
    return { ...fixed, tier: 'not_found', lacks: true, tokens: joined(fixed.tokens, [inWordsOf(question, 'part_not_found'), ...rest]) }
  const frame = said.sure ? [] : [inWordsOf(question, 'uncertain')]
  return {
    ...fixed,
    resources: resourcesOf(said.used),
    tier: said.sure ? 'answer' : 'uncertain',
    tokens: joined(fixed.tokens, [...frame, text, ...rest]),
  }
}

async function* joined(first: AsyncIterable<string>, rest: readonly string[]): AsyncGenerator<string> {
  yield* first
  yield '\n\n'
  yield* wordByWord(rest.join('\n'))
}

/** What a message asks, without what it tells; undefined where it asks nothing. */
function askedBesides(text: string): string | undefined {
  const parts = questionParts(text)
  return text.includes('?') || parts.some(({ background }) => background !== '') ? parts.map((part) => part.text).join(' ') : undefined
}

const taking =
  /\b(?:dos(?:e|es|age|ages|ing)|re-?start\w*|resum\w+|skip\w*|miss(?:ed|ing)?|stop\w*|continu\w+|keep (?:taking|using|going)|go on|tak(?:e|ing) (?:it|my|the|another|more|this|again)|inject\w*|half|double|extra|again)\b|\b(?:dosis|saltar\w*|reanud\w+|dejar|seguir|tom(?:o|ar)(?:la|lo|me)?|inyect\p{L}*|mitad|doble|otra vez)\b/iu

/** Whether a question is on how, when or whether to take a medicine. */
const isOfTaking = (asked: string): boolean =>
  taking.test(asked) || asksForDose(asked) || ordinaryQueryType(messageWords(asked)) === 'dosing'

/** Without the sections on how the suspect medicine is taken; of every medicine, where nobody knows which one it is. */
function withoutDosing({ items, here, read }: RetrievedSections, suspect: string | null, names: MedicineNames): RetrievedSections {
  const ingredients = new Set(suspect === null ? [] : drugsNamed(suspect, names).map(({ ingredient }) => ingredient))
  const isOfSuspect = ({ title, sectionHeader, content }: CitableItem) => {
    const named = drugsNamed(`${title} ${sectionHeader ?? ''} ${content}`, names).map(({ ingredient }) => ingredient)
    return ingredients.size === 0 || named.length === 0 || named.some((ingredient) => ingredients.has(ingredient))
  }
  const isKept = (item: CitableItem) => item.sectionType !== 'dosing' || !isOfSuspect(item)
  return { items: items.filter(isKept), here: here.filter(isKept), read }
}

const directing =
  /\bas soon as (?:possible|you (?:can|remember))|\b(?:next|missed|another|extra|scheduled|loading|maintenance|recommended|usual) dos(?:e|es|age)\b|\b(?:restart|resume)\b|\b(?:take|inject|use|give|administer)\b[^.]{0,60}\b(?:\d|once|twice|every|dose|weekly|monthly|daily)\b|\b(?:lo antes posible|pr[oó]xima dosis|dosis (?:olvidada|recomendada)|reanud\w+)\b/iu

/** What is left of a text without the sentences that say how to take a medicine; empty where nothing is. */
const withoutDirections = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(/(?<=[.!?]) /)
        .filter((sentence) => !directing.test(sentence))
        .join(' '),
    )
    .filter((line) => line.trim() !== '')
    .join('\n')
