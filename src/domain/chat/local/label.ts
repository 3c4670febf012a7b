import type { RetrievedItem } from '../chat.ts'
import { areAmong, medicinesIn } from './drugs-named.ts'
import { hasMedicineFigure } from './medicine-figure.ts'
import { peopleIn } from './people.ts'
import { has, isTelling, questionTerms, stemsOf } from './question-words.ts'

/**
 * What of a section's title and heading stands above a figure quoted from it: "80 mg every 4 weeks" under "Taltz dose for
 * children" is not said to one who asked without children. Nothing where question and quote say it themselves.
 */
export function labelOf({ title, sectionHeader }: RetrievedItem, quoted: string, question: string): string[] {
  if (!hasMedicineFigure(quoted)) return []
  const heading = sectionHeader !== null && saysMore(sectionHeader, `${question}\n${quoted}`) ? [sectionHeader] : []
  return namesMore(title, [question, quoted, ...heading].join('\n')) ? [title, ...heading] : heading
}

function saysMore(heading: string, said: string): boolean {
  const stems = stemsOf(said)
  return namesMore(heading, said) || questionTerms(heading).some((term) => isTelling(term.word) && has(stems, term) === 0)
}

function namesMore(heading: string, said: string): boolean {
  const people = peopleIn(said)
  return !areAmong(medicinesIn(heading), medicinesIn(said)) || [...peopleIn(heading)].some((kind) => !people.has(kind))
}
