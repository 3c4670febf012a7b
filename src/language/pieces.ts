const length = 2_000
const overlap = 300

/**
 * A long text in pieces of at most 2,000 UTF-16 units, cut between words where it can be. They overlap, so that no sentence is lost between
 * two; each is read in a turn of its own.
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + length
    // Between two words where there is a space nearby.
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1
    const stop = space > start + length / 2 ? space : end
    pieces.push(text.slice(start, stop))
    start = stop >= text.length ? stop : stop - overlap
  }
  return pieces
}
