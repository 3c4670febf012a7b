import { useLocation, useSearch } from 'wouter'

/** The address of this page as it stands, filters and order with it, with another record open. @param name of the parameter that opens one */
export function useLinkTo(name: string): (id: number) => string {
  const [path] = useLocation()
  const search = useSearch()
  return (id) => {
    const params = new URLSearchParams(search)
    params.set(name, String(id))
    return `${path}?${params}`
  }
}
