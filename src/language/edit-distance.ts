/** Edits between two words: a letter more, less or other, or two neighbours swapped (optimal string alignment). */
export function editDistance(one: string, two: string): number {
  let before: number[] = []
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const current = [i]
    for (let j = 1; j <= two.length; j++) {
      const same = one[i - 1] === two[j - 1]
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      current.push(best)
    }
    before = previous
    previous = current
  }
  return previous[two.length] ?? 0
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Longer ones are no words with a letter wrong; what is one edit away from them takes memory by the square of their length. */
const longestWord = 32

/** Every word one edit away: a letter less, more or other, or two neighbours swapped. About 54 for each letter; none for endless words. */
export function oneEditAway(word: string): string[] {
  if (word.length > longestWord) return []
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
  return [
    ...new Set(
      cuts.flatMap(([before, after]) => [
        ...(after === '' ? [] : [before + after.slice(1)]),
        ...(after.length < 2 ? [] : [before + after[1] + after[0] + after.slice(2)]),
        ...letters.flatMap((letter) => [before + letter + after, ...(after === '' ? [] : [before + letter + after.slice(1)])]),
      ]),
    ),
  ]
}
