/** A text with the phrases in it marked; text stays text. */
export function Marked({ text, phrases }: { text: string; phrases: readonly string[] }) {
  const pattern = phrases
    .map((phrase) =>
      phrase
        .trim()
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\s+/g, '\\s+'),
    )
    .join('|')
  if (!pattern) return text
  return text.split(new RegExp(`(${pattern})`, 'gi')).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}
