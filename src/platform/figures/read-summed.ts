import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { bucketOf, instant } from './buckets.ts'
import { column, columnsOf, groupOf, readCells } from './cells.ts'
import type { FigureQuestion, Figures, SummedKind } from './figure-kind.ts'

/** All records together. */
export const ungrouped = ''

/**
 * Figures of a kind that is summed up by the hour, in one statement: the sums of whole hours, and the records themselves where an hour
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
  const bound = Prisma.sql`date_trunc('hour', bound, 'UTC')`
  return readCells(
    session,
    kind,
    question,
    Prisma.sql`
    apart AS (
      SELECT coalesce(range_agg(tstzrange(hour, hour + interval '1 hour')), '{}') AS hours FROM (
        SELECT ${bound} AS hour FROM (SELECT lower AS bound FROM bucket UNION SELECT upper FROM bucket) AS edge WHERE bound <> ${bound}
        UNION SELECT hour FROM figure_stale WHERE kind = ${kind.name} AND hour < ${instant(to)}
      ) AS hours
    ),
    split AS (
      SELECT tstzmultirange(tstzrange(${instant(from)}, greatest(${instant(from)}, least(${instant(to)}, through)))) - hours AS rolled
      FROM apart, (SELECT coalesce((SELECT through FROM figure_progress WHERE kind = ${kind.name}), '-infinity') AS through) AS progress
    ),
    rolled AS MATERIALIZED (SELECT lower(piece) AS lower, upper(piece) AS upper FROM split, unnest(rolled) AS piece),
    live AS MATERIALIZED (
      SELECT lower(piece) AS lower, upper(piece) AS upper
      FROM split, unnest(tstzmultirange(tstzrange(${instant(from)}, ${instant(to)})) - rolled) AS piece
    ),
    part AS (
      SELECT dimension, value AS grp, ${bucketOf(Prisma.sql`hour`)} AS number, ${columnsOf(kind, (_, index) => Prisma.sql`sum(measures[${Prisma.raw(String(index + 1))}])`)}
      FROM rolled JOIN figure_hour ON hour >= lower AND hour < upper
      WHERE kind = ${kind.name} AND dimension = ANY (${dimensions})
      GROUP BY 1, 2, 3
      ${Prisma.join(
        dimensions.map((name) => Prisma.sql`UNION ALL ${liveRows(kind, name, bucketOf(kind.time))}`),
        ' ',
      )}
    ),
    cell AS (
      SELECT dimension <> '' AS grouped, grp, number, ${columnsOf(kind, (_, index) => Prisma.sql`sum(${column(index)})`)}
      FROM part GROUP BY GROUPING SETS ((dimension, grp, number), (dimension, grp))
    )`,
  )
}

/** The records of `live (lower, upper)`, grouped by a dimension and by `slot`. */
function liveRows(kind: SummedKind, name: string, slot: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${name} AS dimension, ${name === ungrouped ? Prisma.sql`''` : groupOf(kind, name)} AS grp, ${slot} AS number,
      ${columnsOf(kind, (measure) => Prisma.sql`(${measure})::float8`)}
    FROM live JOIN ${kind.from} ON ${kind.time} >= live.lower AND ${kind.time} < live.upper ${kind.dimensions[name]?.join ?? Prisma.empty}
    ${kind.where ? Prisma.sql`WHERE true ${kind.where}` : Prisma.empty}
    GROUP BY 1, 2, 3`
}
