const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Harmonic mean of the shares of words that two texts have in common, each word as often as it stands. */
export function tokenF1(text: string, reference: string): number {
  const [one, other] = [words(text), words(reference)]
  const left = new Map<string, number>()
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1)
  const common = one.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  }).length
  return common === 0 ? 0 : (2 * common) / (one.length + other.length)
}

/** The longest common subsequence of words, as a share of the reference's. An answer of 90 words has little of one of 500. */
export function rougeLRecall(text: string, reference: string): number {
  const [one, other] = [words(text), words(reference)]
  let before = new Array<number>(other.length + 1).fill(0)
  for (const word of one) {
    const next = [0]
    for (const [at, candidate] of other.entries())
      next.push(word === candidate ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, next[at] ?? 0))
    before = next
  }
  return other.length === 0 ? 0 : (before[other.length] ?? 0) / other.length
}
