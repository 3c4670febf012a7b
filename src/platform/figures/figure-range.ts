import { z } from 'zod'
import { Failure } from '../failure.ts'
import { shortestMs } from './buckets.ts'
import { type Interval, intervals } from './figure-kind.ts'

const day = 24 * 3600 * 1000
const lengths: Record<Interval, number> = { hour: 3600 * 1000, day, week: 7 * day, month: 30 * day }

/** The longest range, in intervals. */
const mostIntervals = 1100

/** Points of one answer: each group has one for each interval. */
const mostPoints = 6000

const earliest = new Date('2000-01-01T00:00:00Z')
const latest = new Date('2200-01-01T00:00:00Z')
const within = { error: 'must be from 2000 to 2199' }

/** A name of the time zone database as both Intl and PostgreSQL read it: of abbreviations such as CET they make different zones. */
const timeZone = z
  .string()
  .refine((name) => name === 'UTC' || (/^[A-Za-z_]{1,32}(\/[A-Za-z0-9_+-]{1,32}){1,2}$/.test(name) && isKnown(name)), {
    error: 'must be UTC or the name of a time zone such as America/New_York',
  })

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What every figure is asked with. */
export const figureRange = z
  .object({
    from: z.date().min(earliest, within).max(latest, within),
    to: z.date().min(earliest, within).max(latest, within),
    interval: z
      .enum(intervals)
      .nullish()
      .transform((value) => value ?? null),
    timeZone: timeZone.default('UTC'),
    mostGroups: z.int().min(1).max(50).default(10),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from', abort: true })
  .refine(({ from, to }) => to.getTime() - from.getTime() >= shortestMs, { path: ['to'], error: 'must be an hour after from, or later' })
  .refine(({ from, to, interval }) => interval === null || to.getTime() - from.getTime() <= mostIntervals * lengths[interval], {
    path: ['interval'],
    error: `is too short for the range, which may be ${mostIntervals} intervals long`,
  })

/** @throws Failure INVALID_INPUT where groups and intervals together give too many points */
export function checkPoints({ from, to, interval, mostGroups }: z.output<typeof figureRange>): void {
  const points = interval === null ? 1 : Math.ceil((to.getTime() - from.getTime()) / lengths[interval]) * mostGroups
  if (points <= mostPoints) return
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [
    { path: ['mostGroups'], message: `must be lower: groups times intervals may be at most ${mostPoints}` },
  ])
}
