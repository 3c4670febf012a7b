import { oneEditAway } from '../../library/one-edit-away.ts'
import type { RetrievedItem } from '../chat.ts'
import { type DrugNamed, drugsNamed } from './drugs-named.ts'

/** The medicines that a question is about, and what it says besides. */
export interface DrugsAsked {
  ingredients: Set<string>
  rest: string
}

const shortest = 4

/**
 * The medicines that a question names, also short names misspelt by one letter ("Talz") where one of the sections found is
 * headed with it: taken for an unknown word, it would be answered with another medicine's section.
 */
export function drugsAsked(question: string, items: readonly RetrievedItem[]): DrugsAsked {
  const named = drugsNamed(question)
  const headings = new Map<string, DrugNamed>()
  for (const { title, sectionHeader } of items)
    for (const drug of drugsNamed(`${title}\n${sectionHeader ?? ''}`)) headings.set(drug.word.toLowerCase(), drug)
  const nearly = (question.match(/\p{L}+/gu) ?? []).flatMap((word): DrugNamed[] => {
    const lower = word.toLowerCase()
    if (word.length < shortest || word.length > 20 || headings.has(lower) || named.some((drug) => drug.word === word)) return []
    const meant = oneEditAway(lower).find((near) => headings.has(near))
    const drug = meant === undefined ? undefined : headings.get(meant)
    return drug ? [{ word, ingredient: drug.ingredient }] : []
  })
  const all = [...named, ...nearly]
  return {
    ingredients: new Set(all.map(({ ingredient }) => ingredient)),
    rest: all.reduce((text, { word }) => text.replaceAll(word, ' '), question),
  }
}
