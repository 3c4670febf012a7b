import type { SourceMetadata } from './document.ts'
import { wordCount } from './plain-text.ts'
import type { Utterance } from './read-transcript.ts'
import { splitLines } from './split-text.ts'

/** A stretch of a video; times in seconds as the cues have them. */
export interface VideoPiece {
  header: string | null
  content: string
  start: number
  end: number
}

const fewWords = 120
const manyWords = 200
/** Silence, in seconds, at which a thought is taken to end. */
const pause = 1.5

/** Cuts at chapters, then into pieces of 120 to 200 words where a sentence, a turn or a silence ends one. */
export function cutTranscript(utterances: Utterance[], chapters: SourceMetadata['chapters']): VideoPiece[] {
  const inOrder = (chapters ?? []).toSorted((one, other) => one.start - other.start)
  const named = utterances.some(({ speaker }) => speaker !== null)
  const pieces: { chapter: string | null; utterances: Utterance[]; words: number }[] = []
  for (const utterance of utterances.flatMap(shortened)) {
    const chapter = inOrder.findLast(({ start }) => start <= utterance.start)?.title ?? null
    const piece = pieces.at(-1)
    const last = piece?.utterances.at(-1)
    const words = wordCount(utterance.text)
    const full = piece && (piece.words + words > manyWords + 40 || (piece.words >= fewWords && last && endsThought(last, utterance)))
    if (!piece || !last || piece.chapter !== chapter || full) pieces.push({ chapter, utterances: [utterance], words })
    else {
      piece.utterances.push(utterance)
      piece.words += words
    }
  }
  return joinShortTails(pieces).map((piece) => ({
    header: piece.chapter,
    content: spoken(piece.utterances, named),
    start: Math.min(...piece.utterances.map(({ start }) => start)),
    end: Math.max(...piece.utterances.map(({ end }) => end)),
  }))
}

function endsThought(last: Utterance, next: Utterance): boolean {
  return /[.!?…]["'”’)]*$/.test(last.text) || next.start - last.end > pause || last.speaker !== next.speaker
}

/** A speech too long for one piece is cut at its sentences; its time is shared out by words. */
function shortened(utterance: Utterance): Utterance[] {
  if (wordCount(utterance.text) <= manyWords) return [utterance]
  const parts = splitLines([{ text: utterance.text }]).map((lines) => lines.map(({ text }) => text).join(' '))
  const letters = parts.reduce((total, part) => total + part.length, 0)
  const lasts = utterance.end - utterance.start
  let from = utterance.start
  return parts.map((text) => {
    const start = from
    from += (lasts * text.length) / letters
    return { ...utterance, text, start, end: from }
  })
}

function joinShortTails<Piece extends { chapter: string | null; utterances: Utterance[]; words: number }>(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before && before.chapter === piece.chapter && piece.words < 40 && before.words + piece.words <= manyWords + 80) {
      before.utterances.push(...piece.utterances)
      before.words += piece.words
    } else joined.push(piece)
  }
  return joined
}

/** One line a turn, with the speaker's name where the cues have names. */
function spoken(utterances: Utterance[], named: boolean): string {
  let speaker: string | null | undefined
  let text = ''
  for (const utterance of utterances) {
    const turn = named && utterance.speaker !== speaker
    const name = turn && utterance.speaker !== null ? `${utterance.speaker}: ` : ''
    text += text === '' ? `${name}${utterance.text}` : `${turn ? '\n' : ' '}${name}${utterance.text}`
    speaker = utterance.speaker
  }
  return text
}
