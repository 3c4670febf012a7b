import { type AmountField, amountFields } from '../../payers/benefits.ts'
import type { SaidFigure } from './said-figures.ts'

/** The fields, and what the family has met of its maximum: no field, but easily taken for one. */
export type ToldField = AmountField | 'out_of_pocket_family_met'
const toldFields: readonly ToldField[] = [...amountFields, 'out_of_pocket_family_met']

/** What a field is made of: the weights of its parts are shared among the fields that have them. */
export interface FieldParts {
  benefit: 'deductible' | 'oop' | 'copay' | 'share'
  scope?: 'individual' | 'family'
  measure?: 'limit' | 'met'
}

export const partsOfField: Record<ToldField, FieldParts> = {
  deductible_individual: { benefit: 'deductible', scope: 'individual', measure: 'limit' },
  deductible_family: { benefit: 'deductible', scope: 'family', measure: 'limit' },
  deductible_met_ytd: { benefit: 'deductible', scope: 'individual', measure: 'met' },
  deductible_family_met_ytd: { benefit: 'deductible', scope: 'family', measure: 'met' },
  out_of_pocket_max: { benefit: 'oop', scope: 'individual', measure: 'limit' },
  out_of_pocket_max_family: { benefit: 'oop', scope: 'family', measure: 'limit' },
  out_of_pocket_met_ytd: { benefit: 'oop', scope: 'individual', measure: 'met' },
  out_of_pocket_family_met: { benefit: 'oop', scope: 'family', measure: 'met' },
  copay_pcp: { benefit: 'copay' },
  copay_specialist: { benefit: 'copay' },
  copay_pharmacy: { benefit: 'copay' },
  copay_specialty: { benefit: 'copay' },
  tier_1_copay: { benefit: 'copay' },
  tier_2_copay: { benefit: 'copay' },
  tier_3_copay: { benefit: 'copay' },
  coinsurance_percentage: { benefit: 'share' },
}

/** How the words of a figure are taken: as said, short for hundreds or thousands, with cents, as the plan's share … */
type FigureForm = 'said' | 'cents' | 'short' | 'hundreds' | 'thousands' | 'rest' | 'split' | 'full' | 'left'

/**
 * A field that a figure may state, with the value it would have. "Met in full" has that of the limit, and of what is `left` what is
 * met is the rest: both are unknown, not a number, until the limit is known.
 */
export interface FigureReading {
  field: ToldField
  value: number
  manner: FigureForm
  left?: number | undefined
}

const mostLimit = 100_000
const most: Partial<Record<ToldField, number>> = { copay_specialty: 5_000, tier_3_copay: 1_000 }

/** All fields and values that a figure may state. */
export function readingsOf(figure: SaidFigure): FigureReading[] {
  if (figure.kind === 'none') return []
  return toldFields.flatMap((field): FigureReading[] => {
    const readings = valuesFor(figure, field).map(([value, manner]): FigureReading => ({ field, value, manner }))
    const left = partsOfField[field].measure === 'met' ? readings.filter(({ manner }) => manner === 'said' || manner === 'cents') : []
    return [...readings, ...left.slice(0, 1).map(({ value }): FigureReading => ({ field, value: Number.NaN, manner: 'left', left: value }))]
  })
}

/** A reading once its limit is known. */
export function resolved(reading: FigureReading, limit: number | undefined): FigureReading {
  if (limit === undefined || (reading.manner !== 'full' && reading.manner !== 'left')) return reading
  const value = Math.round((limit - (reading.left ?? 0)) * 100) / 100
  return { ...reading, value: value < 0 ? Number.NaN : value }
}

function valuesFor(figure: SaidFigure, field: ToldField): [number, FigureForm][] {
  const { benefit, measure } = partsOfField[field]
  if (figure.kind === 'full') return measure === 'met' ? [[Number.NaN, 'full']] : []
  const values: [number | undefined, FigureForm][] =
    benefit === 'share' ? shares(figure) : benefit === 'copay' ? copays(figure, most[field] ?? 500) : amounts(figure, measure === 'met')
  const seen = new Set<number>()
  return values.flatMap(([value, manner]): [number, FigureForm][] => {
    if (value === undefined || seen.has(value) || value > mostLimit) return []
    seen.add(value)
    return [[value, manner]]
  })
}

function shares({ kind, percent, large, small, split }: SaidFigure): [number | undefined, FigureForm][] {
  if (kind === 'money') return []
  const said = percent ?? (large === small ? large : undefined)
  const values: [number | undefined, FigureForm][] = split === undefined ? [] : [[Math.min(split, 100 - split), 'split']]
  if (said === undefined || said > 100 || !Number.isInteger(said)) return values
  if (kind === 'zero') return [[0, 'said']]
  return [
    ...values,
    ...(said <= 50 ? ([[said, 'said']] as [number, FigureForm][]) : []),
    ...(said >= 50 ? ([[100 - said, 'rest']] as [number, FigureForm][]) : []),
  ]
}

function copays({ kind, large, small }: SaidFigure, highest: number): [number | undefined, FigureForm][] {
  if (kind === 'percent') return []
  const values: [number | undefined, FigureForm][] = [
    [small, large === small ? 'said' : 'cents'],
    [large, 'said'],
  ]
  return values.filter(([value]) => value !== undefined && value <= highest)
}

function amounts({ kind, large, withCents, short }: SaidFigure, isMet: boolean): [number | undefined, FigureForm][] {
  if (kind === 'percent') return []
  const bare = kind === 'bare' && large !== undefined && large > 0 && large < 100 ? large : undefined
  const values: [number | undefined, FigureForm][] = [
    [large, 'said'],
    [withCents, 'cents'],
    [short, 'short'],
    [bare === undefined ? undefined : bare * 100, 'hundreds'],
  ]
  if (isMet) return values
  return [
    ...values.filter(([value, manner]) => manner !== 'said' || value === 0 || (value ?? 0) >= 50),
    [bare !== undefined && bare <= 30 ? bare * 1000 : undefined, 'thousands'],
  ]
}
