/** A document's tree takes some forty times its text. */
const most = { texts: 200, characters: 4_000 }

/**
 * A function that keeps what it found for the texts asked for last. The callers share what it returns.
 * @param bounds how many texts are remembered, and the characters of the longest
 * @param textOf all that the value depends on, where the function is of something else
 */
export function remembered<T, Of = string>(compute: (of: Of) => T, bounds = most, textOf: (of: Of) => string = String): (of: Of) => T {
  const kept = new Map<string, T>()
  return (of) => {
    const text = textOf(of)
    if (text.length > bounds.characters) return compute(of)
    const value = kept.has(text) ? (kept.get(text) as T) : compute(of)
    kept.delete(text)
    kept.set(text, value)
    const oldest = kept.size > bounds.texts ? kept.keys().next() : undefined
    if (oldest && !oldest.done) kept.delete(oldest.value)
    return value
  }
}
