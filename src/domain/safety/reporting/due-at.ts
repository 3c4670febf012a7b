import { dayIn } from '../details/evidence-of.ts'

/** A contract's time for a report (docs/safety-reporting.md). */
export interface ReportingTime {
  dueHours: number
  /** IANA: whose days they are. */
  timeZone: string
  /** 1 is Monday. */
  workingDays: readonly number[]
  /** Midnight UTC of each. */
  holidays: readonly Date[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * When a report is due: so many hours after the service learnt of the event, of which those of working days count. "One business day" is 24
 * hours on Monday to Friday: what was learnt of on Friday at three is due on Monday at three.
 */
export function dueAt(awareAt: Date, { dueHours, timeZone, workingDays, holidays }: ReportingTime): Date {
  const free = new Set(holidays.map((day) => day.toISOString().slice(0, 10)))
  const counts = (day: string) => workingDays.includes(new Date(day).getUTCDay() || 7) && !free.has(day)
  let left = dueHours * hourMs
  let at = awareAt.getTime()
  // A program has a working day; what its holidays leave out is bounded all the same.
  for (let days = 0; days < 4000; days++) {
    const day = dayIn(timeZone, new Date(at))
    const end = startOfDay(nextDay(day), timeZone)
    if (counts(day)) {
      if (left <= end - at) return new Date(at + left)
      left -= end - at
    }
    at = end
  }
  return new Date(at)
}

const nextDay = (day: string) => new Date(new Date(day).getTime() + dayMs).toISOString().slice(0, 10)

/** The first instant of a day in a time zone, where clocks may be set forward or back that night. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = new Date(day).getTime()
  // No zone is further from UTC than 14 hours; of a day that begins at one, as in spring in Havana, that is its start.
  let from = midnight - 14 * hourMs
  let to = midnight + 14 * hourMs
  while (to - from > 1000) {
    const middle = Math.floor((from + to) / 2000) * 1000
    if (dayIn(timeZone, new Date(middle)) < day) from = middle
    else to = middle
  }
  return to
}
