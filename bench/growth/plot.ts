/** A line: its name, and its value for each step of the x axis. */
export interface Series {
  name: string
  values: readonly number[]
}

const [width, height] = [820, 460]
const area = { left: 64, right: 560, top: 48, bottom: 400 }
/** Of middle lightness, as are the greys: they are read on white and on black. */
const colours = ['#2f81f7', '#d29922', '#3fa34d', '#e5534b', '#a371f7', '#1f9e9e', '#db61a2', '#8c7b6b']
const grey = '#848d97'

const steps = [1, 2, 5]

/** The round values (1, 2, 5) from the greatest below the least to the least above the greatest. */
function ticksFor(values: readonly number[]): number[] {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const all = Array.from({ length: 9 }, (_, index) => steps.map((step) => step * 10 ** (index - 3))).flat()
  const from = all.findLastIndex((tick) => tick <= least)
  const to = all.findIndex((tick) => tick >= greatest)
  return all.slice(from, to + 1)
}

/** Where the labels of the lines go: beside their ends, moved apart so that none covers another. */
function apart(wanted: readonly number[], distance: number): number[] {
  const order = wanted.map((_, index) => index).toSorted((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0))
  const placed = [...wanted]
  let last = Number.NEGATIVE_INFINITY
  for (const index of order) {
    last = Math.max(wanted[index] ?? 0, last + distance)
    placed[index] = last
  }
  const over = Math.max(0, last - area.bottom)
  return placed.map((place) => place - over)
}

const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${grey}" ${more}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`

/** An SVG of lines over numbers of rows, both axes logarithmic. */
export function plot(title: string, unit: string, sizes: readonly number[], series: readonly Series[]): string {
  const ticks = ticksFor(series.flatMap(({ values }) => values))
  const scale = (value: number, from: number, to: number) => (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
  const x = (size: number) => area.left + scale(size, sizes[0] ?? 1, sizes.at(-1) ?? 1) * (area.right - area.left)
  const y = (value: number) => area.bottom - scale(value, ticks[0] ?? 1, ticks.at(-1) ?? 1) * (area.bottom - area.top)
  const ends = apart(
    series.map(({ values }) => y(values.at(-1) ?? 1)),
    17,
  )
  const parts = [
    text(area.left, 26, title, 'font-size="15" font-weight="600"'),
    ...ticks.flatMap((tick) => [
      `<line x1="${area.left}" x2="${area.right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${grey}" stroke-opacity="0.25"/>`,
      text(area.left - 8, y(tick) + 4, String(tick), 'text-anchor="end"'),
    ]),
    ...sizes.map((size) => text(x(size), area.bottom + 22, size.toLocaleString('en'), 'text-anchor="middle"')),
    text((area.left + area.right) / 2, area.bottom + 46, 'patients', 'text-anchor="middle"'),
    text(16, (area.top + area.bottom) / 2, unit, `text-anchor="middle" transform="rotate(-90 16 ${(area.top + area.bottom) / 2})"`),
    ...series.flatMap(({ name, values }, index) => {
      const colour = colours[index % colours.length]
      const points = values.map((value, step) => `${x(sizes[step] ?? 1).toFixed(1)},${y(value).toFixed(1)}`)
      return [
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...points.map((point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="${colour}"/>`),
        text(area.right + 12, (ends[index] ?? 0) + 4, name).replace(grey, colour ?? grey),
      ]
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${title}">
${parts.join('\n')}
</svg>
`
}
