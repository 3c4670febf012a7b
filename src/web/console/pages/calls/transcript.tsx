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

/** What was said and done, in order. It is no live region: `Announcer` says what is new, once. */
export function Transcript({ activities }: { activities: readonly Activity[] }) {
  return (
    <ol className="transcript">
      {activities.map((one) => (
        <Entry key={`${one.__typename} ${one.id}`} one={one} />
      ))}
    </ol>
  )
}
