import { patternOf } from './phrases.ts'

/** A text with the phrases in it marked; text stays text. */
export function Marked({ text, phrases }: { text: string; phrases: readonly string[] }) {
  const pattern = patternOf(phrases)
  if (!pattern) return text
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}
