// How values read: in the viewer's language and time zone, as their browser has them.

const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const ofThisYear = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' })
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** `Nov 23, 2026, 2:05 PM` */
export const wholeMoment = (iso: string) => dayAndTime.format(new Date(iso))
/** The same, without the year where it is this one: `Nov 23, 2:05 PM` */
export const moment = (iso: string) =>
  new Date(iso).getFullYear() === new Date().getFullYear() ? ofThisYear.format(new Date(iso)) : wholeMoment(iso)
/** `2:05:09 PM` */
export const clock = (iso: string) => timeOfDay.format(new Date(iso))
/** A day without a time, as it is written down: no zone moves it. */
export const calendarDay = (date: string) => dayOnly.format(new Date(`${date}T12:00:00`))

/** `0.4 s`, `12 s`, `3 min 20 s`, `1 h 5 min` */
export function duration(seconds: number): string {
  if (seconds > 0 && seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const languages = new Intl.DisplayNames(undefined, { type: 'language' })
/** `Spanish`, of the tag `es` */
export const languageName = (tag: string) => languages.of(tag) ?? tag

const whole = new Intl.NumberFormat()
export const count = (value: number) => whole.format(value)
/** `1 case`, `2,000 cases` */
export const counted = (value: number, one: string, several = `${one}s`) => `${count(value)} ${value === 1 ? one : several}`
export const share = (value: number | null | undefined) => (value == null ? undefined : `${Math.round(value * 100)}%`)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' })
/** `$1,500`, `$388.90`: what payers of the United States tell is in their currency, whatever the viewer's language. */
export const money = (amount: number) => dollars.format(amount)

/** As the service keeps it, of a number as people write it: `(703) 555-0135` is +17035550135. What is none stays as it is. */
export function storedPhone(written: string): string {
  const plain = written.replace(/[\s().-]/g, '')
  if (/^\+\d+$/.test(plain)) return plain
  return /^1?\d{10}$/.test(plain) ? `+1${plain.slice(-10)}` : written.trim()
}

/** `+1 703 555 0135`; numbers of other countries stay as they are. */
export const phone = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')

/** The day of a moment in the viewer's calendar, as a field for a date has it: `2026-11-23` */
export const dayOf = (moment: string | number = Date.now()): string => new Date(moment).toLocaleDateString('sv-SE')

/** As a field for date and time has it, in the viewer's zone: `2026-11-23T14:05`; empty where there is none. */
export const localTime = (iso: string | null | undefined): string =>
  iso ? new Date(iso).toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T') : ''
