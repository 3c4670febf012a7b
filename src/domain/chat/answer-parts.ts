import { ownTurn } from '../../platform/own-turn.ts'
import type { MedicineNames } from '../drugs/medicine-names.ts'
import type { Library } from '../library/library.ts'
import { askedAlone } from './answer/extractive/asked-part.ts'
import { questionParts } from './answer/extractive/question-parts.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { inWordsOf } from './fixed-answering.ts'
import { answerOf, type FoundAnswer, fromSentences, notFound, wordsOf } from './from-sentences.ts'
import type { CitableItem } from './resources.ts'
import { resourcesOf } from './resources.ts'
import { type RetrievedSections, retrieve } from './retrieve.ts'
import { wordByWord } from './word-stream.ts'

type Question = Pick<ChatTurn, 'client' | 'assessment'>

/** A part of a message with what the library has for it. */
export interface FoundPart {
  said: string
  /** As it would be asked by itself. */
  asked: string
  found: RetrievedSections
}

/** Headings beyond the best so many are of other things. */
const mostHeadings = 5

/** Finds the best sections for each thing that a message asks. */
export async function findParts(
  library: Pick<Library, 'find'>,
  message: string,
  question: Pick<ChatTurn, 'pageUrl' | 'visitor'> & { names: MedicineNames },
): Promise<FoundPart[]> {
  const whole = await retrieve(library, message, question)
  const asking = questionParts(message)
  if (asking.length < 2) return [{ said: message, asked: message, found: whole }]
  const parts: FoundPart[] = []
  for (const part of asking) {
    const asked = askedAlone(part, parts.at(-1)?.asked, whole.items.slice(0, mostHeadings), question.names)
    parts.push({ said: part.text, asked, found: await retrieve(library, asked, question) })
  }
  return parts
}

/** What was found for all parts: the best of each first. */
export function foundTogether(parts: readonly FoundPart[]): RetrievedSections {
  const [first, ...others] = parts.map(({ found }) => found)
  if (!first) return { items: [], here: [], read: '' }
  if (others.length === 0) return first
  const items = (of: (found: RetrievedSections) => readonly CitableItem[]) => alternating(parts.map(({ found }) => of(found)))
  return {
    read: parts.map(({ found }) => found.read).join(' '),
    items: items((found) => found.items).slice(0, first.items.length),
    here: items(({ here }) => here),
  }
}

function alternating(lists: readonly (readonly CitableItem[])[]): CitableItem[] {
  const all = new Map<string, CitableItem>()
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let at = 0; at < longest; at++)
    for (const list of lists) {
      const item = list[at]
      if (item && !all.has(item.id)) all.set(item.id, item)
    }
  return [...all.values()]
}

interface AnsweredPart {
  /** The part in the visitor's words; several where one answer serves them. */
  said: string[]
  answer: FoundAnswer | undefined
}

/**
 * An answer of the library's own sentences to each part of a message under the part's own words. A part that the library does not
 * answer says so; what an earlier part has said is not said again.
 */
export async function fromParts(parts: readonly FoundPart[], question: Question, names: MedicineNames): Promise<AnswerInProgress> {
  const [first] = parts
  if (first && parts.length === 1) return fromSentences(first.found, question, names)
  const each: AnsweredPart[] = []
  for (const { said, found } of parts) {
    await ownTurn()
    each.push({ said: [said], answer: answerOf(found, question.assessment.language, names) })
  }
  const answered = withoutRepeats(each)
  const answers = answered.flatMap(({ answer }) => answer ?? [])
  const together = foundTogether(parts)
  if (answers.length === 0) return notFound(together, question, names, 'local')
  const { queryType, declined } = question.assessment
  const isSure = answers.some(({ sure }) => sure)
  const lacks = answered.some(({ answer }) => !answer)
  const frame = declined ? [inWordsOf(question, `declined_${declined}`), ...(isSure ? [inWordsOf(question, 'to_everyone')] : [])] : []
  const texts = answered.map(({ said, answer }) => [leadOf(said), ...textOf(answer, question)].join('\n'))
  return {
    queryType,
    resources: resourcesOf(answers.flatMap(({ used }) => used)),
    answeredBy: 'local',
    // Of parts that are not answered staff must learn, as of whole questions.
    tier: isSure && !lacks ? 'answer' : 'uncertain',
    lacks,
    tokens: wordByWord([...frame, ...texts].join('\n\n')),
  }
}

const textOf = (answer: FoundAnswer | undefined, question: Question): string[] =>
  !answer
    ? [inWordsOf(question, 'part_not_found')]
    : answer.sure
      ? wordsOf(answer, question)
      : [inWordsOf(question, 'uncertain'), answer.text]

/** Longer parts are named by their beginning. */
const longestLead = 100

function leadOf(said: readonly string[]): string {
  const short = said.map((part) => {
    const line = part.replace(/\s+/g, ' ').trim()
    const cut = line.length <= longestLead ? line : `${line.slice(0, line.lastIndexOf(' ', longestLead))} …`
    return `“${cut.charAt(0).toUpperCase()}${cut.slice(1)}”`
  })
  return short.join(' · ')
}

/** Parts that come to the same sections are answered once, by the surer answer. */
function withoutRepeats(parts: readonly AnsweredPart[]): AnsweredPart[] {
  const kept: AnsweredPart[] = []
  for (const part of parts) {
    const lines = new Set(part.answer?.text.split('\n'))
    const same = kept.find(({ answer }) => answer && part.answer && isSaidBy(lines, answer))
    if (same) same.said.push(...part.said)
    else kept.push({ ...part })
  }
  return kept
}

/** Whether an answer has most lines of another: what it lacks was cut for length. */
function isSaidBy(lines: ReadonlySet<string>, { text }: FoundAnswer): boolean {
  const said = new Set(text.split('\n'))
  return [...lines].every((line) => said.has(line) || text.includes(line))
}
