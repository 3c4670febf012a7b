/** Buckets and counts computed in plain TypeScript with Intl, to compare the database's with. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local clock of a zone as the UTC milliseconds that a clock in UTC would show. */
function localClock(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  formats.set(timeZone, format)
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
}

const day = 24 * 3600 * 1000
const quarter = 15 * 60 * 1000

/** The beginning of the interval that a local time is in, as a local time. */
function beginning(local: number, interval: string): number {
  const date = new Date(local)
  if (interval === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const midnight = Math.floor(local / day) * day
  return interval === 'day' ? midnight : midnight - ((date.getUTCDay() + 6) % 7) * day
}

/**
 * Where intervals begin between two instants: walks from quarter to quarter of an hour, and one begins where the local clock first
 * shows a later interval than any before; hours begin wherever it shows a full hour.
 */
function starts(from: number, to: number, interval: string, timeZone: string): number[] {
  const found: number[] = []
  const first = Math.floor(from / quarter) * quarter
  let latest = beginning(localClock(from, timeZone), interval)
  for (let instant = first + quarter; instant < to; instant += quarter) {
    const local = localClock(instant, timeZone)
    if (interval === 'hour') {
      if (local % 3_600_000 === 0) found.push(instant)
    } else if (beginning(local, interval) > latest) {
      latest = beginning(local, interval)
      found.push(instant)
    }
  }
  return found.filter((instant) => instant > from)
}

export function plainBuckets(from: number, to: number, interval: string, timeZone: string): { from: number; to: number }[] {
  const hour = 3_600_000
  // What the ends of the range leave of an interval is no interval of its own where it is shorter than an hour.
  const inner = starts(from, to, interval, timeZone).filter((start) => start >= from + hour && start <= to - hour)
  const bounds = [from, ...inner, to]
  return bounds.slice(1).map((bound, index) => ({ from: bounds[index] ?? from, to: bound }))
}
