import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { instant } from './buckets.ts'
import { groupOf } from './cells.ts'
import type { SummedKind } from './figure-kind.ts'
import { dayName, ungrouped } from './read-summed.ts'

/**
 * Hours are summed up this long after their end. Triggers mark changes of records older than a day (`mark_figures_stale`), so one
 * that runs meanwhile would be missed only if its transaction took a day.
 */
const settledAfterDays = 2

/** Done in one statement: days of new hours, and hours that changed. What is empty is skipped. */
const batch = { days: 1, hours: 100 }

/** Sums up the hours of a kind that are over or changed, until none is left or `stopping` aborts. Instances take turns. */
export async function sumUp(session: Session, kind: SummedKind, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await sumUpSome(session, kind)));
}

const sumUpSome = (session: Session, kind: SummedKind): Promise<boolean> =>
  session.transaction(async ({ prisma }) => {
    const [limits] = await prisma.$queryRaw<{ through: Date; settled: Date; until: Date }[]>`
      WITH known AS (SELECT through FROM figure_progress WHERE kind = ${kind.name} FOR UPDATE),
      next AS (
        SELECT date_trunc('hour', now() - ${settledAfterDays} * interval '1 day', 'UTC') AS settled,
          (SELECT date_trunc('hour', min(${kind.time}), 'UTC') FROM ${kind.from}
            WHERE ${kind.time} >= coalesce((SELECT through FROM known), '-infinity')) AS hour
      ),
      first AS (SELECT coalesce((SELECT through FROM known), least(hour, settled)) AS through, settled, hour FROM next WHERE hour IS NOT NULL
        UNION ALL SELECT through, settled, settled FROM known, next WHERE hour IS NULL)
      SELECT through, settled, greatest(through, least(settled, hour + ${batch.days} * interval '1 day')) AS until FROM first`
    if (!limits) return false
    const { through, settled, until } = limits
    const entered = await prisma.figureProgress.upsert({
      where: { kind: kind.name },
      create: { kind: kind.name, through: until },
      update: { through: until },
    })
    const changed = await replaceHours(prisma, kind, through, entered.through)
    await replaceDays(prisma, kind, through, entered.through, changed)
    return until < settled || changed.length >= batch.hours
  })

/**
 * Sums up the hours of a range and those that changed before it. One statement, so one snapshot: a change that it does not see has a
 * mark that it does not delete.
 * @returns the hours that had changed
 */
async function replaceHours(prisma: Session['prisma'], kind: SummedKind, from: Date, to: Date): Promise<Date[]> {
  const names = [ungrouped, ...Object.keys(kind.dimensions)]
  const measures = Prisma.join(Object.values(kind.measures).map((measure) => Prisma.sql`(${measure})::float8`))
  const [row] = await prisma.$queryRaw<{ changed: Date[] | null }[]>`
    WITH stale AS (
      SELECT DISTINCT hour FROM figure_stale WHERE kind = ${kind.name} AND hour < ${instant(to)} ORDER BY hour LIMIT ${batch.hours}
    ),
    seen AS (DELETE FROM figure_stale USING stale WHERE kind = ${kind.name} AND figure_stale.hour = stale.hour RETURNING figure_stale.hour),
    piece AS MATERIALIZED (
      SELECT lower(piece) AS lower, upper(piece) AS upper FROM unnest(
        (SELECT coalesce(range_agg(tstzrange(hour, hour + interval '1 hour')), '{}') FROM seen)
        + tstzmultirange(tstzrange(${instant(from)}, ${instant(to)}))) AS piece
    ),
    cleared AS (
      DELETE FROM figure_hour USING piece
      WHERE kind = ${kind.name} AND dimension = ANY (${names}) AND hour >= lower AND hour < upper
    ),
    added AS (
      INSERT INTO figure_hour (kind, dimension, hour, value, measures)
      ${Prisma.join(
        names.map(
          (name) => Prisma.sql`
            SELECT ${kind.name}, ${name}, date_trunc('hour', ${kind.time}, 'UTC') AS hour,
              ${name === ungrouped ? Prisma.sql`''` : groupOf(kind, name)} AS grp, ARRAY[${measures}]
            FROM piece JOIN ${kind.from} ON ${kind.time} >= piece.lower AND ${kind.time} < piece.upper ${kind.dimensions[name]?.join ?? Prisma.empty}
            WHERE true ${kind.where ?? Prisma.empty}
            GROUP BY 3, 4`,
        ),
        ' UNION ALL ',
      )}
    )
    SELECT array_agg(hour) AS changed FROM stale`
  return row?.changed ?? []
}

/** Adds up the hours of the days (UTC) that are over. Only a transaction that holds the kind's progress changes them. */
async function replaceDays(prisma: Session['prisma'], kind: SummedKind, from: Date, to: Date, changed: Date[]): Promise<void> {
  const names = [ungrouped, ...Object.keys(kind.dimensions)]
  const sums = Prisma.join(Object.keys(kind.measures).map((_, index) => Prisma.sql`sum(measures[${Prisma.raw(String(index + 1))}])`))
  const hours = changed.map((hour) => hour.toISOString())
  const days = Prisma.sql`
    SELECT DISTINCT date_trunc('day', hour, 'UTC') AS day FROM unnest(${hours}::timestamptz[]) AS hour WHERE hour < ${instant(from)}
    UNION SELECT day FROM generate_series(date_trunc('day', ${instant(from)}, 'UTC'), ${instant(to)} - interval '1 day', interval '1 day') AS day`
  await prisma.$executeRaw`
    DELETE FROM figure_hour USING (${days}) AS touched WHERE kind = ${dayName(kind)} AND dimension = ANY (${names}) AND hour = day`
  await prisma.$executeRaw`
    INSERT INTO figure_hour (kind, dimension, hour, value, measures)
    SELECT ${dayName(kind)}, summed.dimension, day, summed.value, summed.measures FROM (${days}) AS touched CROSS JOIN LATERAL (
      SELECT dimension, value, ARRAY[${sums}] AS measures FROM figure_hour
      WHERE kind = ${kind.name} AND dimension = ANY (${names}) AND hour >= day AND hour < day + interval '1 day' GROUP BY 1, 2
    ) AS summed`
}
