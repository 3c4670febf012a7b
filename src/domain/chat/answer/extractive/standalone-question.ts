import { type DrugNamed, drugsNamed } from '../../../drugs/drugs-named.ts'
import { dictionary, type MedicineNames } from '../../../drugs/medicine-names.ts'
import type { PastMessage } from '../../chat.ts'
import { asksForDose } from './dose-asked.ts'
import { measuresIn, withoutMeasures } from './measures.ts'
import { namesUse } from './other-dose.ts'
import { peopleIn } from './people.ts'
import { isTelling, questionTerms } from './question-words.ts'
import {
  asksAgain,
  asksOfTheMedicine,
  aspectOf,
  goesOn,
  isExpletive,
  isSmallTalk,
  namingTheItem,
  ofThePlan,
  readFragment,
  refersBack,
  withoutOpening,
  withSeverity,
} from './standalone-wording.ts'

/** What the conversation is about so far. */
interface Subject {
  /** The last question that stood by itself, without its end mark. */
  question: string
  /** The same with what a follow-up added ("for children"). */
  whole: string
  /** The medicine last named by the user, or the only one of the answer to it. */
  drug: DrugNamed | undefined
  /** The answer to it. */
  answer: string
}

/** So many earlier messages are looked at: what was said before them is another matter by now. */
const turnsRead = 12

/** A longer message explains itself. */
const longestOfSubject = 30
/** Not what is asked of the chat itself ("do you speak Spanish?"), nor how to report. */
const asksSomething =
  /^(?!.*\breport\b)(?!\W*(?:do|are|can|could|will) you\b)[^\p{L}\p{N}_’']*(?:[\p{L}’']+[^\p{L}\p{N}_’']+){0,4}?(?:what|how|when|where|why|which|who|can|could|should|do|does|is|are|will|may)\b(?!['’]t\b)/iu

const withoutEnd = (text: string) => text.trim().replace(/[\s?.!¿¡]+$/u, '')

/**
 * A question as it would be asked by itself: "and for children?" after "How is it dosed?" is "How is it dosed for
 * children?". Rules only, English and some Spanish. A message that can be understood without the history, and one
 * that is no question, comes back exactly as it is; nothing is added but words of the conversation.
 */
export function standaloneQuestion(message: string, history: readonly PastMessage[], names: MedicineNames = dictionary): string {
  let subject: Subject | undefined
  for (const { role, content } of history.slice(-turnsRead)) {
    if (role === 'user') subject = afterQuestion(content, subject, names)
    else if (subject) subject = { ...subject, answer: content, drug: subject.drug ?? onlyOne(drugsNamed(content, names)) }
  }
  return rewritten(message, subject, names).text
}

function onlyOne(drugs: DrugNamed[]): DrugNamed | undefined {
  return drugs.length === 1 ? drugs[0] : undefined
}

function afterQuestion(content: string, subject: Subject | undefined, names: MedicineNames): Subject | undefined {
  if (isSmallTalk(content)) return subject
  const { text, base } = rewritten(content, subject, names)
  const drugs = drugsNamed(text, names)
  // Of two medicines "it" may be either.
  return { question: withoutEnd(base), whole: withoutEnd(text), drug: onlyOne(drugs), answer: '' }
}

/** The question, and the same without what was asked only now ("for children"): the next may put something else there. */
function rewritten(message: string, subject: Subject | undefined, names: MedicineNames): { text: string; base: string } {
  const asIs = { text: message, base: message }
  if (!subject || isSmallTalk(message)) return asIs
  const bare = withoutEnd(message).replace(/^[\s¿¡]+/u, '')
  const end = /[?]\s*$/.test(message) ? '?' : ''
  const both = (text: string) => ({ text, base: text })
  const onTop = (joined: string) => ({ text: `${joined}${end}`, base: subject.question })
  if (asksAgain(bare)) return { text: subject.whole, base: subject.question }
  const item = namingTheItem(bare, subject.answer)
  if (item !== undefined) return onTop(`${subject.question}, ${item}`)
  const fragment = readFragment(bare)
  const [drug] = drugsNamed(fragment?.rest ?? bare, names)

  if (fragment) {
    const severe = withSeverity(subject.question, fragment.rest)
    if (severe !== undefined) return both(`${severe}${end}`)
    const beside = withAnother(subject, fragment.rest)
    if (beside !== undefined) return both(`${beside}${end}`)
    if (drug) return aboutAnother(subject, drug, fragment.rest, end)
    const aspect = subject.drug && aspectOf(fragment.rest)
    if (aspect && subject.drug) return both(`${aspect.words} ${aspect.of} ${subject.drug.word}${end}`)
    return onTop(`${withoutRival(subject.question, fragment.rest)}${fragment.asked ? ',' : ''} ${fragment.rest}`)
  }
  const use = asksForDose(subject.question) ? useNamed(bare) : undefined
  if (use !== undefined && drugsNamed(use, names).length === 0) return onTop(`${subject.question} for ${use}`)
  if (drug && bare.toLowerCase() === drug.word.toLowerCase()) return aboutAnother(subject, drug, bare, end)
  // "Can I take it with methotrexate?": what stands before the name is another medicine.
  if (drug && !/\b(?:it|this)\b/i.test(bare.slice(0, bare.indexOf(drug.word)))) return asIs
  const named = subject.drug && namingTheDrug(bare, subject.drug.word)
  const opened = withoutOpening(bare)
  // "Does the one after that": what is pointed at is something of the question, not its medicine.
  if (named === undefined || (opened !== bare && !named.includes(subject.drug?.word ?? ''))) {
    if (refersBack(bare) || saysNothing(opened)) return onTop(`${subject.question}, ${opened}`)
    return opened !== bare && goesOn(opened)
      ? subject.drug
        ? both(`${opened} (${subject.drug.word})${end}`)
        : onTop(`${subject.question}, ${opened}`)
      : ofTheSubject(message, subject, drug, names)
  }
  return both(`${message.trimStart().startsWith('¿') ? '¿' : ''}${named}${end}`)
}

const openingUse =
  /^(?:(?:no|sorry|oh|ok|okay|yes|well)[\s,]+)*(?:(?:i|we) (?:mean|meant|want) |(?:i|we|he|she) (?:have |has |(?:tak|us)(?:e|es|ing) it (?=for ))|(?:it|that|this)(?:['’]?s| is| would be) |es )?(?:the (?:one|dose|other one) )?(?:(?:for|in|with|para) )?(?:(?:my|the|an?) )?/iu
/** A use or a person is named in so few words. */
const longestUse = 6

/** What a reply to a dose names it for: "the one for psoriatic arthritis", "children"; undefined where it says more. */
function useNamed(bare: string): string | undefined {
  if (asksSomething.test(bare)) return undefined
  const use = bare.replace(openingUse, '').replace(/[\s,]+please$/iu, '')
  if (use.split(/\s+/).length > longestUse || /\b(?:i|we|he|she|it|they|you)\b/iu.test(use)) return undefined
  return namesUse(use) || peopleIn(use).size > 0 ? use : undefined
}

/** A question that names no medicine goes on about the one before, unless it is of the plan or says what it is about at length. */
function ofTheSubject(message: string, { drug }: Subject, named: DrugNamed | undefined, names: MedicineNames) {
  const asIs = { text: message, base: message }
  const words = message.trim().split(/\s+/).length
  if (!drug || named || words > longestOfSubject || ofThePlan.test(message) || !asksSomething.test(message)) return asIs
  const said = withoutEnd(message)
  const text = `${said} (${drug.word})${/[?]\s*$/.test(message) ? '?' : ''}`
  return drugsNamed(said, names).length > 0 ? asIs : { text, base: text }
}

/** "What do I do", "how many a day": asked of the question before. */
const saysNothing = (bare: string) => {
  const terms = questionTerms(bare)
  return (
    /^(?:what|how|when|where|why|which|who|can|should|do|is)\b/i.test(bare) &&
    terms.length <= 3 &&
    !terms.some(({ word }) => word.split(' ').some(isTelling))
  )
}

/** "What about alcohol?" after "Does Taltz interact with methotrexate?": the earlier question with this beside it. */
function withAnother({ question, drug }: Subject, rest: string): string | undefined {
  const [, before] = /^(.{1,300}\S\swith)\s\S{1,40}$/u.exec(question) ?? []
  if (before === undefined || rest.split(/\s+/).length > 3 || /^(?:for|in|if|with|when|on|at)\b/i.test(rest) || peopleIn(rest).size > 0)
    return undefined
  return drug && !before.includes(drug.word) ? undefined : `${before} ${rest}`
}

/** A question without what a follow-up puts in its place: other people, another disease ("for migraine" before "for the cluster ones"). */
function withoutRival(question: string, rest: string): string {
  const own =
    measuresIn(rest).length > 0
      ? withoutMeasures(question).replace(/[\s,]{0,4}(?:\b(?:of|at|weighing|with|(?:s?he|who|they) (?:is|weighs?)))?[\s,]{0,4}$/i, '')
      : question
  const [, before, preposition = '', last = ''] = /^(.*\S)\s(for|in|para|en)\s(.{1,40})$/u.exec(own) ?? []
  if (before === undefined) return own
  const ofPeople = (text: string) => peopleIn(text).size > 0
  const isRival = ofPeople(last) ? ofPeople(rest) : !ofPeople(rest) && rest.toLowerCase().startsWith(`${preposition} `)
  return isRival ? before : own
}

/** The earlier question about another medicine. */
function aboutAnother({ question, whole, drug }: Subject, other: DrugNamed, rest: string, end: string) {
  const exchanged = (text: string) => (drug && text.includes(drug.word) ? text.replaceAll(drug.word, () => other.word) : `${text}, ${rest}`)
  return { text: `${exchanged(whole)}${end}`, base: exchanged(question) }
}

/** The question with the medicine in the place of the word that stands for it, or behind what only makes sense of a medicine. */
export function namingTheDrug(bare: string, drug: string): string | undefined {
  if (/^(?:cu[aá]les son|qu[eé] son) (?:los|sus) efectos secundarios$/iu.test(bare)) return `${bare} de ${drug}`
  if (/^(?:es|se|puedo|puede|debo|tengo)\b/iu.test(bare)) return asksOfTheMedicine(bare) ? `${bare} (${drug})` : undefined
  if (isExpletive(bare)) return `${bare} with ${drug}`
  const its = bare.replace(
    /\bits (side effects|dose|dosage|price|cost|effects?|ingredients?)\b/i,
    (_, what: string) => `the ${what} of ${drug}`,
  )
  if (its !== bare) return its
  const it = bare.replace(/\b(?:it|this medicine|this drug|this|that medicine)\b(?!['’])/i, () => drug)
  if (it !== bare) return it
  if (!asksOfTheMedicine(bare)) return undefined
  return /^what (?:are|is) the\b|\b(?:dose|side effects?)$/i.test(bare) ? `${bare} of ${drug}` : `${bare} (${drug})`
}
