/** A word of what was said, a figure in digits, or a sign of money or percent. */
export interface Word {
  text: string
  at: number
  end: number
  /** What stands between it and the word before: the end of a sentence, a comma or dash, or nothing but a space. */
  after: 'stop' | 'question' | 'comma' | 'space'
}

/** Fillers of speech; a figure goes on over them. */
const fillers = new Set(['um', 'uh', 'uhm', 'er', 'erm', 'hmm', 'mm', 'ah'])

const pattern = /[$%/]|[.?!;…\n]|[,:–—]|\d[\d,]*(?:\.\d+)?(?:[\p{L}\d'’]+)?|\p{L}[\p{L}\d'’]*/gu

/** The words in lower case, without fillers; hyphens part words, as "co-pay" and "thirty-five" are. Linear in the length. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let after: Word['after'] = 'stop'
  for (const match of text.matchAll(pattern)) {
    const said = match[0].toLowerCase().replaceAll('’', "'")
    if (/^[.!;…\n]$/u.test(said)) after = after === 'question' ? after : 'stop'
    else if (said === '?') after = 'question'
    else if (/^[,:–—]$/u.test(said)) after = after === 'space' ? 'comma' : after
    else if (!fillers.has(said)) {
      words.push({ text: said, at: match.index, end: match.index + match[0].length, after })
      after = 'space'
    }
  }
  return words
}

export interface Sentence {
  words: Word[]
  /** It ends in a question mark. */
  asks: boolean
}

/** More words without a stop are cut: no pattern looks at more at a time. */
const longest = 400

/** Speech recognition may write no stops at all: then a turn is one sentence, of bounded length. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const word of wordsIn(text)) {
    const last = sentences.at(-1)
    if (last && word.after !== 'stop' && word.after !== 'question' && last.words.length < longest) last.words.push(word)
    else {
      if (last && word.after === 'question') last.asks = true
      sentences.push({ words: [word], asks: false })
    }
  }
  const last = sentences.at(-1)
  if (last && /\?[\s"'”’]{0,9}$/u.test(text.slice(-10))) last.asks = true
  return sentences
}
