import type { z } from 'zod'
import type { FigureQuestion, Figures, Interval, Measures } from '../../platform/figures/figure-kind.ts'
import { checkPoints, figureRange } from '../../platform/figures/figure-range.ts'
import { validate } from '../../platform/validate.ts'
import { builder } from '../builder.ts'
import { inputType } from '../mutation.ts'

// Figures of one kind have one shape: a total and groups, each as a whole and for each interval. What is counted differs.

/** What an interface of figures is resolved from. */
export interface MeasuredFigures<Measure extends string> {
  measures: Measures<Measure>
}

interface Point<Measure extends string> extends MeasuredFigures<Measure> {
  from: Date
  to: Date
}

interface FigureSeries<Measure extends string> extends MeasuredFigures<Measure> {
  group: string | null
  points: Point<Measure>[]
}

interface Stats<Measure extends string> extends FigureQuestion {
  figures: Figures<Measure>
}

export const count = (value: number | null): number => value ?? 0
/** 0 to 1; null of nothing. */
export const share = (part: number | null, whole: number | null): number | null => (whole ? count(part) / whole : null)
export const average = (sum: number | null, of: number | null): number | null => (of ? count(sum) / of : null)

const FigureInterval = builder.enumType('FigureInterval', {
  description: 'How a range is divided, by the clocks and the calendar of its time zone',
  values: {
    hour: { description: 'From one full hour to the next' },
    day: { description: 'From midnight to midnight: 23 or 25 hours where the clocks change' },
    week: { description: 'From Monday to Sunday, as in ISO 8601' },
    month: { description: 'A calendar month' },
  } as const satisfies Record<Interval, object>,
})

/** What the cost of a document counts them with: what is shown of a point is a number, and the input limits points by itself. */
const usualSize = { points: 50, groups: 10 }

interface StatsTypes<Name extends string, Measure extends string> {
  /** The beginning of the types' names: `Call`. */
  name: string
  /** What is counted, in the plural: `calls`. */
  noun: string
  figures: ReturnType<typeof builder.interfaceRef<MeasuredFigures<Measure>>>
  /** What the records can be grouped by, described. */
  groupings: Record<Name, { description: string }>
}

/** The types of one kind of figures: its input, its answer, and how the one becomes the other. */
export function statsTypes<Name extends string, Measure extends string>(types: StatsTypes<Name, Measure>) {
  const { name, noun, figures, groupings } = types
  const Grouping = builder.enumType(`${name}Grouping`, {
    description: `What ${noun} can be grouped by`,
    values: groupings as Record<string, { description: string }>,
  })
  const PointRef = builder.objectRef<Point<Measure>>(`${name}FiguresPoint`)
  PointRef.implement({
    description: `The figures of ${noun} in one interval`,
    interfaces: [figures],
    isTypeOf: (value) => 'from' in (value as object),
    fields: (t) => ({
      from: t.expose('from', { type: 'DateTime', description: 'When the interval begins' }),
      to: t.expose('to', { type: 'DateTime', description: 'When it ends; this instant belongs to the next interval' }),
    }),
  })
  const SeriesRef = builder.objectRef<FigureSeries<Measure>>(`${name}FiguresSeries`)
  SeriesRef.implement({
    description: `The figures of ${noun} in the whole range, and interval by interval`,
    interfaces: [figures],
    isTypeOf: (value) => 'points' in (value as object),
    fields: (t) => ({
      group: t.exposeString('group', {
        nullable: true,
        description: 'The value that these records share; null for records without one, and for all records together',
      }),
      points: t.expose('points', {
        type: [PointRef],
        description: 'One for each interval, in order, those without records included; empty where no interval was asked for',
        extensions: { pageSize: usualSize.points },
      }),
    }),
  })
  const input = inputType(`${name}StatsInput`, {
    description: `Which ${noun} to count, and how to divide them`,
    input: figureRange,
    fields: {
      from: 'When the range begins, from 2000 on',
      to: 'When the range ends; this instant is not part of it',
      interval: [FigureInterval, 'How to divide the range, which may be 1,100 intervals long; not at all where absent'],
      timeZone: 'Whose clocks and calendar the intervals follow: the name of a time zone (IANA), such as America/New_York',
      groupBy: (t) => t.field({ type: Grouping, description: 'Counts each value by itself, too' }),
      mostGroups: 'The largest groups are given, this many: 1 to 50. Groups times intervals may be at most 6,000.',
    },
  })
  const stats = builder.objectRef<Stats<Measure>>(`${name}Stats`).implement({
    description: `How many ${noun} there were, and what became of them`,
    fields: (t) => ({
      from: t.expose('from', { type: 'DateTime', description: 'When the range begins' }),
      to: t.expose('to', { type: 'DateTime', description: 'When the range ends; this instant is not part of it' }),
      interval: t.expose('interval', { type: FigureInterval, nullable: true, description: 'How the range is divided' }),
      timeZone: t.exposeString('timeZone', { description: 'Whose clocks and calendar the intervals follow' }),
      groupBy: t.expose('groupBy', { type: Grouping, nullable: true, description: 'What the groups have in common' }),
      total: t.field({
        type: SeriesRef,
        description: `All ${noun} of the range`,
        resolve: ({ figures, interval }) => seriesOf(figures, interval, figures.total),
      }),
      groups: t.field({
        type: [SeriesRef],
        description: 'The largest groups, the largest first. A record with several values counts in each of their groups.',
        extensions: { pageSize: usualSize.groups },
        resolve: ({ figures, interval }) => figures.groups.map((group) => seriesOf(figures, interval, group)),
      }),
      groupCount: t.int({
        description: 'How many groups there are, those included that are not given',
        resolve: ({ figures }) => figures.groupCount,
      }),
    }),
  })
  return { input, stats }
}

function seriesOf<Measure extends string>(
  { buckets }: Figures<Measure>,
  interval: Interval | null,
  { group, whole, points }: Figures<Measure>['total'],
): FigureSeries<Measure> {
  const placed = buckets.flatMap((bucket, index) => {
    const measures = points[index]
    return measures ? [{ ...bucket, measures }] : []
  })
  return { group, measures: whole, points: interval === null ? [] : placed }
}

/**
 * Checks what was asked, and answers it with `read`.
 * @throws Failure INVALID_INPUT
 */
export async function answerStats<Name extends string, Measure extends string>(
  { groupBy = null, ...rest }: z.input<typeof figureRange> & { groupBy?: string | null },
  read: (question: FigureQuestion<Name>) => Promise<Figures<Measure>>,
): Promise<Stats<Measure>> {
  const range = validate(figureRange, rest)
  if (groupBy !== null) checkPoints(range)
  // The input's enumeration lets no other name pass.
  const question = { ...range, groupBy: groupBy as Name | null }
  return { ...question, figures: await read(question) }
}
