import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { wordClasses } from '../../safety/word-classes.ts'

const find = patternFinder(readPatterns(new URL('ordered-pauses.tsv', import.meta.url)), { classes: wordClasses })

/** Whoever ordered a pause and the pause stand so near, in words. */
const near = 9

/**
 * Whether a message tells of a pause that a clinician ordered and asks how it ends: told in one sentence and asked in another, it is the
 * same pause. Linear in its length.
 */
export function asksToEndPause(words: readonly string[]): boolean {
  const found = find(words)
  const of = (kind: string) => found.filter(({ value }) => value === kind)
  const others = of('other')
  const pauses = of('pause').filter(({ from, to }) => !others.some((other) => other.from < to && other.to > from))
  const writers = of('writer')
  const orderers = of('orderer').filter(({ from, to }) => !writers.some((writer) => writer.from <= from && writer.to >= to))
  if (pauses.length === 0 || orderers.length === 0 || of('ask').length === 0) return false
  // Both are in order of their place.
  let at = 0
  for (const { from, to } of pauses) {
    while (at < orderers.length && (orderers[at]?.to ?? 0) + near < from) at++
    const orderer = orderers[at]
    if (orderer && orderer.from <= to + near) return true
  }
  return false
}
