// How values read: in the viewer's language and time zone, as their browser has them.

const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** `Nov 23, 2026, 2:05 PM` */
export const moment = (iso: string) => dayAndTime.format(new Date(iso))
/** `02:05:09 PM` */
export const clock = (iso: string) => timeOfDay.format(new Date(iso))
/** A day without a time, as it is written down: no zone moves it. */
export const calendarDay = (date: string) => dayOnly.format(new Date(`${date}T12:00:00`))

/** `4 s`, `3 min 20 s`, `1 h 5 min` */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const whole = new Intl.NumberFormat()
export const count = (value: number) => whole.format(value)
export const share = (value: number | null | undefined) => (value == null ? '–' : `${Math.round(value * 100)} %`)
