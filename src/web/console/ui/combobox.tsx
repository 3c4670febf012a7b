import { ComboboxItem, ComboboxPopover, ComboboxProvider, Combobox as Input } from '@ariakit/react'
import { useId } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** What is likely meant; anything else may be typed. */
  suggestions: readonly string[]
  maxLength?: number
}

/** An input that offers what is likely meant, by arrow keys or pointer. */
export function Combobox({ label, value, onChange, suggestions, maxLength }: Props) {
  const id = useId()
  const typed = value.trim().toLowerCase()
  const fitting = suggestions.filter((one) => one.toLowerCase().includes(typed))
  // What fits nothing, or is one of them already, leaves all to choose from.
  const offered = fitting.length === 0 || fitting.some((one) => one.toLowerCase() === typed) ? suggestions : fitting
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <ComboboxProvider value={value} setValue={onChange}>
        <Input id={id} maxLength={maxLength} autoComplete="none" />
        {offered.length > 0 && (
          <ComboboxPopover className="menu-list" gutter={4} sameWidth unmountOnHide>
            {offered.map((one) => (
              <ComboboxItem key={one} value={one} className="menu-item" />
            ))}
          </ComboboxPopover>
        )}
      </ComboboxProvider>
    </div>
  )
}
