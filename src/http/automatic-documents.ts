/** Characters that the kept documents may have together, and one of them. */
const most = { together: 4_000_000, each: 50_000 }

/**
 * Documents that clients sent with their hash (Apollo's automatic persisted queries): this instance's, and those asked for last.
 * A client whose document is gone sends it again.
 */
export function createAutomaticDocuments() {
  const kept = new Map<string, string>()
  let characters = 0

  function forget(id: string) {
    characters -= kept.get(id)?.length ?? 0
    kept.delete(id)
  }

  return {
    textOf(id: string): string | undefined {
      const text = kept.get(id)
      if (text === undefined) return undefined
      kept.delete(id)
      kept.set(id, text)
      return text
    },
    keep(id: string, text: string): void {
      if (text.length > most.each) return
      forget(id)
      kept.set(id, text)
      characters += text.length
      for (const oldest of kept.keys()) {
        if (characters <= most.together) return
        forget(oldest)
      }
    },
  }
}
