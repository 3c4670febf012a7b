import { turnsOf } from '../../parts/turns.ts'
import { words } from '../../ui/pill.tsx'

/** What was said, as the platform reported it after the call. */
export const ReportTranscript = ({ transcript }: { transcript: string }) => (
  <ol className="transcript">
    {turnsOf(transcript).map(({ speaker, text }, at) => (
      <li key={at} className={`entry entry-${/^(caller|user|patient|member)$/i.test(speaker) ? 'caller' : 'agent'}`}>
        <div className="entry-head">
          <strong>{words(speaker)}</strong>
        </div>
        <p className="prose">{text}</p>
      </li>
    ))}
  </ol>
)
