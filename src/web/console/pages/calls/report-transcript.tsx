import { words } from '../../ui/pill.tsx'

/** The lines of a transcript that a platform reported: `Caller: I have a rash`. A line without a speaker goes on with the one before. */
function turnsOf(transcript: string) {
  const turns: { speaker: string; text: string }[] = []
  for (const line of transcript.split('\n').filter((line) => line.trim() !== '')) {
    const [, speaker, text] = /^\s*([\p{L}_ -]{1,30}):\s*(.*)$/u.exec(line) ?? []
    const last = turns.at(-1)
    if (speaker !== undefined) turns.push({ speaker, text: text ?? '' })
    else if (last) last.text += `\n${line}`
    else turns.push({ speaker: 'Transcript', text: line })
  }
  return turns
}

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
