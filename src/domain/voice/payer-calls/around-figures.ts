import type { SaidTurn } from './said-figures.ts'

/** Words looked at before and after a figure, as far as the next one. */
const reach = 7

/** What is said around one figure of a turn. */
export interface AroundFigure {
  before: string
  after: string
  /** Whether the next figure follows directly on `after`. */
  isNumberNext: boolean
}

/** The words around each place where a turn states a value. */
export function aroundFigures(turn: SaidTurn, value: number): AroundFigure[] {
  const text = (from: number, to: number) =>
    turn.words
      .slice(Math.max(0, from), to)
      .map((word) => word.text)
      .join(' ')
  // "Met" is a figure of its own, where it says that all is.
  const numbers = turn.figures.filter(({ kind }) => kind !== 'full')
  return numbers
    .filter(({ large, small }) => large === value || small === value)
    .map(({ from, to }) => {
      const earlier = numbers.findLast((one) => one.to <= from)?.to ?? 0
      const later = numbers.find((one) => one.from >= to)?.from ?? turn.words.length
      return {
        before: text(Math.max(earlier, from - reach), from),
        after: text(to, Math.min(later, to + reach)),
        isNumberNext: later < turn.words.length && later <= to + reach,
      }
    })
}
