import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { bucketOf, instant } from './buckets.ts'
import { columnsOf, groupOf, readCells } from './cells.ts'
import type { FigureKind, FigureQuestion, Figures } from './figure-kind.ts'

/**
 * Figures over the records themselves, in one statement: for kinds with measures that cannot be summed up, such as percentiles.
 * A dimension must give each record one value.
 * @throws Failure INVALID_INPUT for a time zone that the database does not know
 */
export function readCounted<Name extends string, Measure extends string>(
  session: Session,
  kind: FigureKind<Name, Measure>,
  question: FigureQuestion<Name>,
): Promise<Figures<Measure>> {
  const { groupBy, from, to } = question
  const join = (groupBy !== null && kind.dimensions[groupBy].join) || Prisma.empty
  const grouped = groupBy === null ? Prisma.sql`''` : groupOf(kind, groupBy)
  const sets = groupBy === null ? Prisma.sql`(number), ()` : Prisma.sql`(number), (), (number, grp), (grp)`
  return readCells(
    session,
    kind,
    question,
    Prisma.sql`
    cell AS (
      SELECT ${groupBy === null ? Prisma.sql`false` : Prisma.sql`grouping(grp) = 0`} AS grouped,
        ${groupBy === null ? Prisma.sql`''` : Prisma.sql`coalesce(grp, '')`} AS grp, number, ${columnsOf(kind, (measure) => measure)}
      FROM ${kind.from} ${join}
        CROSS JOIN LATERAL (SELECT ${bucketOf(kind.time)} AS number, ${grouped} AS grp) AS place
      WHERE ${kind.time} >= ${instant(from)} AND ${kind.time} < ${instant(to)} ${kind.where ?? Prisma.empty}
      GROUP BY GROUPING SETS (${sets})
    )`,
  )
}
