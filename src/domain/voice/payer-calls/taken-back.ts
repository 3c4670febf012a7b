import type { SaidFigure, SaidTurn } from './said-figures.ts'

/** What names an amount: a figure behind one of these is another amount, and no correction of the last. */
const naming: ReadonlySet<string> = new Set(['benefit', 'scope', 'service', 'measure', 'share'])
/** "Sixty, sorry, a thousand for the family": behind the second figure these name what it is of. */
const namingAfter: ReadonlySet<string> = new Set(['scope', 'measure'])
/** A correction is said in one breath: "no wait, that's the old plan year, it's thirty-five hundred". */
const longestBreath = 12

const isAmount = ({ kind }: SaidFigure) => kind !== 'none' && kind !== 'full' && kind !== 'zero'

type Said = Pick<SaidTurn, 'words' | 'labels' | 'sentences' | 'figures'>

/**
 * The figures of a turn without those that the speaker takes back, and its labels without what was said of them: of "sixty, no, sixty-five"
 * only the second is stated.
 */
export function withoutTakenBack(turn: Said): Pick<SaidTurn, 'figures' | 'labels'> {
  const takenBack = turn.figures.flatMap((figure, index) => {
    const next = turn.figures[index + 1]
    return next && isTakenBack(turn, figure, next) ? [{ figure, until: next.from }] : []
  })
  return {
    figures: turn.figures.filter((one) => !takenBack.some(({ figure }) => figure === one)),
    labels: turn.labels.filter(({ from, to }) => !takenBack.some(({ figure, until }) => from >= figure.to && to <= until)),
  }
}

function isTakenBack(
  { words, labels, sentences }: Omit<SaidTurn, 'isOurs' | 'text' | 'figures' | 'reply'>,
  one: SaidFigure,
  other: SaidFigure,
) {
  if (!isAmount(one) || !isAmount(other) || (one.kind === 'percent') !== (other.kind === 'percent')) return false
  if (other.from - one.to > longestBreath) return false
  const between = labels.filter(({ from, to }) => from >= one.to && to <= other.from)
  const corrects = between.some(({ kind }) => kind === 'correction') || words[one.to]?.text === 'no'
  if (!corrects || between.some(({ kind }) => naming.has(kind))) return false
  const end = sentences.find(({ from, to }) => other.from >= from && other.from < to)?.to ?? other.to
  return !labels.some(({ kind, from }) => namingAfter.has(kind) && from >= other.to && from < end)
}
