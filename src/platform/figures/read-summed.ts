import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { bucketOf, instant } from './buckets.ts'
import { column, columnsOf, groupOf, readCells } from './cells.ts'
import type { FigureQuestion, Figures, SummedKind } from './figure-kind.ts'

/** All records together. */
export const ungrouped = ''

/** The name that the sums of whole days (UTC) are kept under, beside those of hours. */
export const dayName = ({ name }: { name: string }) => `${name}/day`

/**
 * Figures of a kind that is summed up by the hour, in one statement: the sums of whole days (UTC) and hours, and the records themselves where an hour
 * lies in two buckets, changed after it was summed up, or is not summed up yet.
 * @throws Failure INVALID_INPUT for a time zone that the database does not know
 */
export function readSummed<Name extends string, Measure extends string>(
  session: Session,
  kind: SummedKind<Name, Measure>,
  question: FigureQuestion<Name>,
): Promise<Figures<Measure>> {
  const { groupBy, from, to } = question
  const dimensions = groupBy === null ? [ungrouped] : [ungrouped, groupBy]
  const edges = Prisma.sql`(SELECT lower AS bound FROM bucket UNION SELECT upper FROM bucket) AS edge`
  /** Hours or days that cannot be read as a whole: those that a bucket ends within, and those that changed. */
  const apart = (unit: 'hour' | 'day') => Prisma.sql`
      SELECT coalesce(range_agg(tstzrange(slot, slot + ${`1 ${unit}`}::interval)), '{}') AS slots FROM (
        SELECT date_trunc(${unit}, bound, 'UTC') AS slot FROM ${edges} WHERE bound <> date_trunc(${unit}, bound, 'UTC')
        UNION SELECT date_trunc(${unit}, hour, 'UTC') FROM figure_stale WHERE kind = ${kind.name} AND hour < ${instant(to)}
      ) AS slot`
  /** The range as far as it is summed up, without what stands apart. */
  const covered = (unit: 'hour' | 'day') => Prisma.sql`
      tstzmultirange(tstzrange(${instant(from)}, greatest(${instant(from)}, least(${instant(to)}, date_trunc(${unit}, through, 'UTC')))))`
  const pieces = (ranges: Prisma.Sql) =>
    Prisma.sql`SELECT lower(piece) AS lower, upper(piece) AS upper FROM split, unnest(${ranges}) AS piece`
  const part = (name: string, pieces: Prisma.Sql) => Prisma.sql`
      SELECT summed.* FROM ${pieces} AS piece CROSS JOIN LATERAL (
        SELECT dimension, value AS grp, ${bucketOf(Prisma.sql`hour`)} AS number, ${columnsOf(kind, (_, index) => Prisma.sql`sum(measures[${Prisma.raw(String(index + 1))}])`)}
        FROM figure_hour WHERE kind = ${name} AND dimension = ANY (${dimensions}) AND hour >= piece.lower AND hour < piece.upper GROUP BY 1, 2, 3
      ) AS summed`
  return readCells(
    session,
    kind,
    question,
    Prisma.sql`
    apart_hours AS (${apart('hour')}), apart_days AS (${apart('day')}),
    covered AS (
      SELECT ${covered('hour')} - apart_hours.slots AS hours, ${covered('day')} - apart_days.slots AS days
      FROM apart_hours, apart_days,
        (SELECT coalesce((SELECT through FROM figure_progress WHERE kind = ${kind.name}), '-infinity') AS through) AS progress
    ),
    split AS (SELECT days, hours - days AS hours, tstzmultirange(tstzrange(${instant(from)}, ${instant(to)})) - hours AS rest FROM covered),
    day_piece AS MATERIALIZED (${pieces(Prisma.sql`days`)}),
    hour_piece AS MATERIALIZED (${pieces(Prisma.sql`hours`)}),
    live_piece AS MATERIALIZED (${pieces(Prisma.sql`rest`)}),
    part AS (
      ${part(dayName(kind), Prisma.sql`day_piece`)} UNION ALL ${part(kind.name, Prisma.sql`hour_piece`)}
      ${Prisma.join(
        dimensions.map((name) => Prisma.sql`UNION ALL ${liveRows(kind, name)}`),
        ' ',
      )}
    ),
    cell AS (
      SELECT dimension <> '' AS grouped, grp, number, ${columnsOf(kind, (_, index) => Prisma.sql`sum(${column(index)})`)}
      FROM part GROUP BY GROUPING SETS ((dimension, grp, number), (dimension, grp))
    )`,
  )
}

/** The records of `live_piece`, grouped by a dimension and by bucket. The planner cannot know how few pieces there are, so each is a query. */
function liveRows(kind: SummedKind, name: string): Prisma.Sql {
  return Prisma.sql`
    SELECT live.* FROM live_piece AS piece CROSS JOIN LATERAL (
      SELECT ${name} AS dimension, ${name === ungrouped ? Prisma.sql`''` : groupOf(kind, name)} AS grp, ${bucketOf(kind.time)} AS number,
        ${columnsOf(kind, (measure) => Prisma.sql`(${measure})::float8`)}
      FROM ${kind.from} ${kind.dimensions[name]?.join ?? Prisma.empty}
      WHERE ${kind.time} >= piece.lower AND ${kind.time} < piece.upper ${kind.where ?? Prisma.empty}
      GROUP BY 1, 2, 3
    ) AS live`
}
