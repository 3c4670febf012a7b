import { dictionary, type MedicineNames } from '../../../drugs/medicine-names.ts'
import type { PastMessage } from '../../chat.ts'
import { type DrugNamed, drugsNamed } from './drugs-named.ts'
import { peopleIn } from './people.ts'
import { asksOfTheMedicine, aspectOf, isExpletive, isSmallTalk, readFragment, refersBack } from './standalone-wording.ts'

/** What the conversation is about so far. */
interface Subject {
  /** The last question that stood by itself, without its end mark. */
  question: string
  /** The same with what a follow-up added ("for children"). */
  whole: string
  /** The medicine last named by the user, or the only one of the answer to it. */
  drug: DrugNamed | undefined
}

/** So many earlier messages are looked at: what was said before them is another matter by now. */
const turnsRead = 12

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
    else if (subject && !subject.drug) subject = { ...subject, drug: onlyOne(drugsNamed(content, names)) }
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
  return { question: withoutEnd(base), whole: withoutEnd(text), drug: onlyOne(drugs) }
}

/** The question, and the same without what was asked only now ("for children"): the next may put something else there. */
function rewritten(message: string, subject: Subject | undefined, names: MedicineNames): { text: string; base: string } {
  const asIs = { text: message, base: message }
  if (!subject || isSmallTalk(message)) return asIs
  const bare = withoutEnd(message).replace(/^[\s¿¡]+/u, '')
  const end = /[?]\s*$/.test(message) ? '?' : ''
  const both = (text: string) => ({ text, base: text })
  const onTop = (joined: string) => ({ text: `${joined}${end}`, base: subject.question })
  const fragment = readFragment(bare)
  const [drug] = drugsNamed(fragment?.rest ?? bare, names)

  if (fragment) {
    if (drug) return aboutAnother(subject, drug, fragment.rest, end)
    const aspect = subject.drug && aspectOf(fragment.rest)
    if (aspect && subject.drug) return both(`${aspect.words} ${aspect.of} ${subject.drug.word}${end}`)
    const question = peopleIn(fragment.rest).size > 0 ? withoutPeople(subject.question) : subject.question
    return onTop(`${question}${fragment.asked ? ',' : ''} ${fragment.rest}`)
  }
  // "Can I take it with methotrexate?": what stands before the name is another medicine.
  if (drug && !/\b(?:it|this)\b/i.test(bare.slice(0, bare.indexOf(drug.word)))) return asIs
  const named = subject.drug && namingTheDrug(bare, subject.drug.word)
  if (named !== undefined) return both(`${message.trimStart().startsWith('¿') ? '¿' : ''}${named}${end}`)
  return refersBack(bare) ? onTop(`${subject.question}, ${bare}`) : asIs
}

/** A question without the people at its end, for whom others are asked about now. */
function withoutPeople(question: string): string {
  const [, before, people = ''] = /^(.*\S)\s(?:for|in|para|en)\s(.{1,40})$/u.exec(question) ?? []
  return before !== undefined && peopleIn(people).size > 0 ? before : question
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
  return asksOfTheMedicine(bare) ? `${bare} of ${drug}` : undefined
}
