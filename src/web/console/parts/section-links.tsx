import { Link, useLocation, useSearch } from 'wouter'

interface SectionLinksProps<Value extends string> {
  label: string
  /** Of the address's query string. */
  param: string
  value: Value
  sections: readonly (readonly [value: Value, name: string])[]
  /** The one that is not written into the address. */
  usual?: Value | undefined
}

/** The parts of a page as links, so that each can be shared. */
export function SectionLinks<Value extends string>({ label, param, value, sections, usual = sections[0]?.[0] }: SectionLinksProps<Value>) {
  const search = useSearch()
  const [path] = useLocation()
  const address = (next: Value) => {
    const params = new URLSearchParams(search)
    if (next === usual) params.delete(param)
    else params.set(param, next)
    return params.size === 0 ? path : `${path}?${params}`
  }
  return (
    <nav className="section-links" aria-label={label}>
      {sections.map(([one, name]) => (
        <Link key={one} href={address(one)} aria-current={one === value ? 'page' : undefined} replace>
          {name}
        </Link>
      ))}
    </nav>
  )
}
