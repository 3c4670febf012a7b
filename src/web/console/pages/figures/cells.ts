import type { Cell } from './csv.ts'

/** A share of 0 to 1 on an axis. */
export const asPercent = (value: number) => `${Math.round(value * 100)}`
/** A share of 0 to 1 in a table. */
export const percent = (cell: Cell) => (typeof cell === 'number' ? `${(cell * 100).toFixed(1)}%` : '–')
/** A measure in a table. */
export const asScore = (cell: Cell) => (typeof cell === 'number' ? cell.toFixed(1) : '–')
