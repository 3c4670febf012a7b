/** What `Retry-After` says, a number of seconds or a date (RFC 9110, 10.2.3), in whole seconds; undefined where it says neither. */
export function retryAfterSeconds(header: string | null | undefined): number | undefined {
  const said = header?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(said)) return Math.ceil(Number(said))
  const at = /[a-z]/i.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
