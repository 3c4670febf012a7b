import { foldForSearch } from '../../../language/folding.ts'

export interface SuggestedPhrase {
  /** Folded: what makes two suggestions the same. */
  phrase: string
  text: string
  kind: 'title' | 'header' | 'question'
}

const maxLength = 120

/** The first line of a text where it is a question: frequently asked questions begin so. */
const leadingQuestion = /^\s*([^\n?.!]{8,119}\?)/

/** What may be suggested because of an item: its title, its header, and the question it begins with. */
export function suggestedPhrases(item: { title: string; sectionHeader: string | null; content: string }): SuggestedPhrase[] {
  const question = leadingQuestion.exec(item.content)?.[1]
  const texts = [item.title, item.sectionHeader ?? '', question ?? ''].map((text) => text.replace(/\s+/g, ' ').trim())
  const kinds = ['title', 'header', 'question'] as const
  const phrases = texts.flatMap((text, index) => {
    const kind = text.endsWith('?') ? 'question' : (kinds[index] ?? 'title')
    const phrase = foldForSearch(text)
    return phrase === '' || text.length > maxLength ? [] : [{ phrase, text, kind }]
  })
  return [...new Map(phrases.map((entry) => [entry.phrase, entry])).values()]
}
