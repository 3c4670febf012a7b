import { saysDose } from './medicine-figure.ts'
import type { Passage } from './passages.ts'
import type { ScoredItem } from './score-passages.ts'

/** Beyond so many words an answer is not read; a list or table that cannot be parted may alone be longer. */
const mostWords = 120
const mostPassages = 6
/** Up to so many words the neighbours of what is chosen are quoted with it: a paragraph reads better than its sentences. */
const widenedTo = 120
/** Another sentence is as good as said if it scores this part of the best one. */
const nearlyAsGood = 0.72
/** What a sentence gains that says what those before it leave open. */
const newWorth = 0.8
/** Sentences are understood through so many before them; where that is not enough they are not quoted. */
const deepest = 3
/** Of a very long section only the best so many are weighed against each other. */
const mostWeighed = 100

/** The numbers of a passage and of all without which it would say less, or more, than it does in its place; none: not quotable. */
function withContext({ passages, allowed }: ScoredItem, index: number): number[] | undefined {
  const chosen = new Set<number>()
  const waiting = [index]
  while (waiting.length > 0) {
    const at = waiting.pop() as number
    if (chosen.has(at)) continue
    const passage = passages[at]
    if (!passage || chosen.size > deepest || !(allowed(at) || (passage.onlyLead && at !== index))) return undefined
    chosen.add(at)
    waiting.push(...passage.needs)
    if (passage.limitedByNext && at + 1 < passages.length) waiting.push(at + 1)
  }
  return [...chosen].sort((one, other) => one - other)
}

const wordsOf = (passages: readonly Passage[], indexes: Iterable<number>) =>
  [...indexes].reduce((sum, at) => sum + (passages[at]?.words ?? 0), 0)

/**
 * The numbers of the passages of one section that answer best, in its order; none where nothing of it can be quoted.
 * @param room words that may still be said
 */
export function choosePassages(scored: ScoredItem, room = mostWords): { indexes: number[]; best: number } {
  const { passages, scores, gain } = scored
  const chosen = new Set<number>()
  const byScore = [...passages.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  const left = new Set(byScore.slice(0, mostWeighed).sort((one, other) => one - other))
  let best = 0
  while (left.size > 0) {
    const worth = (index: number) => (scores[index] ?? 0) + (chosen.size > 0 ? newWorth * gain(index, chosen) : 0)
    const index = [...left].reduce((one, other) => (worth(other) > worth(one) ? other : one))
    if (chosen.size > 0 && worth(index) < best * nearlyAsGood) break
    left.delete(index)
    const group = chosen.has(index) ? undefined : withContext(scored, index)
    if (!group) continue
    const together = new Set([...chosen, ...group])
    const words = wordsOf(passages, together)
    if (chosen.size > 0 ? words > room || together.size > mostPassages : room < mostWords && words > room) continue
    if (chosen.size === 0) best = scores[index] ?? 0
    for (const at of group) chosen.add(at)
  }
  fillGaps(scored, chosen, room)
  widen(scored, chosen, Math.min(room, widenedTo))
  return { indexes: [...chosen].sort((one, other) => one - other), best }
}

/** Adds the neighbours of what is chosen, the best first; a dose only from the paragraph that is quoted. */
function widen(scored: ScoredItem, chosen: Set<number>, room: number): void {
  const { passages, scores } = scored
  const lines = new Set([...chosen].map((at) => passages[at]?.line))
  const tried = new Set(chosen)
  for (;;) {
    const beside = [...chosen].flatMap((at) => [at - 1, at + 1]).filter((at) => at >= 0 && at < passages.length && !tried.has(at))
    if (beside.length === 0) return
    const next = beside.reduce((one, other) => ((scores[other] ?? 0) > (scores[one] ?? 0) ? other : one))
    tried.add(next)
    const group = withContext(scored, next)
    const isDose = (at: number) => !lines.has(passages[at]?.line) && saysDose(passages[at]?.parts.join('\n') ?? '')
    if (!group || group.some((at) => !chosen.has(at) && isDose(at))) continue
    const together = new Set([...chosen, ...group])
    if (wordsOf(passages, together) <= room) for (const at of group) chosen.add(at)
  }
}

/** "Call your doctor." between two sentences of its paragraph that are quoted: left out, the third would speak of nobody. */
function fillGaps(scored: ScoredItem, chosen: Set<number>, room: number): void {
  const { passages } = scored
  for (const at of [...chosen]) {
    const [between, after] = [passages[at + 1], passages[at + 2]]
    if (
      !between ||
      !after ||
      chosen.has(at + 1) ||
      !chosen.has(at + 2) ||
      between.line !== passages[at]?.line ||
      after.line !== between.line
    )
      continue
    const group = new Set([...chosen, ...(withContext(scored, at + 1) ?? [])])
    if (group.has(at + 1) && group.size <= mostPassages && wordsOf(passages, group) <= room) for (const one of group) chosen.add(one)
  }
}
