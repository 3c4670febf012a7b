import type { RetrievedItem } from '../../chat.ts'
import { areAmong, medicinesIn } from './code-words.ts'
import { hasMedicineFigure } from './medicine-figure.ts'
import { peopleIn } from './people.ts'
import { has, isTelling, questionTerms, stemsOf } from './question-words.ts'

/**
 * What of a section's title and heading stands above a figure quoted from it: "80 mg every 4 weeks" under "Dose for
 * children" is not said to one who asked without children. Nothing where question and quote say it themselves.
 * @param quoted each passage with what it needs
 */
export function labelOf({ title, sectionHeader }: RetrievedItem, quoted: readonly string[], question: string): string[] {
  const figures = quoted.filter(hasMedicineFigure).map((quote) => `${question}\n${quote}`)
  if (figures.length === 0) return []
  const header = sectionHeader?.trim() ?? ''
  const isQuoted = quoted[0]?.startsWith(`${header}\n`) ?? false
  const adds = figures.some((said) => namesMore(header, said)) || saysMore(header, `${question}\n${quoted.join('\n')}`)
  const heading = adds && !isQuoted ? [header] : []
  const above = adds || isQuoted ? header : ''
  return figures.some((said) => namesMore(title, `${above}\n${said}`)) ? [title.trim(), ...heading] : heading
}

function saysMore(heading: string, said: string): boolean {
  const stems = stemsOf(said)
  return questionTerms(heading).some((term) => isTelling(term.word) && has(stems, term) === 0)
}

function namesMore(heading: string, said: string): boolean {
  const people = peopleIn(said)
  return !areAmong(medicinesIn(heading), medicinesIn(said)) || [...peopleIn(heading)].some((kind) => !people.has(kind))
}
