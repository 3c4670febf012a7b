import { messageWords } from '../../../../language/message-words.ts'
import type { RetrievedItem } from '../../chat.ts'
import { ordinaryQueryType } from '../../policy/query-type.ts'
import { medicinesIn, withoutMedicines } from './code-words.ts'
import { dosesIn, givesDose } from './dose-figures.ts'

const takes =
  /\b(?:dos(?:e|es|age|ing|is)|tak(?:e[sn]?|ing)|inject(?:s|ed|ing)?|us(?:e[sd]?|ing)|giv(?:es?|en|ing)|gets?|tom[oa]r?|inyect\p{L}+)\b/iu
const howMuch = /\bhow (?:much|many)\b|\bcu[aá]nt[oa]s?\b/iu
const ofSomethingElse =
  /\b(?:costs?|costing|price|pay|pays|paid|money|copay|sav(?:e|es|ings?)|insurance|covers?|charged?|times?|longer|days?|weeks?|months?|years?|hours?|minutes?|percent(?:age)?|people|ppl|folks|everyone|everybody|patients|hundred|trials?|stud(?:y|ies)|placebo|gap|blood ?work|pain|weight|lose|gain|worse|better|helps?|water|alcohol|coffee|wine|beer|smaller|left|cartons?|box|boxes|refills?|cuesta|tiempo|d[ií]as|semanas)\b/iu
/** "How many mg are in a pen?" asks what a package says. */
const contents =
  /\bin (?:an?|the|each|one|every)\s(?:\p{L}+\s)?(?:pen|syringe|vial|autoinjector|tablet|pill|capsule|box|carton)\b|\bcontain/iu
const howOften =
  /\bhow (?:often|frequently)\b(?!.*\b(?:side effects?|reactions?|(?:people|ppl|folks|patients) (?:get|have|feel|report)|blood ?(?:work|tests?)|happen|occurs?|refills?|deliver)\b)|\bcada cu[aá]nto\b/iu
const whichDose =
  /\b(?:what(?:['’]?s| is| are| was| would be)?|which|tell me|cu[aá]l es)\s(?:[\p{L}\p{M}'’-]+\s){0,5}?(?:dos(?:e|es|age|ages|ing|is)|strength|amount)\b|\bhow (?:high|low|big) [^.?!]{0,40}\bdos(?:e|age)\b/iu
const named = /^[^\p{L}\p{N}_]{0,40}(?:[\p{L}-]+\s){0,3}(?:dos(?:e|age|ing)|dosis)\b(?:\s[\p{L}-]+){0,5}\W{0,40}$/iu
/** "What if I miss a dose?" asks for no figure, nor does "when is the next dose?". */
const ofOneDose =
  /\b(?:miss(?:ed|ing)?|forg[eo]t(?:ten)?|skip(?:ped)?|late|delay(?:ed)?|next|extra|double|catch|overdos\p{L}*|effects?|before|after|between|if|when|why|where|how (?:do|does|long)|store[ds]?|increase|lower|reduce|change|stop|without|olvid\p{L}*|si|cuando)\b/iu

/** "It is 80 mg, right?", "is the dose 80 mg", "do I take it every week?"; not "I take it every month, is the baby ok?". */
const claims =
  /\b(?:right|correct|true|verdad|cierto)\W{0,40}$|,\s?(?:is (?:it|that|this)\s)?(?:ok(?:ay)?|yes|no)\W{0,40}$|^\W*(?:so|is|are|do|does|isn|es|son)\b|\bdos(?:e|age|is)\b/iu
const amounts = /^[\d.]+ (?:mc?g|g|ml|iu)$/

/** Whether a question states an amount and asks of nothing else than doses: "they told me 300 mg, is that right", not "I take 80 mg, how do I store it". */
export function statesDose(question: string): boolean {
  if (!dosesIn(question).some((dose) => amounts.test(dose))) return false
  const asked = ordinaryQueryType(messageWords(withoutMedicines(question)))
  return asked === 'dosing' || asked === 'faq'
}

/** Whether a question can only be answered by a dose: it asks how much or how often, or gives a dose and asks whether it is right. */
export function asksForDose(question: string): boolean {
  if (howMuch.test(question) && (ofSomethingElse.test(question) || contents.test(question))) return false
  if (howOften.test(question)) return true
  const isOfMedicine = takes.test(question) || medicinesIn(question).size > 0
  if (howMuch.test(question)) return isOfMedicine
  if (ofOneDose.test(question)) return false
  const doses = dosesIn(question)
  const isClaim = doses.length > 0 && takes.test(question) && (claims.test(question) || doses.some((dose) => amounts.test(dose)))
  return whichDose.test(question) || named.test(question) || isClaim
}

/** Sections on these name doses that were studied, or what a package holds. */
const withoutDoses = new Set<RetrievedItem['sectionType']>(['side_effects', 'storage'])

/** Whether what is quoted of a section is a dose to take. */
export const answersWithDose = ({ sectionType }: RetrievedItem, quoted: string): boolean =>
  !withoutDoses.has(sectionType) && givesDose(quoted)

const forbidding =
  /\b(?:(?:do|should|must) not (?:be )?(?:tak\w+|us\w+|give\w*|inject\w*|start\w*|receiv\w+)|avoid|contra-?indicated|not recommended|no (?:tome|use|administre)|no se recomienda|contraindicad[oa]s?|evite)\b/iu

/** Whether a text keeps a medicine from somebody: told of the person asked about, that is the answer to how much. */
export const forbids = (quoted: string): boolean => forbidding.test(quoted)

/**
 * Whether a question names a dose that a text does not, of all doses if it asks for one and else of the amounts: to answer
 * "it is 4500 mg, right?" with another would let it stand.
 */
export function namesOtherDose(question: string, text: string): boolean {
  const all = dosesIn(question)
  // "Emgality dose 24 mg" asks for one as "Emgality dose" does.
  const asks = asksForDose(question) || asksForDose(question.replace(/\d[\d.,]{0,12}\s?(?:mg|mcg|g|ml|iu|units?)\b/giu, ''))
  const named = asks ? all : givesDose(text) ? all.filter((dose) => amounts.test(dose)) : []
  const there = new Set(named.length === 0 ? [] : dosesIn(text))
  return named.some((dose) => !there.has(dose))
}
