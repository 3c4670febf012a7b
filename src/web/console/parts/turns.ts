/** The lines of a transcript that a platform reported: `Caller: I have a rash`. A line without a speaker goes on with the one before. */
export function turnsOf(transcript: string) {
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
