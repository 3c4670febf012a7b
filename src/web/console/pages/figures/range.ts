/** The last so many days of the viewer's calendar, today included, as the figures' queries take them. */
export function lastDays(days: number, now = new Date()) {
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)
  const to = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    timeZone: /\//.test(timeZone) ? timeZone : 'UTC',
    interval: 'day' as const,
  }
}

/** The day of a point in the viewer's calendar: `2026-11-23`. */
export function dayOf(iso: string): string {
  const day = new Date(iso)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
