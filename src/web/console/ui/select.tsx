import { useId } from 'react'

interface Props {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly (readonly [value: string, words: string])[]
  /** The words for no choice; without them a choice must be made. */
  none?: string
}

/** A labelled choice of one. */
export function Select({ label, value, onChange, options, none }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
