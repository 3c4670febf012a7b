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

/** As many days before a range, as a whole, to compare it with. */
export function before({ from, to, timeZone }: ReturnType<typeof lastDays>) {
  const start = new Date(from)
  const days = Math.round((Date.parse(to) - start.getTime()) / 86_400_000)
  return { from: new Date(start.getFullYear(), start.getMonth(), start.getDate() - days).toISOString(), to: from, timeZone }
}
