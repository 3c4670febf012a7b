import type { SafetyCaseQuery } from '../generated/documents.ts'
import { words } from '../ui/pill.tsx'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>

/** A text with the phrases in it marked; text stays text. */
function Marked({ text, phrases }: { text: string; phrases: string[] }) {
  const pattern = phrases.map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (!pattern) return text
  return text.split(new RegExp(`(${pattern})`, 'gi')).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}

/** What was said, with the words that the case rests on: the report's own, its symptoms and its medicine. */
export function Transcript({ of: { voiceCall, chatMessage, symptoms, medicationName, eventDescription } }: { of: SafetyCase }) {
  const phrases = [eventDescription, ...symptoms, ...(medicationName ? [medicationName] : [])]
    .filter((phrase) => phrase.trim().length > 2)
    .sort((one, other) => other.length - one.length)
  const utterances = voiceCall?.utterances.edges.map(({ node }) => node) ?? []
  if (utterances.length > 0) {
    return (
      <ol className="transcript">
        {utterances.map(({ id, speaker, text }) => (
          <li key={id}>
            <strong>{words(speaker)}</strong> <Marked text={text} phrases={phrases} />
          </li>
        ))}
      </ol>
    )
  }
  const text = chatMessage?.content ?? voiceCall?.transcript ?? eventDescription
  return (
    <blockquote>
      <Marked text={text} phrases={phrases} />
    </blockquote>
  )
}
