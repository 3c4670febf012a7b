import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { column, columnsOf } from './cells.ts'
import type { Measures, SummedKind } from './figure-kind.ts'
import { dayName, ungrouped } from './read-summed.ts'

/** Records of one group only: those whose dimension has a value. */
interface Group<Name extends string> {
  dimension: Name
  value: string
}

/**
 * The measures of all records of a kind, or of one group of them, exact at this moment: the sums of whole days (UTC), and the records themselves of days that
 * changed after they were summed up or are not summed up yet. One statement, so one snapshot. A million records take a few milliseconds.
 */
export async function countSummed<Name extends string, Measure extends string>(
  { prisma }: Session,
  kind: SummedKind<Name, Measure>,
  group?: Group<Name>,
): Promise<Measures<Measure>> {
  const names = Object.keys(kind.measures) as Measure[]
  const of = group && kind.dimensions[group.dimension]
  const join = of?.join ?? Prisma.empty
  const ofGroup = of ? Prisma.sql`AND ${of.value} = ${group.value}` : Prisma.empty
  const live = (condition: Prisma.Sql) => Prisma.sql`
    SELECT ${columnsOf(kind, (measure) => Prisma.sql`(${measure})::float8`)} FROM ${kind.from} ${join}
    WHERE ${condition} ${kind.where ?? Prisma.empty} ${ofGroup}`
  // Without an end PostgreSQL takes a third of the table for later than an instant that it does not know yet, and reads all of it.
  const unsummed = Prisma.sql`${kind.time} >= (SELECT through FROM settled) AND ${kind.time} < 'infinity'`
  const [row] = await prisma.$queryRaw<Record<string, number | null>[]>`
    WITH settled AS MATERIALIZED (
      SELECT coalesce((SELECT date_trunc('day', through, 'UTC') FROM figure_progress WHERE kind = ${kind.name}), '-infinity') AS through
    ),
    stale AS MATERIALIZED (
      SELECT DISTINCT date_trunc('day', hour, 'UTC') AS day FROM figure_stale, settled WHERE kind = ${kind.name} AND hour < through
    ),
    part AS (
      SELECT ${columnsOf(kind, (_, index) => Prisma.sql`measures[${Prisma.raw(String(index + 1))}]`)} FROM figure_hour
      WHERE kind = ${dayName(kind)} AND dimension = ${group?.dimension ?? ungrouped} AND value = ${group?.value ?? ''} AND hour < (SELECT through FROM settled) AND hour NOT IN (SELECT day FROM stale)
      UNION ALL ${live(unsummed)}
      UNION ALL SELECT changed.* FROM stale CROSS JOIN LATERAL (
        ${live(Prisma.sql`${kind.time} >= day AND ${kind.time} < day + interval '1 day'`)}) AS changed
    )
    SELECT ${Prisma.join(names.map((_, index) => Prisma.sql`sum(${column(index)}) AS ${column(index)}`))} FROM part`
  return Object.fromEntries(names.map((name, index) => [name, row?.[`m${index}`] ?? null])) as Measures<Measure>
}
