import { useLocation, useSearch } from 'wouter'

/** One value of the address's query string, and how to change it; the default is not written. */
export function useQueryString<Value extends string>(name: string, fallback: Value, allowed?: readonly Value[]) {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const given = new URLSearchParams(search).get(name) as Value | null
  const value = given === null || (allowed && !allowed.includes(given)) ? fallback : given
  const address = (next: Value) => {
    const params = new URLSearchParams(search)
    if (next === fallback) params.delete(name)
    else params.set(name, next)
    const text = params.toString()
    return text === '' ? path : `${path}?${text}`
  }
  return { value, address, set: (next: Value) => navigate(address(next), { replace: true }) }
}
