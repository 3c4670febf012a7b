/** How many texts are remembered, the characters of the longest, and of all together. */
interface Bounds {
  texts: number
  characters: number
  all: number
}

/** A document's tree takes some forty times its text. */
const most: Bounds = { texts: 200, characters: 4_000, all: 800_000 }

/**
 * A function that keeps what it found for the texts asked for last. The callers share what it returns.
 * @param textOf all that the value depends on, where the function is of something else
 */
export function remembered<T, Of = string>(compute: (of: Of) => T, bounds = most, textOf: (of: Of) => string = String): (of: Of) => T {
  const kept = new Map<string, T>()
  let characters = 0
  return (of) => {
    const text = textOf(of)
    if (text.length > bounds.characters) return compute(of)
    const value = kept.has(text) ? (kept.get(text) as T) : compute(of)
    if (!kept.delete(text)) characters += text.length
    kept.set(text, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= bounds.texts && characters <= bounds.all) break
      kept.delete(oldest)
      characters -= oldest.length
    }
    return value
  }
}
