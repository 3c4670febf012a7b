import type { ReactNode } from 'react'

/** Names and values; what is absent is said to be. */
export const Definitions = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="definitions">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null || value === undefined || value === '' ? <span className="muted">Not known</span> : value}</dd>
      </div>
    ))}
  </dl>
)
