import { useId } from 'react'

interface Props<Value extends string> {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  options: readonly (readonly [value: Value, words: string])[]
  /** The words for no choice; without them a choice must be made. */
  none?: string
  required?: boolean
  /** What is wrong with it, beside it. */
  error?: string | undefined
}

/** A labelled choice of one: a plain select, which every browser and screen reader knows. */
export function Select<Value extends string>({ label, value, onChange, options, none, required, error }: Props<Value>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        required={required}
        value={value ?? ''}
        onChange={(event) => onChange((event.target.value || undefined) as Value | undefined)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className="trouble small">
          {error}
        </p>
      )}
    </div>
  )
}
