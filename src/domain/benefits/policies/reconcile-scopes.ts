import type { PolicyStatement } from './policy-statement.ts'

const kindOf = ({ thing }: PolicyStatement): string | undefined => (thing === 'note' ? undefined : Object.keys(thing)[0])

/**
 * What the words of a line say, without what they were taken to say of a drug that the line does not name where its place gives the
 * same to others: "You also need to have tried Dupixent" under a question on Rinvoq is not said of the drug before it.
 */
export function reconciled(words: readonly PolicyStatement[], structure: readonly PolicyStatement[], text: string): PolicyStatement[] {
  return words.filter((one) => {
    const { of } = one
    if (of === null || text.toLowerCase().includes(of.written.toLowerCase())) return true
    const others = structure.filter((other) => kindOf(other) === kindOf(one))
    return others.length === 0 || others.some((other) => other.of?.ingredient === of.ingredient)
  })
}
