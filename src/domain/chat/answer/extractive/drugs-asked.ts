import { oneEditAway } from '../../../../language/edit-distance.ts'
import type { RetrievedItem } from '../../chat.ts'
import { drugsNamed, type Medicines, medicinesIn } from './drugs-named.ts'
import { headOf } from './section-text.ts'

/** The medicines that a question is about, and what it says besides. */
export interface DrugsAsked {
  medicines: Medicines
  rest: string
}

const shortest = 4

/**
 * The medicines that a question names, also short names misspelt by one letter ("Talz") where one of the sections found is
 * headed with it: taken for an unknown word, it would be answered with another medicine's section.
 */
export function drugsAsked(question: string, items: readonly RetrievedItem[]): DrugsAsked {
  const named = drugsNamed(question).map(({ word }) => word)
  const headings = new Map<string, string>()
  for (const item of items) for (const { word } of drugsNamed(headOf(item))) headings.set(word.toLowerCase(), word)
  const misspelt = new Map<string, string>()
  for (const word of question.match(/\p{L}+/gu) ?? []) {
    const lower = word.toLowerCase()
    if (word.length < shortest || word.length > 20 || headings.has(lower) || named.includes(word)) continue
    const meant = oneEditAway(lower).find((near) => headings.has(near))
    if (meant !== undefined) misspelt.set(word, headings.get(meant) ?? meant)
  }
  return {
    medicines: medicinesIn([question, ...misspelt.values()].join('\n')),
    rest: [...named, ...misspelt.keys()].reduce((text, word) => text.replaceAll(word, ' '), question),
  }
}
