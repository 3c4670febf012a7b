/** The local embedding model reads 128 tokens and ignores the rest, so a chunk has at most 80 words. */
const maxWords = 80

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Longer ones are encoded data or addresses; uncut, one could exceed what a model takes. */
const longestWord = 60

const wordsOf = (text: string) => text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${longestWord}}`, 'gsu')) ?? [])

export interface Chunked {
  title: string
  sectionHeader: string | null
  content: string
}

/** The sentences of a text in order, each of at most `limit` words: a longer one is cut between words. */
function pieces(text: string, limit: number): string[] {
  return text.split('\n').flatMap((line) =>
    [...sentences.segment(line)].flatMap(({ segment }) => {
      const words = wordsOf(segment)
      if (words.length <= limit) return words.length === 0 ? [] : [segment.trim()]
      return Array.from({ length: Math.ceil(words.length / limit) }, (_, part) => words.slice(part * limit, (part + 1) * limit).join(' '))
    }),
  )
}

/** The passages of an item to embed, in order, in whole sentences. An item has at least one. */
export function passages(item: Chunked): string[] {
  const limit = maxWords - wordsOf(heading(item)).length
  const result: string[] = []
  let current: string[] = []
  let length = 0
  for (const piece of pieces(item.content, limit)) {
    const { length: words } = wordsOf(piece)
    if (length + words > limit) {
      result.push(current.join(' '))
      current = []
      length = 0
    }
    current.push(piece)
    length += words
  }
  if (current.length > 0) result.push(current.join(' '))
  return result.length > 0 ? result : [item.title]
}

/** Precedes each passage: "this medicine" alone tells a model nothing. */
function heading({ title, sectionHeader }: Chunked): string {
  const words = wordsOf(sectionHeader === null || sectionHeader === title ? title : `${title}: ${sectionHeader}`)
  return words.slice(0, 24).join(' ')
}

/** The texts that are embedded for an item, one a passage. */
export const chunkTexts = (item: Chunked): string[] => passages(item).map((passage) => `${heading(item)}. ${passage}`)
