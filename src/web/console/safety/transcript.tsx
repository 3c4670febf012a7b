import { useEffect } from 'react'
import { type SafetyCaseQuery, SafetyUtterancesDocument } from '../generated/documents.ts'
import { Marked } from '../parts/marked.tsx'
import { patternOf } from '../parts/phrases.ts'
import { turnsOf } from '../parts/turns.ts'
import { noPage, usePages } from '../shell/use-pages.ts'
import { words } from '../ui/pill.tsx'
import { Listed } from '../ui/states.tsx'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>

/** What was said, with the words that the case rests on: the report's own, its symptoms and its medicine. */
export function Transcript({ of: { voiceCall, chatMessage, symptoms, medicationName, eventDescription } }: { of: SafetyCase }) {
  const phrases = [eventDescription, ...symptoms, ...(medicationName ? [medicationName] : [])].filter((phrase) => phrase.trim().length > 2)
  const reported = chatMessage ? null : voiceCall?.transcript
  const written = reported ? (
    <ol className="transcript">
      {turnsOf(reported).map(({ speaker, text }, at) => (
        <li key={at}>
          <strong>{words(speaker)}</strong>
          <p>
            <Marked text={text} phrases={phrases} />
          </p>
        </li>
      ))}
    </ol>
  ) : (
    <blockquote>
      <Marked text={chatMessage?.content ?? eventDescription} phrases={phrases} />
    </blockquote>
  )
  return voiceCall && !chatMessage ? <Spoken callId={voiceCall.id} phrases={phrases} otherwise={written} /> : written
}

interface SpokenProps {
  callId: number
  phrases: string[]
  /** Of a call whose words came only with its report. */
  otherwise: React.ReactNode
}

function Spoken({ callId, phrases, otherwise }: SpokenProps) {
  const pages = usePages(SafetyUtterancesDocument, { callId }, ({ voiceCall }) => voiceCall?.utterances ?? noPage)
  const { nodes, hasMore, loading, error, more } = pages
  const pattern = patternOf(phrases)
  const rests = pattern === undefined || nodes.some(({ text }) => text.search(pattern) >= 0)
  // A long call is read on until the words are there.
  useEffect(() => {
    if (!rests && hasMore && !loading && !error) more()
  }, [rests, hasMore, loading, error, more])
  return (
    <Listed pages={pages} empty={otherwise}>
      <ol className="transcript">
        {nodes.map(({ id, speaker, text }) => (
          <li key={id}>
            <strong>{speaker === 'user' ? 'Caller' : words(speaker)}</strong>
            <p>
              <Marked text={text} phrases={phrases} />
            </p>
          </li>
        ))}
      </ol>
    </Listed>
  )
}
