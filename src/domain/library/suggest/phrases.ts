import { foldForSearch } from '../../../language/folding.ts'

export interface SuggestedPhrase {
  /** The folded text: identifies equal suggestions. */
  phrase: string
  text: string
  kind: 'title' | 'header' | 'question'
}

const maxLength = 120

/** A question at the beginning of a text, as in lists of frequently asked questions. */
const leadingQuestion = /^\s*([^\n?.!]{8,119}\?)/

/** The phrases that an item suggests: its title, its header and the question at its beginning. */
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
