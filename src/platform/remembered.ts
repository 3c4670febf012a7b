/** Texts that one function remembers, and the characters of the longest: a document's tree takes some forty times its text. */
const most = { texts: 200, characters: 4_000 }

/** A function of a text that keeps what it found for the texts asked for last. The callers share what it returns. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    if (text.length > most.characters) return compute(text)
    const value = kept.has(text) ? (kept.get(text) as T) : compute(text)
    kept.delete(text)
    kept.set(text, value)
    const oldest = kept.size > most.texts ? kept.keys().next() : undefined
    if (oldest && !oldest.done) kept.delete(oldest.value)
    return value
  }
}
