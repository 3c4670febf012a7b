import * as Plot from '@observablehq/plot'

// Every plot begins at zero, has one axis of values with its unit, and takes its colours from the page.

const main = 'var(--plot-main)'
const behind = 'var(--plot-behind)'
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

const frame = (unit: string, more: Plot.ScaleOptions = {}): Plot.PlotOptions => ({
  marginTop: 28,
  x: { type: 'utc', label: null },
  y: { label: unit, grid: true, zero: true, nice: true, ticks: 4, labelArrow: 'none', ...more },
})

interface Day {
  day: string
  value: number | null
  /** The whole that the value is a part of. */
  of?: number | null
}

/** At most five whole numbers from zero: a count has no halves. */
function wholeTicks(most: number): number[] {
  const step = Math.max(1, Math.ceil(most / 4))
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const next = (day: string) => new Date(midnight(day).getTime() + 86_400_000)

/** Counts of each day, and behind them the whole that they are a part of. */
export function counts(days: readonly Day[], unit: string): Plot.PlotOptions {
  const bar = (channel: 'value' | 'of', fill: string) =>
    Plot.rectY(days, {
      x1: ({ day }: Day) => midnight(day),
      x2: ({ day }: Day) => next(day),
      y: (one: Day) => one[channel] ?? 0,
      fill,
      // A pale bar is seen by its outline.
      ...(channel === 'of' && { stroke: main }),
      inset: channel === 'of' ? 1 : 0.5,
    })
  const most = Math.max(4, ...days.map(({ value, of }) => Math.max(value ?? 0, of ?? 0)))
  return {
    ...frame(unit, { domain: [0, most], ticks: wholeTicks(most), tickFormat: String }),
    marks: [...(days.some(({ of }) => of !== undefined) ? [bar('of', behind)] : []), bar('value', main), Plot.ruleY([0])],
  }
}

/** A measure of each day; a day without one is a gap, and a day beside gaps is a dot. */
export function measures(
  days: readonly Day[],
  unit: string,
  domain?: [number, number],
  tickFormat?: (tick: number) => string,
): Plot.PlotOptions {
  const x = ({ day }: Day) => noon(day)
  const y = ({ value }: Day) => value ?? Number.NaN
  return {
    ...frame(unit, { ...(domain && { domain }), ...(tickFormat && { tickFormat }) }),
    x: { type: 'utc', label: null, domain: [midnight(days[0]?.day ?? '2000-01-01'), next(days.at(-1)?.day ?? '2000-01-02')] },
    marks: [Plot.lineY(days, { x, y, stroke: main, strokeWidth: 1.75 }), Plot.dotY(days, { x, y, fill: main, r: 2.5 }), Plot.ruleY([0])],
  }
}

/** How a whole divides, the largest part first. */
export const parts = (rows: readonly { name: string; value: number }[], unit: string): Plot.PlotOptions => ({
  height: Math.max(120, rows.length * 26 + 52),
  marginLeft: 148,
  marginTop: 8,
  x: {
    label: unit,
    grid: true,
    zero: true,
    ticks: wholeTicks(Math.max(1, ...rows.map(({ value }) => value))),
    tickFormat: String,
    labelArrow: 'none',
  },
  y: { label: null, domain: rows.map(({ name }) => name) },
  marks: [Plot.barX(rows, { x: 'value', y: 'name', fill: main, insetTop: 3, insetBottom: 3 }), Plot.ruleX([0])],
})
