import { drugsNamed } from '../../drugs/drugs-named.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'

const lead =
  /^(?:(?:(?:oh |so )?sorry|oops|whoops|no|nope|wait|actually|my (?:bad|mistake)|correction|i (?:meant|mean|said|should have said|am asking about)|not that|that was wrong|perd[oó]n|disculpe|quise decir|quer[ií]a decir|digo|me equivoqu[eé])(?![\p{L}\p{N}])[\s,.:;!-]*)+/iu
/** What it is not. */
const instead =
  /[\s,.;–—-]*\b(?:not|and not|instead of|rather than|no|en vez de|y no)\s+(?:the |my |el |la )?[\p{L}\p{N}'’-]+(?:\s+[\p{L}\p{N}'’-]+)?[\s.!]*$/iu

/** A question as its correction wants it: "Sorry, I meant Taltz, not Stelara" puts Taltz into it, "for cluster headache" stands behind it. */
export function correctedQuestion(question: string, correction: string, names: MedicineNames): string {
  const said = correction.trim().replace(lead, '').replace(instead, '').trim()
  const [drug] = drugsNamed(said, names)
  const others = drugsNamed(question, names).filter(({ ingredient }) => ingredient !== drug?.ingredient)
  if (drug && others.length > 0) return others.reduce((text, { word }) => text.replaceAll(word, drug.word), question)
  const bare = question.replace(/[\s?.!]+$/u, '')
  return said === '' ? question : `${bare}, ${said.replace(/[\s.!]+$/u, '')}${/[?]\s*$/.test(question) ? '?' : ''}`
}
