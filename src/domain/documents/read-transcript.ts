import * as captions from 'media-captions'
import { UnreadableSource } from './document.ts'
import { plainLine } from './plain-text.ts'

// Its declarations do not resolve under Node's rules; this is the part in use.
const { parseText } = captions as unknown as {
  parseText(text: string, options: { type: 'vtt' | 'srt' }): Promise<{ cues: { startTime: number; endTime: number; text: string }[] }>
}

/** What one speaker says in one cue; times in seconds. */
export interface Utterance {
  start: number
  end: number
  speaker: string | null
  text: string
}

/** Reads WebVTT or SRT. Cues come in order of time; how many could not be used is told. */
export async function readTranscript(text: string, format: 'vtt' | 'srt'): Promise<{ utterances: Utterance[]; unreadable: number }> {
  const told = text.match(/^.*-->.*$/gm)?.length ?? 0
  if (told === 0) throw new UnreadableSource('It has no cues (lines such as 00:01.000 --> 00:04.000).')
  const { cues } = await parseText(text.replace(/\r\n?/g, '\n'), { type: format }).catch(() => ({ cues: [] }))
  const usable = cues
    .map(({ startTime, endTime, text: cue }) => ({ start: startTime, end: endTime, text: cue }))
    .filter(
      ({ start, end, text: cue }) => Number.isFinite(start) && start >= 0 && Number.isFinite(end) && end > start && plainLine(cue) !== '',
    )
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
  const utterances = withoutRepeats(usable).flatMap(speeches)
  if (utterances.length === 0) throw new UnreadableSource('None of its cues could be read: their times or texts are wrong.')
  return { utterances, unreadable: Math.max(0, told - usable.length) }
}

interface Cue {
  start: number
  end: number
  text: string
}

/** Live captions roll: a cue repeats the last line of the one before it, and a blink of a cue stands between them. */
function withoutRepeats(cues: Cue[]): Cue[] {
  let before: string | undefined
  return cues.map((cue) => {
    const lines = cue.text.split('\n')
    const rolls = (lines.length > 1 || cue.end - cue.start < 0.1) && plainLine(lines[0] ?? '') === before
    before = plainLine(lines.at(-1) ?? '')
    return { ...cue, text: lines.slice(rolls ? 1 : 0).join('\n') }
  })
}

function speeches({ start, end, text }: Cue): Utterance[] {
  const parts = text.split(/<v(?:\.[^\s>]*)?[ \t]+([^>]*)>/g)
  const found: Utterance[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const spoken = plainLine(entities((parts[index] ?? '').replace(/<[^>\n]*>/g, '')))
    const speaker = index === 0 ? null : plainLine(entities(parts[index - 1] ?? '')).slice(0, 60) || null
    if (spoken !== '') found.push({ start, end, speaker, text: spoken })
  }
  return found
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'", lrm: '', rlm: '' }

function entities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : undefined
    if (code === undefined) return named[name.toLowerCase()] ?? whole
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
