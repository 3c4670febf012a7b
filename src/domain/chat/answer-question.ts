import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import { deadline, within } from '../../platform/within.ts'
import { sectionTypes } from '../documents/section.ts'
import type { MedicineNames } from '../drugs/medicine-names.ts'
import { standaloneQuestion } from './answer/extractive/standalone-question.ts'
import { addsNothing } from './answer/model/adds-nothing.ts'
import { guardedAnswer } from './answer/model/guarded-answer.ts'
import { whole } from './answer/model/kept-answers.ts'
import { UnsupportedText } from './answer/model/unsupported.ts'
import { answerAfterReport } from './answer-after-report.ts'
import { findParts, foundTogether, fromParts } from './answer-parts.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { QueryType } from './chat.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { afterDangerLine, beforeHappened, beforePerson, fixedAnswering, inWordsOf } from './fixed-answering.ts'
import { declinedAlone, fromSentences, notFound } from './from-sentences.ts'
import { type Assessment, assessMessage } from './policy/assess-message.ts'
import { correctedQuestion } from './policy/corrected-question.ts'
import { personAsked } from './policy/person-asked.ts'
import { resourcesOf } from './resources.ts'
import { byPerson } from './takeover/takeover.ts'
import { talkAnswer } from './talk-answer.ts'
import { toldByModel } from './told-by-model.ts'
import { storable, wordByWord } from './word-stream.ts'

type Question = Pick<ChatTurn, 'text' | 'history' | 'pageUrl' | 'client' | 'assessment' | 'visitor' | 'isStaffPresent'>

/** The question has no answer yet, and may have one in a moment; the message is for visitors. */
export class StillReading extends Error {
  constructor() {
    super('I am still reading the library and cannot answer this yet. Please try again in a moment. In an emergency, call 911.')
    this.name = 'StillReading'
  }
}

/** LangChain takes half a second to load; without a model it is not needed. */
const modelModule = () => import('./answer/model/model-answer.ts')

/** Loads what the first question would wait for. */
export const prepareModel = (model: ChatModel) => Promise.all([modelModule(), model.load()])

/**
 * Decides how a message is answered and begins: a fixed text for what must not wait for anything, or what a model takes for that, else
 * an answer from the library by the model or by its own sentences, after a line that names 911 and 988 where the message sounds of
 * danger, else that the library does not have it.
 * @throws an AbortError where `signal` says so
 */
export async function answerQuestion(dependencies: ChatDependencies, question: Question, signal: AbortSignal): Promise<AnswerInProgress> {
  const { emergency, adverseEvent, personAsked } = question.assessment
  const fixed = fixedAnswering(question)
  if (fixed && (emergency || adverseEvent || !dependencies.awaitPerson)) return unlessGraver(dependencies, question, fixed)
  const answering = await unlessModelSeesMore(dependencies, question, signal)
  if (personAsked !== 'besides' || answering.answeredBy === 'fixed' || answering.answeredBy === byPerson) return answering
  return { ...answering, tokens: beforePerson(question, answering.tokens) }
}

/** An answer, and then whether what may be a report happened; not after the text of an emergency, nor after a person's. */
const withHappened = (question: Question, answering: AnswerInProgress): AnswerInProgress =>
  question.assessment.possibleReport && answering.queryType !== 'emergency' && answering.answeredBy !== byPerson
    ? { ...answering, tokens: beforeHappened(question, answering.tokens) }
    : answering

/**
 * A fixed answer, unless a model sees danger in its message, or a report in one that is answered as none: then the fixed answer to that.
 * After the line that names 911 and 988 where it is to a report that sounds of self-harm, too. That to an emergency waits for nothing.
 */
async function unlessGraver(dependencies: ChatDependencies, question: Question, fixed: AnswerInProgress): Promise<AnswerInProgress> {
  const { adverseEvent, emergency, possibleEmergency } = question.assessment
  const { safetyModel, isFixedOnly } = dependencies
  const isOpen = emergency === null && !isFixedOnly
  const [answering, sensed, told] = await Promise.all([
    withRest(dependencies, question, fixed),
    isOpen && adverseEvent && !possibleEmergency && dependencies.soundsLikeEmergency(question.text, question.visitor, 'self_harm'),
    isOpen && safetyModel ? toldByModel(dependencies, safetyModel, question) : undefined,
  ])
  const graver = told && (told.emergency || !adverseEvent) ? fixedAnswering({ ...question, assessment: told }) : undefined
  if (graver) return graver
  return sensed ? { ...answering, tokens: afterDangerLine(question, answering.tokens) } : answering
}

/** A fixed answer to a report with an answer to what its message asks besides, unless that would refuse the message. */
async function withRest(
  { library, log, isFixedOnly }: ChatDependencies,
  question: Question,
  fixed: AnswerInProgress,
): Promise<AnswerInProgress> {
  if (isFixedOnly) return fixed
  try {
    return await within(restMs, answerAfterReport(library, question, fixed))
  } catch (error) {
    log.warn({ error }, 'what a report asks besides was not answered')
    return fixed
  }
}

/** How long the text for a report waits for an answer to what its message asks besides, in milliseconds. */
const restMs = 3_000

/**
 * Prepares the answer while a model looks for danger and adverse events; what it sees is filed even where the visitor has left. Where
 * none has looked, the visitor is asked of what may be a report.
 */
async function unlessModelSeesMore(dependencies: ChatDependencies, question: Question, signal: AbortSignal): Promise<AnswerInProgress> {
  const answer = (by: AbortSignal) => byPersonOrLibrary(dependencies, question, by)
  if (!dependencies.safetyModel) return withHappened(question, await answer(signal))
  const superseded = new AbortController()
  // A person's words become the answer as they are written: until the model has looked nobody is waited for.
  const ahead = dependencies.awaitPerson ? undefined : answer(AbortSignal.any([signal, superseded.signal]))
  // It may fail before what the model sees is known.
  ahead?.catch(() => {})
  const told = await toldByModel(dependencies, dependencies.safetyModel, question)
  const fixed = told && fixedAnswering({ ...question, assessment: told })
  if (fixed) {
    superseded.abort()
    return withRest(dependencies, { ...question, assessment: told }, fixed)
  }
  const answering = await (ahead ?? answer(signal))
  return told === undefined ? withHappened(question, answering) : answering
}

/** What a person of the staff writes who has the conversation; where they fall silent what the service says. */
async function byPersonOrLibrary(dependencies: ChatDependencies, question: Question, signal: AbortSignal): Promise<AnswerInProgress> {
  const { awaitPerson, soundsLikeEmergency } = dependencies
  const { possibleEmergency, queryType } = question.assessment
  if (!awaitPerson) return withDangerSensed(dependencies, question, signal)
  const byThem = { queryType, resources: [], answeredBy: byPerson, tier: null }
  if (possibleEmergency || (await soundsLikeEmergency(question.text, question.visitor)))
    return { ...byThem, tokens: dangerLineFirst(`${inWordsOf(question, 'in_doubt')}\n\n`, awaitPerson, signal) }
  const written = await awaitPerson('', signal)
  if (written !== undefined) return { ...byThem, tokens: wordByWord(written) }
  return fixedAnswering(question) ?? withDangerSensed(dependencies, question, signal)
}

/** The line with the numbers at once, then what the person writes; where they are gone the visitor reads that, and may ask again. */
async function* dangerLineFirst(
  line: string,
  awaitPerson: NonNullable<ChatDependencies['awaitPerson']>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield* wordByWord(line)
  yield* wordByWord((await awaitPerson(line, signal)) ?? '')
}

/** Senses danger while the library is searched. Where nothing is found the answer names the numbers itself. */
async function withDangerSensed(dependencies: ChatDependencies, question: Question, signal: AbortSignal): Promise<AnswerInProgress> {
  const sensed = dependencies.soundsLikeEmergency(question.text, question.visitor)
  const answering = await unlessStillReading(dependencies, await fromLibrary(dependencies, question, signal))
  if (answering.tier === 'not_found' || !(question.assessment.possibleEmergency || (await sensed))) return answering
  return { ...answering, tokens: afterDangerLine(question, answering.tokens) }
}

/** What the library is asked for while it is read for the first time may be in what is not read yet: nobody is told that it lacks it. */
async function unlessStillReading({ library }: ChatDependencies, answering: AnswerInProgress): Promise<AnswerInProgress> {
  if (!answering.lacks || !(await library.isFirstReading())) return answering
  const tokens = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new StillReading()) }) }
  return { ...answering, resources: [], tier: null, tokens }
}

async function fromLibrary(dependencies: ChatDependencies, message: Question, signal: AbortSignal): Promise<AnswerInProgress> {
  const { model, log, library } = dependencies
  const talk = talkAnswer(message, model !== undefined)
  if (talk) return talk
  const names = library.medicines()
  const said = {
    ...message,
    text: names.spelt(personAsked(message.text)?.rest || message.text),
    history: message.history.map((past) => (past.role === 'user' ? { ...past, content: names.spelt(past.content) } : past)),
  }
  const asked = await standalone(dependencies, said, signal)
  await ownTurn()
  const question = { ...message, assessment: ofItself(asked, message, names) }
  const certain = fixedAnswering(question)
  if (certain) return certain
  // "Take a missed dose as soon as possible" would override whoever ordered the pause.
  if (question.assessment.declined === 'held') return declinedAlone(question, 'held')
  const parts = await findParts(library, asked, { ...question, names })
  signal.throwIfAborted()
  const found = foundTogether(parts)
  const { items } = found
  const local = () => fromParts(parts, question, names)
  // What is declined is answered by the label's own sentences: there a model has nothing to add.
  if (question.assessment.declined || !model || items.length === 0) {
    await ownTurn()
    return local()
  }
  const { modelReply, NoModelAnswer } = await modelModule()
  try {
    const { used, tokens, keep } = await modelReply(model, { question: asked, history: question.history, items }, dependencies, signal)
    if (used.length === 0) return notFound(found, question, names, model.name)
    return {
      queryType: question.assessment.queryType,
      resources: resourcesOf(used),
      answeredBy: model.name,
      tier: 'answer',
      tokens: mended(
        // The question supports nothing: "Can I keep it 30 days?" would let the model say "Yes, 30 days".
        whole(guardedAnswer(storable(tokens), used), keep),
        () => fromSentences({ ...found, items: used, here: [] }, question, names),
        inWordsOf(question, 'interrupted'),
        signal,
        log,
      ),
    }
  } catch (error) {
    if (!(error instanceof NoModelAnswer)) throw error
    log.warn({ model: model.name }, 'the chat model gave no answer: answered from sentences of the library')
    return local()
  }
}

/** Where a model breaks off or says what no source does, its sources' own sentences end the answer. */
async function* mended(
  tokens: AsyncIterable<string>,
  fallback: () => AnswerInProgress,
  interrupted: string,
  signal: AbortSignal,
  log: Log,
): AsyncGenerator<string> {
  try {
    yield* tokens
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UnsupportedText)
      log.warn(`the chat model said a ${error.what} that no source has: ended by sentences of the library`)
    else log.warn('the chat model broke off: ended by sentences of the library')
    const { tier, tokens: rest } = fallback()
    yield tier === 'answer' ? `…\n\n${interrupted}\n\n` : '…\n\n'
    yield* rest
  }
}

/** "and for children?" is about dosing where the question before was; "and twice that tonight?" is declined as the whole would be. */
function ofItself(asked: string, { text, assessment }: Question, names: MedicineNames): Assessment {
  if (asked === text) return assessment
  const { queryType, emergency, declined } = assessMessage(asked, [], names)
  return {
    ...assessment,
    emergency,
    declined: assessment.declined ?? declined,
    queryType: emergency || isSectionType(queryType) ? queryType : assessment.queryType,
  }
}

const isSectionType = (queryType: QueryType) => (sectionTypes as readonly QueryType[]).includes(queryType)

async function standalone(
  { model, patience, log, library }: ChatDependencies,
  { text, history, assessment }: Question,
  signal: AbortSignal,
): Promise<string> {
  await ownTurn()
  const names = library.medicines()
  const at = assessment.talk === 'correction' ? history.findLastIndex(({ role }) => role === 'user') : -1
  const before = history[at]
  const byRules = before
    ? correctedQuestion(standaloneQuestion(before.content, history.slice(0, at), names), text, names)
    : standaloneQuestion(text, history, names)
  // What the rules take for a question of its own needs no model.
  if (!model || byRules === text) return byRules
  try {
    const { rewritten, NoModelAnswer } = await modelModule()
    const byModel = await rewritten(model, text, history, deadline(patience.firstTokenMs / 2, signal))
    if (!(await addsNothing(byModel, { text, history, byRules }, names))) throw new NoModelAnswer('another question')
    return byModel
  } catch {
    signal.throwIfAborted()
    log.warn({ model: model.name }, 'the chat model did not rewrite a question: rewritten by rules')
    return byRules
  }
}
