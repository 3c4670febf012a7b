const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Where the segmenter sees an end that is none: abbreviations and initials. */
const noEnd = /(?:\b(?:Dr|Mr|Mrs|Ms|St|vs|approx|Fig|etc|incl|Inc|Ltd|Jr|Sr|tel|ext|max|min)|\b[a-z]\.[a-z]|\bU\.S|^[A-Z]|[\s(][A-Z])\.\s*$/

/** Longer than what `noEnd` reads at a sentence's end. */
const tail = 24

/** The sentences of a line as they stand in it, in order. Longer than most texts without stops is cut nowhere: it is one sentence. */
export function sentencesIn(line: string): string[] {
  const sentences: { start: number; end: number }[] = []
  for (const { segment, index } of segmenter.segment(line)) {
    const before = sentences.at(-1)
    const goesOn =
      before && (noEnd.test(line.slice(Math.max(before.start, before.end - tail), before.end)) || /^[\p{Ll}%°)]/u.test(segment))
    if (before && goesOn) before.end = index + segment.length
    else sentences.push({ start: index, end: index + segment.length })
  }
  return sentences.map(({ start, end }) => line.slice(start, end).trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}
