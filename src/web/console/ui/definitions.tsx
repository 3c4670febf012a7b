import type { ReactNode } from 'react'

interface Props {
  of: readonly (readonly [name: string, value: ReactNode])[]
  /** In narrow columns, beside something else. */
  close?: boolean
}

/** Names and values; what is absent is said to be. */
export const Definitions = ({ of, close }: Props) => (
  <dl className={close ? 'definitions close' : 'definitions'}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null || value === undefined || value === '' ? <span className="muted">Not known</span> : value}</dd>
      </div>
    ))}
  </dl>
)
