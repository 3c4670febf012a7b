import { isNumberWord, saidDigit } from './number-words.ts'
import type { Token } from './tokens.ts'
import { type Word, wordsOf } from './words.ts'

/** Where a piece of a text stands: UTF-16 offsets, end exclusive. */
export interface Span {
  start: number
  end: number
}

interface Profile {
  /** The marks that end a sentence, its last character included. */
  ends: RegExp
  /** What an end is none behind: abbreviations. Read on the last `tail` characters. */
  unless?: RegExp
}

const profiles = {
  /** What somebody says or types: a stop that a space follows, or the end of a line; "0.5", "e.r." and "St. Luke's" stay whole. */
  spoken: { ends: /[.!?;…¿¡]+(?=\s|$)|[\r\n]+/gu, unless: /\b(?:Dr|Mr|Mrs|Ms|St)\.$/u },
  /** A transcript that others quote from: quotes belong to their sentence, titles and times end none. */
  transcript: {
    ends: /[.?!…]["”’')]?(?=\s)|[。！？]|\n/gu,
    unless: /\b(?:dr|mr|mrs|ms|st|[ap]\.m)\.$/iu,
  },
} satisfies Record<string, Profile>

/** Longer than what `unless` reads at a sentence's end. */
const tail = 24

/** The sentences of a text as spans that cover it, in order; linear in its length. */
export function sentenceSpans(text: string, profile: keyof typeof profiles): Span[] {
  const { ends, unless }: Profile = profiles[profile]
  const spans: Span[] = []
  let start = 0
  for (const { 0: mark, index } of text.matchAll(ends)) {
    const end = index + mark.length
    if (unless?.test(text.slice(Math.max(start, end - tail), end))) continue
    spans.push({ start, end })
    start = end
  }
  spans.push({ start, end: text.length })
  return spans
}

export interface Sentence {
  /** As said, trimmed. */
  text: string
  words: Word[]
  /** Ends in a question mark, or is worded as a question. */
  question: boolean
}

/** Speech recognition may give minutes without a full stop; a run of words is cut after this many. */
const mostWords = 45

const questionWords = new Set(
  `what whats when where why who how which is are am was were do does did can could may might will would should has have had
  que cual cuales cuando cuanto cuanta cuantos cuantas como donde puede pueden puedo podria debo deberia es`.split(/\s+/),
)
const openings = new Set('and so but well um uh okay ok oh like hi hello yeah yes also then now quick question just y pero'.split(' '))

/** These open a question only before a person or the like: "have you had", not "had a rash" or "is killing me". */
const subjects = new Set(
  'i you it this that they there he she we the my your any anyone anybody someone somebody everyone everybody these those people insurance medicare'.split(
    ' ',
  ),
)
const bare = new Set('am was were did has have had may might'.split(' '))

/** "Es normal …" asks; "es una alergia" tells. */
const judging = new Set(
  'normal comun malo mala bueno buena seguro segura peligroso peligrosa grave cierto verdad posible necesario raro'.split(' '),
)

/** "Would stopping it …" asks; "is killing me" tells. */
const modals = new Set('can does could may might will would should'.split(' '))

function wordedAsQuestion(words: readonly Word[]): boolean {
  const at = words.findIndex(({ word }) => !openings.has(word))
  const first = words[at]?.word ?? ''
  const second = words[at + 1]?.word ?? ''
  const isOfDoing = modals.has(first) && second.endsWith('ing')
  if (!questionWords.has(first) || isOfDoing) return isOfDoing
  if (first === 'es') return judging.has(second)
  return (!bare.has(first) || subjects.has(second)) && (!second.endsWith('ing') || second === 'being')
}

/** The sentences that somebody says or types, with their words; long ones in pieces of 45 words. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const { start, end } of sentenceSpans(text, 'spoken')) {
    const piece = text.slice(start, end)
    const words = wordsOf(piece)
    for (let from = 0; from < words.length; from += mostWords) {
      const part = words.slice(from, from + mostWords)
      const begin = from === 0 ? piece.length - piece.trimStart().length : (part[0]?.start ?? 0)
      const stop = words[from + mostWords]?.start ?? piece.length
      const said = piece.slice(begin, stop).trim()
      sentences.push({
        text: said,
        words: part.map((word) => ({ ...word, start: word.start - begin, end: word.end - begin })),
        question: said.endsWith('?') || wordedAsQuestion(part),
      })
    }
  }
  return sentences
}

/** Longer sentences of a transcript are cut at a space: no pattern looks at more at a time. */
const longestPiece = 500

/** The sentences of a transcript as they stand, trimmed; long ones in pieces of 500 characters. */
export function transcriptSentences(text: string): string[] {
  return sentenceSpans(text, 'transcript')
    .flatMap(({ start, end }) => piecesOf(text.slice(start, end).trim()))
    .filter((piece) => piece !== '')
}

function piecesOf(sentence: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < sentence.length; ) {
    const space = spaceBefore(sentence, from + longestPiece)
    const to = from + longestPiece >= sentence.length ? sentence.length : space > from ? space : from + longestPiece
    pieces.push(sentence.slice(from, to).trim())
    from = to
  }
  return pieces
}

/** So many spaces are tried, so that no number is cut. */
const mostTried = 20

/** The last space up to a place that does not stand within a number, digit by digit or in words. */
function spaceBefore(sentence: string, at: number): number {
  const last = sentence.lastIndexOf(' ', at)
  let space = last
  for (let tried = 0; space > 0 && tried < mostTried; tried++) {
    if (!isFigure(sentence.slice(space + 1, space + 20).split(' ')[0] ?? '')) return space
    space = sentence.lastIndexOf(' ', space - 1)
  }
  return last
}

const isFigure = (word: string): boolean =>
  /\d/u.test(word) || isNumberWord(word.toLowerCase()) || saidDigit(word.toLowerCase()) !== undefined

export interface TokenSentence {
  words: Token[]
  /** It ends in a question mark. */
  asks: boolean
}

/** More tokens without a stop are cut. */
const mostTokens = 400

/** The sentences of a text by its tokens. Speech recognition may write no stops at all: then a turn is one sentence, of bounded length. */
export function tokenSentences(tokens: readonly Token[], text: string): TokenSentence[] {
  const sentences: TokenSentence[] = []
  for (const token of tokens) {
    const last = sentences.at(-1)
    if (last && token.after !== 'stop' && token.after !== 'question' && last.words.length < mostTokens) last.words.push(token)
    else {
      if (last && token.after === 'question') last.asks = true
      sentences.push({ words: [token], asks: false })
    }
  }
  const last = sentences.at(-1)
  if (last && /\?[\s"'”’]{0,9}$/u.test(text.slice(-10))) last.asks = true
  return sentences
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Where the segmenter sees an end that is none: abbreviations and initials. */
const abbreviated =
  /(?:\b(?:Dr|Mr|Mrs|Ms|St|vs|approx|Fig|etc|incl|Inc|Ltd|Jr|Sr|tel|ext|max|min)|\b[a-z]\.[a-z]|\bU\.S|^[A-Z]|[\s(][A-Z])\.\s*$/

/** The sentences of a written line as they stand in it, in order. A line without stops is one sentence, however long. */
export function writtenSentences(line: string): string[] {
  const sentences: Span[] = []
  for (const { segment, index } of segmenter.segment(line)) {
    const before = sentences.at(-1)
    const goesOn =
      before && (abbreviated.test(line.slice(Math.max(before.start, before.end - tail), before.end)) || /^[\p{Ll}%°)]/u.test(segment))
    if (before && goesOn) before.end = index + segment.length
    else sentences.push({ start: index, end: index + segment.length })
  }
  return sentences.map(({ start, end }) => line.slice(start, end).trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}
