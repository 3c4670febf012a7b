import type { inTimeRange } from '../database/conditions.ts'
import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { column, columnsOf } from './cells.ts'
import type { Measures, SummedKind } from './figure-kind.ts'
import { dayName, ungrouped } from './read-summed.ts'

/** Which records are counted; without a condition all. */
interface Counted<Name extends string> {
  /** Of one group only: those whose dimension has a value. */
  group?: { dimension: Name; value: string } | undefined
  /** Of this time only. */
  range?: ReturnType<typeof inTimeRange>
}

const dayMs = 86_400_000
const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs
/** Nothing is later than the year 9999, and PostgreSQL reads no later one as ISO 8601 writes it. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z')
const instant = (time: number) =>
  Prisma.sql`${time > endOfTime ? 'infinity' : time < -endOfTime ? '-infinity' : new Date(time).toISOString()}::timestamptz`

/**
 * The measures of the records of a kind, exact at this moment: the sums of whole days (UTC), and the records themselves of days that changed after they were summed
 * up, that are not summed up yet or that a range cuts. One statement, so one snapshot. A million records take a few milliseconds.
 */
export async function countSummed<Name extends string, Measure extends string>(
  { prisma }: Session,
  kind: SummedKind<Name, Measure>,
  { group, range = {} }: Counted<Name>,
): Promise<Measures<Measure>> {
  const names = Object.keys(kind.measures) as Measure[]
  const of = group && kind.dimensions[group.dimension]
  const join = of?.join ?? Prisma.empty
  const ofGroup = of ? Prisma.sql`AND ${of.value} = ${group.value}` : Prisma.empty
  const live = (from: Prisma.Sql, to: Prisma.Sql) => Prisma.sql`
    SELECT ${columnsOf(kind, (measure) => Prisma.sql`(${measure})::float8`)} FROM ${kind.from} ${join}
    WHERE ${kind.time} >= ${from} AND ${kind.time} < ${to} ${kind.where ?? Prisma.empty} ${ofGroup}`
  const [from, to] = [range.gte?.getTime() ?? -Infinity, range.lt?.getTime() ?? Infinity]
  // The whole days of the range, and what it has of others before and after them.
  const last = Math.max(startOfDay(to), from)
  const first = Math.min(-startOfDay(-from), last)
  const cut = (start: number, end: number) => (start < end ? Prisma.sql`UNION ALL ${live(instant(start), instant(end))}` : Prisma.empty)
  const [row] = await prisma.$queryRaw<Record<string, number | null>[]>`
    WITH settled AS MATERIALIZED (
      SELECT greatest(coalesce((SELECT date_trunc('day', through, 'UTC') FROM figure_progress WHERE kind = ${kind.name}), '-infinity'), ${instant(first)}) AS through
    ),
    stale AS MATERIALIZED (
      SELECT DISTINCT date_trunc('day', hour, 'UTC') AS day FROM figure_stale, settled
      WHERE kind = ${kind.name} AND hour >= ${instant(first)} AND hour < least(through, ${instant(last)})
    ),
    part AS (
      SELECT ${columnsOf(kind, (_, index) => Prisma.sql`measures[${Prisma.raw(String(index + 1))}]`)} FROM figure_hour
      WHERE kind = ${dayName(kind)} AND dimension = ${group?.dimension ?? ungrouped} AND value = ${group?.value ?? ''}
        AND hour >= ${instant(first)} AND hour < (SELECT least(through, ${instant(last)}) FROM settled) AND hour NOT IN (SELECT day FROM stale)
      -- With an end, if only that of time: without one PostgreSQL takes a third of the table for later than an instant that it does not know yet.
      UNION ALL ${live(Prisma.sql`(SELECT through FROM settled)`, instant(last))}
      ${cut(from, first)} ${cut(last, to)}
      UNION ALL SELECT changed.* FROM stale CROSS JOIN LATERAL (${live(Prisma.sql`day`, Prisma.sql`day + interval '1 day'`)}) AS changed
    )
    SELECT ${Prisma.join(names.map((_, index) => Prisma.sql`sum(${column(index)}) AS ${column(index)}`))} FROM part`
  return Object.fromEntries(names.map((name, index) => [name, row?.[`m${index}`] ?? null])) as Measures<Measure>
}
