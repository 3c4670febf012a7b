/**
 * What stands between a set and the code that it measures: `regression` sets are those that rules were mended against, so they
 * guard and prove no quality; `tuning` chose values; `held out` taught and tuned nothing; `blind` was scored once (eval/blind).
 */
export type Kind = 'regression' | 'tuning' | 'held out' | 'blind'

/** One reader's figures on one set. */
export interface Measured {
  set: string
  kind: Kind
  count: number
  figures: string
  /** The rows that came out wrong, where each row of the set is guarded. */
  wrong?: string[]
  /** Shares that may not fall, where single rows are not guarded. */
  shares?: Record<string, number>
}

/** The data is not on this machine. */
export interface Missing {
  set: string
  kind: Kind
  missing: true
}

export type Result = Measured | Missing

export const missing = (set: string, kind: Kind): Missing => ({ set, kind, missing: true })

/** A set of which each row is right or wrong. */
export function rowByRow<Row>(
  set: string,
  kind: Kind,
  rows: readonly Row[],
  label: (row: Row) => string,
  isRight: (row: Row) => boolean,
  more = '',
): Measured {
  const wrong = rows.filter((row) => !isRight(row)).map(label)
  return { set, kind, count: rows.length, figures: `${rows.length - wrong.length} of ${rows.length} right${more}`, wrong }
}

/** Precision, recall and F1 of a detector. */
export function detected(set: string, kind: Kind, rows: readonly { is: boolean; found: boolean }[]): Measured {
  const hits = rows.filter(({ is, found }) => is && found).length
  const precision = hits / Math.max(1, rows.filter(({ found }) => found).length)
  const recall = hits / Math.max(1, rows.filter(({ is }) => is).length)
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  const [p, r, f] = [precision, recall, f1].map((value) => value.toFixed(3))
  return { set, kind, count: rows.length, figures: `precision ${p}, recall ${r}, F1 ${f}`, shares: { precision, recall } }
}
