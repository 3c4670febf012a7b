import { useEffect, useRef } from 'react'
import { words } from '../../ui/pill.tsx'
import './transcript.css'
import type { CallUtteranceFragment } from '../../generated/documents.ts'
import { clock } from '../../parts/formats.ts'
import { Invocation } from './invocation.tsx'
import { type Activity, when } from './use-call.ts'

export const speakerName = (speaker: string) => (speaker === 'user' ? 'Caller' : words(speaker))

/** What the words told beside themselves; a neutral mood says nothing. */
function Insights({ utterance: { topics, medications, emotionalState } }: { utterance: CallUtteranceFragment }) {
  const moods = emotionalState === 'neutral' ? [] : [emotionalState]
  if (topics.length + medications.length + moods.length === 0) return null
  return (
    <ul className="chips" aria-label="Insights">
      {medications.map((name) => (
        <li key={`medication ${name}`} className="chip chip-accent">
          {name}
        </li>
      ))}
      {topics.map((topic) => (
        <li key={`topic ${topic}`} className="chip">
          {words(topic)}
        </li>
      ))}
      {moods.map((mood) => (
        <li key={`mood ${mood}`} className="chip">
          Sounds {mood}
        </li>
      ))}
    </ul>
  )
}

function Entry({ one }: { one: Activity }) {
  const time = (
    <time className="quiet" dateTime={when(one)}>
      {clock(when(one))}
    </time>
  )
  if (one.__typename === 'FunctionInvocation') {
    return (
      <li className="entry entry-function">
        <Invocation invocation={one}>{time}</Invocation>
      </li>
    )
  }
  return (
    <li className={`entry entry-${one.speaker === 'user' ? 'caller' : 'agent'}`}>
      <div className="entry-head">
        <strong>{speakerName(one.speaker)}</strong> {time}
      </div>
      <p>{one.text}</p>
      <Insights utterance={one} />
    </li>
  )
}

/** Keeps the end of a live call in sight as the page grows or the window shrinks: whoever has scrolled back is left there. */
function useEndInSight(isLive: boolean) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isLive) return undefined
    let isInSight = true
    const sight = new IntersectionObserver(([entry]) => {
      isInSight = entry?.isIntersecting ?? true
    })
    // A frame tells of sizes before it tells of what is in sight: what grows never counts as scrolling back.
    const sizes = new ResizeObserver(() => {
      if (isInSight) end.current?.scrollIntoView({ block: 'nearest' })
    })
    if (end.current) sight.observe(end.current)
    for (let around = end.current?.parentElement; around; around = around.parentElement) sizes.observe(around)
    return () => {
      sight.disconnect()
      sizes.disconnect()
    }
  }, [isLive])
  return end
}

/** What was said and done, in order. It is no live region: `Announcer` says what is new, once. */
export function Transcript({ activities, isLive = false }: { activities: readonly Activity[]; isLive?: boolean }) {
  const end = useEndInSight(isLive)
  return (
    <ol className="transcript">
      {activities.map((one) => (
        <Entry key={`${one.__typename} ${one.id}`} one={one} />
      ))}
      <li ref={end} className="transcript-end" aria-hidden="true" />
    </ol>
  )
}
