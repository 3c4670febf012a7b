const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Every word one edit away: a letter less, more or other, or two neighbours swapped. About 54 for each letter. */
export function oneEditAway(word: string): string[] {
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
