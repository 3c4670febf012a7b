import { createHash } from 'node:crypto'

/** What a model made of a question: which of its sources it used, and its words. */
export interface KeptAnswer {
  /** Their places among those that it was given. */
  used: number[]
  text: string
}

/** Answers kept at once; those that were not asked for longest go first. */
const most = 500

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

/**
 * Whole answers of a model to questions that need no history, for whoever asks the same of the same sources: no tokens, and no wait. In
 * this process alone, under hashes; an answer is guarded anew each time. @param forMs 0 keeps none
 */
export function createKeptAnswers(forMs: number) {
  const kept = new Map<string, KeptAnswer & { until: number }>()
  const keyOf = (asked: readonly string[]) => createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  return {
    /** @param asked all that the answer depends on */
    find(asked: readonly string[]): KeptAnswer | undefined {
      if (kept.size === 0) return undefined
      const key = keyOf(asked)
      const found = kept.get(key)
      if (!found || found.until <= Date.now()) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    keep(asked: readonly string[], answer: KeptAnswer): void {
      if (forMs === 0) return
      const [oldest] = kept.keys()
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
      kept.set(keyOf(asked), { ...answer, until: Date.now() + forMs })
    },
  }
}

/** Hands over the text of tokens that were all taken. */
export async function* whole(tokens: AsyncIterable<string>, take?: (text: string) => void): AsyncGenerator<string> {
  let text = ''
  for await (const token of tokens) {
    text += token
    yield token
  }
  if (text !== '') take?.(text)
}
