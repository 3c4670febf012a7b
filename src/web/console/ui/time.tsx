import { calendarDay, moment, wholeMoment } from '../parts/formats.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** An instant in the viewer's zone, which its title names. @param whole with its year, for what is printed */
export const Time = ({ at, whole }: { at: string | null | undefined; whole?: boolean }) =>
  at ? (
    <time dateTime={at} title={`${timeZone}: ${new Date(at).toLocaleString()}`}>
      {whole ? wholeMoment(at) : moment(at)}
    </time>
  ) : (
    <span className="muted nothing">–</span>
  )

/** A day as it is written down, which no zone moves. */
export const Day = ({ on }: { on: string | null | undefined }) =>
  on ? (
    <time dateTime={on} className="nowrap">
      {calendarDay(on)}
    </time>
  ) : null

/** Hours in the unit one would say. */
export function age(hours: number): string {
  if (hours < 1) return `${Math.max(0, Math.round(hours * 60))} min`
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`
}

export const ageSince = (at: string): string => age((Date.now() - Date.parse(at)) / 3_600_000)
