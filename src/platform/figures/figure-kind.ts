import type { Prisma } from '../database/generated/prisma/client.ts'

/** What records can be grouped by. Records whose value is null or empty are one group. */
interface Dimension {
  /** The value, as text. */
  value: Prisma.Sql
  /** What has to be joined to know it. A join that gives a record several values counts it in each of their groups. */
  join?: Prisma.Sql
}

/** Records of a table that are counted by the time of their creation. */
export interface FigureKind<DimensionName extends string = string, Measure extends string = string> {
  name: string
  /** The table, with an alias where the expressions use one. */
  from: Prisma.Sql
  /** The indexed column of the time, which never changes. */
  time: Prisma.Sql
  /** Further conditions. */
  where?: Prisma.Sql
  dimensions: Record<DimensionName, Dimension>
  /** Aggregates over records. The first one ranks the groups. */
  measures: Record<Measure, Prisma.Sql>
}

/**
 * A kind that is summed up by the hour: its measures are counts and sums, and triggers of its table call `mark_figures_stale` with
 * its name wherever a value, a measure or a record changes later.
 */
export interface SummedKind<DimensionName extends string = string, Measure extends string = string>
  extends FigureKind<DimensionName, Measure> {
  summed: true
}

/** What is asked of a kind. */
export interface FigureQuestion<DimensionName extends string = string> {
  from: Date
  /** Exclusive. */
  to: Date
  /** Null: the range as a whole. */
  interval: Interval | null
  /** IANA name. */
  timeZone: string
  groupBy: DimensionName | null
  mostGroups: number
}

export const intervals = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** A measure over nothing is null where it is not a count. */
export type Measures<Measure extends string> = Record<Measure, number | null>

interface Series<Measure extends string> {
  /** Null: the records without a value. */
  group: string | null
  whole: Measures<Measure>
  /** One for each bucket, in order. */
  points: Measures<Measure>[]
}

export interface Figures<Measure extends string> {
  buckets: { from: Date; to: Date }[]
  total: Series<Measure>
  /** The largest first. */
  groups: Series<Measure>[]
  /** How many there are, those included that `mostGroups` leaves out. */
  groupCount: number
}
