import type { MessageWords } from '../../../language/message-words.ts'
import { sentencesOf } from '../../../language/sentences.ts'

/** Parts of a message that are looked at besides the whole; each is embedded in some 14 ms. */
const mostParts = 6

/** A part of a message: its text in lower case, which is not what tells danger, and its words. */
export interface MessagePart {
  text: string
  words: MessageWords
}

/**
 * The whole of a message, and its sentences, as a sentence of danger is lost among others; of a long message neighbouring sentences
 * together, so that all of it is read.
 */
export function partsOf(message: MessageWords): MessagePart[] {
  const text = message.text.toLowerCase()
  const sentences = sentencesOf(text).filter(({ words }) => words.length > 0)
  const together = Math.ceil(sentences.length / mostParts)
  const parts: MessagePart[] = [{ text: text.trim(), words: message }]
  for (let at = 0; at < sentences.length; at += together) {
    const said = sentences.slice(at, at + together)
    parts.push({ text: said.map((sentence) => sentence.text).join(' '), words: sliced(message, at, at + together) })
  }
  return parts.filter((part, at) => part.text !== '' && (at === 0 || parts.length > 2))
}

/** The words of sentences `first` to `end` (exclusive). */
function sliced({ text, words, breaks, spans }: MessageWords, first: number, end: number): MessageWords {
  const own = spans.slice(first, end)
  const [from, to] = [own[0]?.from ?? 0, own.at(-1)?.to ?? 0]
  return {
    text,
    words: words.slice(from, to),
    breaks: breaks.slice(from, to),
    spans: own.map((span) => ({ ...span, from: span.from - from, to: span.to - from })),
  }
}
