import { Prisma } from '../database/generated/prisma/client.ts'
import type { FigureQuestion } from './figure-kind.ts'

type Range = Pick<FigureQuestion, 'from' | 'to' | 'interval' | 'timeZone'>

export const instant = (date: Date) => Prisma.sql`${date.toISOString()}::timestamptz`

/** No shorter span is counted by itself, or its figures would tell of one record (docs/contract.md, Figures). */
export const shortestMs = 3_600_000
const shifted = (date: Date, spans: number) => new Date(date.getTime() + spans * shortestMs)

/**
 * The CTEs `bucket (number, lower, upper)` and `bounds (lowers)`: the intervals that a range is cut into, the first and the last cut
 * off where the range begins and ends; what that leaves shorter than an hour belongs to the interval beside it. An interval begins at the first instant whose local time is in it, so days of 23 or 25 hours
 * are one interval each. Weeks begin on Monday (ISO 8601).
 */
export const bucketsOf = (range: Range) => Prisma.sql`
  start AS (${range.interval === null ? Prisma.sql`SELECT ${instant(range.from)} AS start` : startsOf(range, range.interval)}),
  bucket AS (
    SELECT row_number() OVER (ORDER BY lower) AS number, lower, coalesce(lead(lower) OVER (ORDER BY lower), ${instant(range.to)}) AS upper FROM (
      SELECT ${instant(range.from)} AS lower
      UNION SELECT start FROM start WHERE start BETWEEN ${instant(shifted(range.from, 1))} AND ${instant(shifted(range.to, -1))}
    ) AS bound
  ),
  bounds AS (SELECT array_agg(lower ORDER BY lower) AS lowers FROM bucket)`

function startsOf({ from, to, timeZone }: Range, interval: Exclude<Range['interval'], null>): Prisma.Sql {
  // Zones differ from UTC by quarters of an hour, and some change their clocks by half an hour.
  if (interval === 'hour') {
    return Prisma.sql`
      SELECT start FROM generate_series(date_trunc('hour', ${instant(from)}, 'UTC') - interval '2 hours', ${instant(to)}, interval '15 minutes') AS start
      WHERE extract(minute FROM start AT TIME ZONE ${timeZone}) = 0`
  }
  // PostgreSQL reads a local time that occurs twice as the second; an interval begins with the first.
  return Prisma.sql`
    SELECT CASE
      WHEN (start - interval '1 hour') AT TIME ZONE ${timeZone} = local THEN start - interval '1 hour'
      WHEN (start - interval '30 minutes') AT TIME ZONE ${timeZone} = local THEN start - interval '30 minutes'
      ELSE start END AS start
    FROM generate_series(date_trunc(${interval}, ${instant(from)} AT TIME ZONE ${timeZone}),
      ${instant(to)} AT TIME ZONE ${timeZone} + interval '1 day', ('1 ' || ${interval})::interval) AS local,
      LATERAL (SELECT local AT TIME ZONE ${timeZone} AS start) AS placed`
}

/** The number of the bucket that an instant is in. */
export const bucketOf = (time: Prisma.Sql) => Prisma.sql`width_bucket(${time}, (SELECT lowers FROM bounds))`
