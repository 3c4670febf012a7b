const connectives = new Set(['and', 'with'])

/** What a name is kept under: its letters and digits in a row, so that a name with a hyphen, a space or neither is one. */
export const keyOf = (words: readonly string[]): string => words.filter((word) => !connectives.has(word)).join('')
