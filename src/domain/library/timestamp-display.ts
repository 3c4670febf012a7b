/** `2:05` or, from an hour on, `1:02:05`. */
function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** A time in a video as people write it: the start, or start and end (docs/contract.md, Content item). */
export function timestampDisplay(start: number | null, end: number | null): string | null {
  if (start === null) return null
  return end === null || end <= start ? clock(start) : `${clock(start)} - ${clock(end)}`
}
