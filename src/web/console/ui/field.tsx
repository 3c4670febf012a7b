import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** What is wrong with it, beside it. */
  error?: string | undefined
  lines?: number
}

/** A labelled input, with what the service says against it. */
export function Field({ label, value, onChange, error, lines, ...input }: Props) {
  const id = useId()
  const described = { id, 'aria-invalid': error !== undefined, 'aria-describedby': error === undefined ? undefined : `${id}-error` }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines === undefined ? (
        <input {...input} {...described} value={value} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <textarea
          {...(input as TextareaHTMLAttributes<HTMLTextAreaElement>)}
          {...described}
          rows={lines}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="trouble small">
          {error}
        </p>
      )}
    </div>
  )
}
