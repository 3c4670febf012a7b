import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { Failure } from '../failure.ts'
import { bucketsOf } from './buckets.ts'
import type { FigureKind, FigureQuestion, Figures, Measures } from './figure-kind.ts'

/** The name of a measure in SQL, by its place. */
export const column = (index: number) => Prisma.raw(`m${index}`)

export const columnsOf = (kind: FigureKind, expression: (measure: Prisma.Sql, index: number) => Prisma.Sql) =>
  Prisma.join(Object.values(kind.measures).map((measure, index) => Prisma.sql`${expression(measure, index)} AS ${column(index)}`))

/** A group's key in SQL: empty for records without a value. */
export const groupOf = ({ dimensions }: FigureKind, name: string) =>
  Prisma.sql`coalesce((${dimensions[name]?.value})::text, '') COLLATE "C"`

type Cell = [grouped: boolean, group: string, bucket: number | null, ...measures: (number | null)[]]

/**
 * Runs the one statement of a question.
 * @param cells CTEs that end with `cell (grouped, grp, number, m0, m1 …)`: one row for each group and bucket that holds records, and one
 *   with the number null for each group as a whole; `grouped` is false for all records together
 * @throws Failure INVALID_INPUT for a time zone that the database does not know
 */
export async function readCells<Measure extends string>(
  { prisma }: Session,
  kind: FigureKind<string, Measure>,
  question: FigureQuestion,
  cells: Prisma.Sql,
): Promise<Figures<Measure>> {
  const measures = Object.keys(kind.measures) as Measure[]
  const listed = Prisma.join(measures.map((_, index) => Prisma.sql`cell.${column(index)}`))
  const [row] = await prisma.$queryRaw<{ buckets: [number, number][]; cells: Cell[] | null; groupCount: number }[]>`
    WITH ${bucketsOf(question)}, ${cells},
    kept AS (SELECT grp FROM cell WHERE grouped AND number IS NULL ORDER BY m0 DESC, grp LIMIT ${question.mostGroups})
    SELECT
      (SELECT json_agg(json_build_array(extract(epoch FROM lower) * 1000, extract(epoch FROM upper) * 1000) ORDER BY number) FROM bucket) AS buckets,
      (SELECT json_agg(json_build_array(grouped, cell.grp, number, ${listed}) ORDER BY m0 DESC, cell.grp)
        FROM cell LEFT JOIN kept ON kept.grp = cell.grp WHERE NOT grouped OR kept.grp IS NOT NULL) AS cells,
      (SELECT count(*)::int FROM cell WHERE grouped AND number IS NULL) AS "groupCount"`.catch(explainZone)
  if (!row) throw new Error('a statement without FROM gave no row')
  const buckets = row.buckets.map(([from, to]) => ({ from: new Date(from), to: new Date(to) }))
  return { buckets, groupCount: row.groupCount, ...seriesOf(row.cells ?? [], measures, buckets.length) }
}

function seriesOf<Measure extends string>(cells: Cell[], measures: Measure[], length: number) {
  const named = (values: (number | null)[]) =>
    Object.fromEntries(measures.map((measure, index) => [measure, values[index] ?? null])) as Measures<Measure>
  const series = (group: string, of: Cell[]) => {
    const whole = of.find(([, , bucket]) => bucket === null)
    const points = Array.from({ length }, () => named([]))
    for (const [, , bucket, ...values] of of) if (bucket !== null) points[bucket - 1] = named(values)
    return { group: group === '' ? null : group, whole: named((whole?.slice(3) as (number | null)[] | undefined) ?? []), points }
  }
  const groups = Map.groupBy(
    cells.filter(([grouped]) => grouped),
    ([, group]) => group,
  )
  const total = series(
    '',
    cells.filter(([grouped]) => !grouped),
  )
  const size = (of: Cell[]) => of.find(([, , bucket]) => bucket === null)?.[3] ?? 0
  return {
    total,
    groups: [...groups].toSorted(([, one], [, two]) => size(two) - size(one)).map(([group, of]) => series(group, of)),
  }
}

function explainZone(error: unknown): never {
  if (!(error instanceof Error && /time zone .* not recognized/.test(error.message))) throw error
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [
    { path: ['timeZone'], message: 'is not known to the database' },
  ])
}
