import { calendarDay } from '../../parts/formats.ts'
import type { Cell } from '../../parts/save-file.ts'

/** The column of days: as people write them; in the file they stay `2026-11-23`. */
export const dayColumn = { name: 'Day', shown: (cell: Cell) => calendarDay(String(cell)) }

/** A share of 0 to 1 on an axis. */
export const asPercent = (value: number) => `${Math.round(value * 100)}`
/** A share of 0 to 1 in a table. */
export const percent = (cell: Cell) => (typeof cell === 'number' ? `${(cell * 100).toFixed(1)}%` : '–')
/** A measure in a table. */
export const asScore = (cell: Cell) => (typeof cell === 'number' ? cell.toFixed(1) : '–')
