import { sentencesOf } from '../../../language/sentences.ts'
import { lotNumbersIn, ndcCodesIn } from '../details/identifiers.ts'
import { read } from '../signs/symptom-reading.ts'
import { isEverydayName, standsAsName } from './everyday-names.ts'

/** What stands for a part that says who somebody is. */
const removed = '[removed]'

/**
 * What tells a person: an e-mail address, a phone, a labelled or lettered number of records, a date of birth, a name that is introduced as one.
 * Narrower than what counts as naming a person (`names-person.ts`), since a dose or a date that was taken for a number would be a false report. Each
 * repetition is bounded, so a text is read in linear time.
 */
const details = [
  /[^\s@]{1,64}@[^\s@.]{1,100}\.[^\s@]{2,100}/gu,
  /(?<![\d-])(?:\+\d(?:[ ().-]{0,2}\d){6,14}|(?:1[ .-]?)?\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}|\d{3}[.-]\d{4})(?![\d-])/gu,
  /(?<![\p{L}\d])(?!(?:mg|mcg|ml|iu)\d)\p{L}{1,5}-?\d{4,20}(?![\p{L}\d])/giu,
  /(?<=\b(?:member|policy|subscriber|insurance|patient|medical record|record|chart|mrn)[ ]?(?:id|number|no|nr|#)?[ .:#]{0,3}(?:is[ ])?)[a-z-]{0,5}\d{5,20}/giu,
  /(?<=\b(?:born|dob|d\.o\.b|date of birth|birth date|birthday|nacid[oa]|nac[ií]|fecha de nacimiento)\b[^\d\n]{0,20})\d(?:[/.\- ]?\d){0,9}(?:,? \d{4}\b)?/giu,
  // The words that introduce a name are of any case; of the name itself the second word has to be capital.
  /(?<=\b(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Ww]hose) [Nn]ame(?: is|['’]s|:) |\b[Nn]ame: ?|\b(?:is|am|are|was) (?:called|named) |\b[Ii] go by |\b[Mm]e llamo |\b[Mm]i nombre es |\b[Ss]e llama )\p{L}[\p{L}'’-]{1,30}(?: \p{Lu}\.?(?!\p{L}))?(?: \p{Lu}[\p{L}'’-]{1,30}){0,2}/gu,
  /(?<=\b(?:I am|I['’]m|[Tt]his is|[Ss]oy),? )\p{Lu}\p{Ll}{1,30}(?: \p{Lu}\.?)? \p{Lu}\p{Ll}{1,30}\b/gu,
  /(?<=\b[Mm]y (?:wife|husband|son|daughter|mother|father|mom|mum|dad|sister|brother|partner|friend|patient|child)(?: is)?,? )\p{Lu}\p{Ll}{1,30}(?: \p{Lu}\p{Ll}{1,30})?\b/gu,
  /(?<=\b(?:Mr|Mrs|Ms|Miss|Sr|Sra)\.? )\p{Lu}\p{Ll}{1,30}(?: \p{Lu}\p{Ll}{1,30})?\b/gu,
]

/**
 * A report's words without what says who somebody is, as far as form and record show it: a name in lower case that no record has stays. Lot numbers,
 * codes of medicines and what is in `keep` stay too. A name of the record that is a word of reports as well (`everyday-names.ts`) goes only where it
 * stands as a name, and none goes out of a symptom.
 * @param known values of records: names, numbers, addresses
 */
export function withoutPerson(text: string, known: readonly (string | null | undefined)[], keep: readonly (string | null)[]): string {
  const kept = [...lotNumbersIn(text), ...ndcCodesIn(text), ...keep.flatMap((value) => (value === null ? [] : spansOf(text, value)))]
  const told = [
    ...details.flatMap((detail) => [...text.matchAll(detail)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))),
    ...spansOfRecord(text, known),
  ]
    .filter(({ start, end }) => !kept.some((one) => one.start < end && start < one.end))
    .sort((one, other) => one.start - other.start)
  let masked = ''
  let at = 0
  for (const { start, end } of told) {
    if (start >= at) masked += `${text.slice(at, start)}${removed}`
    at = Math.max(at, end)
  }
  return masked + text.slice(at)
}

interface Span {
  start: number
  end: number
}

/** Where values of records stand. A figure of few digits is as well a dose. */
function spansOfRecord(text: string, known: readonly (string | null | undefined)[]): Span[] {
  const values = known.filter((value) => value != null && value.length > 1 && !/^\d{1,4}$/.test(value)) as string[]
  const everyday = values.filter(isEverydayName)
  const certain = values.filter((value) => !isEverydayName(value)).flatMap((value) => spansOf(text, value))
  const doubtful = everyday.flatMap((value) => spansOf(text, value))
  const found = [...certain, ...doubtful.filter((span) => standsAsName(text, span, [...certain, ...doubtful]))]
  const symptoms = found.length > 0 ? symptomSpans(text) : []
  return found.filter(({ start, end }) => !symptoms.some((one) => one.start < end && start < one.end))
}

function symptomSpans(text: string): Span[] {
  let from = 0
  return sentencesOf(text).flatMap((sentence) => {
    const at = text.indexOf(sentence.text, from)
    from = at + sentence.text.length
    const { words, symptoms } = read(sentence)
    return symptoms.map((one) => ({ start: at + (words[one.from]?.start ?? 0), end: at + (words[one.to - 1]?.end ?? 0) }))
  })
}

/** Where a value stands as words of their own, in any case. */
function spansOf(text: string, value: string): Span[] {
  const literal = value.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'giu')
  return literal === '' ? [] : [...text.matchAll(found)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
}
