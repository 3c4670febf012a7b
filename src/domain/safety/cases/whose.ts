import { readWordClasses } from '../../../language/patterns.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { wordsOf } from '../../../language/words.ts'
import { read } from '../signs/symptom-reading.ts'

const people = readWordClasses(new URL('../signs/people.tsv', import.meta.url))
const others = new Set(['kin', 'stranger'].flatMap((name) => [...(people.get(name) ?? [])]).filter((word) => word !== 'patient'))
const teller = new Set(['i', 'im', 'ive', 'id', 'me', 'myself', 'mine', 'yo', 'tengo', 'tuve'])

const wordsIn = (text: string) => wordsOf(text).map(({ word }) => word)

/** Whether what was said in place of a patient names somebody else than the caller: "the mother", "my neighbour". A name or a number may be the caller's. */
export const namesAnother = (claim: string): boolean => wordsIn(claim).some((word) => others.has(word))

/** Whether a report may be of whoever tells it: "I", "me". "My" may be "my mother". */
export const tellsOfTeller = (report: string): boolean => wordsIn(report).some((word) => teller.has(word))

/** Somebody who is none of the teller's family, with what happens to a person who takes a medicine. */
const acquaintance =
  /(?:\b(?:my|our|his|her|their|an?|the|(?:caller|patient)['’]s) )?(?:\w{1,30} )?(?<!\b(?:girl|boy) )\b(?:neighbou?r|friend|co-?worker|colleague|roommate|classmate|acquaintance)\b(?= (?:of (?:mine|ours|hers|his|theirs) )?(?:who |also |too )*(?:takes|took|is on|was on|is taking|was taking|uses|used|injects|injected|has|had|got|gets|developed|broke out|started|experienced|suffered|ended up|went|died|passed|feels|felt|vomited|fainted|collapsed)\b)/i

/**
 * Whom a report is of where that is a neighbour, a friend, a co-worker or the like, as it was said; null where it may be of whoever tells it,
 * or of somebody they care for.
 */
export function acquaintanceIn(report: string): string | null {
  const found = acquaintance.exec(report)
  if (!found) return null
  const after = report.slice(found.index + found[0].length).replace(/^ of mine\b/i, '')
  const hasOwnBefore = sentencesOf(report.slice(0, found.index)).some((sentence) => read(sentence).symptoms.length > 0)
  return hasOwnBefore || tellsOfTeller(after) ? null : found[0].trim()
}
