import { speakerName } from './transcript.tsx'
import type { Activity } from './use-call.ts'

/** Says to screen readers what has just come, and nothing that was there before. */
export function Announcer({ live }: { live: readonly Activity[] }) {
  return (
    <div className="unseen" role="log" aria-label="New in the call">
      {live.slice(-20).map((one) => (
        <p key={`${one.__typename} ${one.id}`}>
          {one.__typename === 'Utterance' ? `${speakerName(one.speaker)}: ${one.text}` : `Function ${one.functionName}: ${one.outcome}`}
        </p>
      ))}
    </div>
  )
}
