import { Link } from 'wouter'

interface SectionLinksProps<Value extends string> {
  label: string
  sections: readonly { value: Value; name: string }[]
  chosen: { value: Value; address: (value: Value) => string }
}

/** The parts of a page as links, so that each can be shared. */
export function SectionLinks<Value extends string>({ label, sections, chosen }: SectionLinksProps<Value>) {
  return (
    <nav className="section-links" aria-label={label}>
      {sections.map(({ value, name }) => (
        <Link key={value} href={chosen.address(value)} aria-current={value === chosen.value ? 'page' : undefined} replace>
          {name}
        </Link>
      ))}
    </nav>
  )
}
