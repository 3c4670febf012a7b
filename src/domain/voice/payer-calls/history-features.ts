import type { PlacedFigure } from './figure-features.ts'
import { type FigureReading, partsOfField, type ToldField } from './readings.ts'

/** What was taken to be stated so far. */
export interface History {
  values: ReadonlyMap<ToldField, number>
  /** The last field that was stated, and whether figures that state nothing stood since. */
  last: { field: ToldField; turn: number; value: number } | undefined
  skipped: number
}

export const noHistory: History = { values: new Map(), last: undefined, skipped: 0 }

const fieldOf = (benefit: string, scope: string, measure: string): ToldField | undefined =>
  (Object.keys(partsOfField) as ToldField[]).find((field) => {
    const parts = partsOfField[field]
    return parts.benefit === benefit && parts.scope === scope && parts.measure === measure
  })

export const limitOf: Partial<Record<ToldField, ToldField>> = {
  deductible_met_ytd: 'deductible_individual',
  deductible_family_met_ytd: 'deductible_family',
  out_of_pocket_met_ytd: 'out_of_pocket_max',
  out_of_pocket_family_met: 'out_of_pocket_max_family',
}
const metOf: Partial<Record<ToldField, ToldField>> = Object.fromEntries(Object.entries(limitOf).map(([met, limit]) => [limit, met]))

const relation = (one: number, other: number | undefined): string =>
  other === undefined || Number.isNaN(one) ? '?' : one < other ? '<' : one > other ? '>' : '='

/** How a reading goes with what was stated before: a met amount is no more than its limit, the family's no less than one person's. */
export function readingFeatures(history: History, placed: PlacedFigure, { field, value, manner }: FigureReading): string[] {
  const { benefit, scope, measure } = partsOfField[field]
  const { last, values } = history
  const features = [`manner:${manner}:${measure ?? benefit}`, `manner:${manner}:${placed.figure.kind}:${benefit}`]
  if (placed.echo.size > 0) features.push(`echo:${placed.echo.has(value) ? 'same' : 'other'}:${manner}`)
  const sameTurn = last && last.turn === placed.turn
  const skipped = history.skipped > 0 ? 'x' : ''
  const where = !last ? 'start' : sameTurn ? `same${placed.isNewSentence ? '.' : ''}${skipped}` : placed.isFirst ? 'next' : `next${skipped}`
  const of = last && partsOfField[last.field]
  const named = (kind: string) => (placed.own.has(kind) ? 'named' : 'bare')
  features.push(`prev:${last?.field ?? '-'}>${field}:${where}`)
  features.push(
    `prev:${last?.field ?? '-'}>${field}:${sameTurn ? 'same' : 'next'}:${named('scope')}/${named('measure')}/${named('benefit')}`,
  )
  if (of) {
    const way = `${of.benefit === benefit ? '=b' : 'b'}${of.scope === scope ? '=s' : `${of.scope}>${scope}`}${of.measure === measure ? '=m' : `${of.measure}>${measure}`}`
    features.push(`way:${way}:${where}`, `way:${way}:${where}:${named('scope')}/${named('measure')}/${named('benefit')}`)
    if (sameTurn && of.benefit === benefit) features.push(`way:${way}:${relation(value, last.value)}`)
  }
  const before = values.get(field)
  features.push(
    `again:${before === undefined ? 'no' : before === value ? 'same' : `other${placed.corrects ? ':corrects' : ''}`}:${measure ?? benefit}`,
  )
  if (before !== undefined && before !== value)
    features.push(
      `again:other:${last?.field === field ? 'last' : 'far'}:${placed.corrects ? 'corrects' : placed.correctsEarlier ? 'turn' : ''}`,
    )
  if (measure === 'met') features.push(`met:${relation(value, values.get(limitOf[field] as ToldField))}:${manner}`)
  if (measure === 'limit') {
    const met = metOf[field]
    if (met) features.push(`limit:${relation(value, values.get(met))}`)
    const other = fieldOf(benefit, scope === 'family' ? 'individual' : 'family', 'limit')
    const theirs = other && values.get(other)
    features.push(`${scope}:${relation(value, theirs)}:${manner}`)
    if (theirs) {
      const times = scope === 'family' ? value / theirs : theirs / value
      features.push(`times:${times === 2 || times === 3 || times === 2.5 ? times : times > 1 && times < 5 ? 'some' : 'odd'}:${manner}`)
    }
    const beside = fieldOf(benefit === 'oop' ? 'deductible' : 'oop', scope ?? '', 'limit')
    features.push(`${benefit}:${relation(value, beside && values.get(beside))}:beside`)
  }
  if (measure === 'limit' || measure === 'met') {
    const digits = value === 0 ? 0 : Math.ceil(Math.log10(value + 1))
    features.push(`size:${measure}:${benefit}:${digits}`, `round:${measure}:${value % 50 === 0 ? 'round' : 'odd'}`)
    features.push(`size:${measure}:${benefit}:${scope}:${value === 0 ? 0 : Math.round(Math.log2(value + 1))}`)
  } else
    features.push(
      `size:${field}:${Math.round(Math.log2(value + 1))}`,
      `round:${benefit}:${value % 5 === 0 ? 'round' : Number.isInteger(value) ? 'whole' : 'odd'}`,
    )
  return features
}

/** What speaks for a figure that states nothing: it is what is left of a limit, or repeats what was said. */
export function nothingFeatures(history: History, placed: PlacedFigure): string[] {
  const { values, last } = history
  const { large, small, withCents, percent, kind } = placed.figure
  const said = [large, small, withCents].flatMap((value) => (value === undefined || value === 0 ? [] : [value]))
  const features = [`none:${kind}`, `none:after:${last ? (last.turn === placed.turn ? 'same' : 'next') : '-'}:${last?.field ?? ''}`]
  for (const [met, limit] of Object.entries(limitOf) as [ToldField, ToldField][]) {
    const left = (values.get(limit) ?? Number.NaN) - (values.get(met) ?? Number.NaN)
    if (said.some((value) => Math.abs(value - left) < 0.005)) features.push('none:rest')
  }
  const known = [...values.values()]
  if (said.some((value) => known.includes(value)))
    features.push('none:repeats', `none:repeats:${last && said.includes(last.value) ? 'last' : 'far'}`)
  if (percent !== undefined && values.has('coinsurance_percentage')) features.push('none:share')
  if (history.skipped > 0) features.push('none:skipped')
  return features
}

/** The history after a figure was taken for a field, or for nothing. */
export function historyAfter(history: History, placed: PlacedFigure, reading: FigureReading | undefined): History {
  if (!reading) return { ...history, skipped: history.skipped + 1 }
  const { field, value } = reading
  return {
    values: new Map(history.values).set(field, value),
    last: { field, turn: placed.turn, value },
    skipped: 0,
  }
}
