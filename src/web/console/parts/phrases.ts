const escaped = (phrase: string) =>
  phrase
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')

/** A single word stands for its other forms, too: who names "itching" means "it itches" as well. */
function formsOf(phrase: string): string {
  const stem = /^(\p{L}{4,}?)(?:ing|es|ed|s|e)?$/iu.exec(phrase.trim())?.[1]
  return stem ? `(?<!\\p{L})${stem}(?:ing|es|ed|s|e)?(?!\\p{L})` : escaped(phrase)
}

/** Finds any of the phrases, in one group, the longest first; none where there are none. */
export function patternOf(phrases: readonly string[]): RegExp | undefined {
  const longestFirst = phrases.filter((phrase) => phrase.trim() !== '').toSorted((one, other) => other.length - one.length)
  return longestFirst.length === 0 ? undefined : new RegExp(`(${longestFirst.map(formsOf).join('|')})`, 'giu')
}
