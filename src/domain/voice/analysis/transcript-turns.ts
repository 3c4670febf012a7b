import { type Turn, unknownSpeaker } from '../../../language/dialogue.ts'
import { labelled, oneLineOfTurns } from './speaker-labels.ts'
import { turnsOfJson } from './transcript-json.ts'

/** Turns that nobody spoke: a tool's result, a note of what the agent did. */
const unspoken = new Set(['tool', 'tools', 'function', 'tool_call', 'tool_calls', 'tool_result', 'agent-action', 'agent_action'])

/**
 * The turns of a transcript as voice platforms write them: lines such as `AI: …`, `user: …`, `[00:01] Caller: …`,
 * `Patient (0:05): …`, `Speaker 1: …`, a JSON array of `{ role, content | message | text }`, or plain text, which is one
 * turn of an unknown speaker. A line without a label continues the turn. Never throws; takes linear time.
 */
export function turnsOf(transcript: string): Turn[] {
  const turns = (turnsOfJson(transcript) ?? turnsOfText(transcript)).map(({ speaker, text }) => ({
    speaker: speaker.trim() || unknownSpeaker,
    text: text.trim(),
  }))
  return turns.filter(({ speaker, text }) => text !== '' && !unspoken.has(speaker.toLowerCase()))
}

function turnsOfText(transcript: string): Turn[] {
  const written = transcript.includes('\n') ? transcript : transcript.replace(/\\r?\\n|\\n/gu, '\n')
  const lines = written.split(/\r\n?|\n/u).map((line) => line.trim())
  const turns: { speaker: string; lines: string[] }[] = []
  for (const { speaker, text } of oneLineOfTurns(lines) ?? labelled(lines)) {
    const last = turns.at(-1)
    if (speaker !== undefined || !last) turns.push({ speaker: speaker ?? unknownSpeaker, lines: [text] })
    else last.lines.push(text)
  }
  return turns.map(({ speaker, lines: said }) => ({ speaker, text: said.join('\n') }))
}
