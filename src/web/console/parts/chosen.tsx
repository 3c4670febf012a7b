interface ChosenProps<Value extends string> {
  label: string
  options: readonly { value: Value; name: string }[]
  chosen: { value: Value; set: (value: Value) => void }
}

/** A filter: a plain select, which every browser and screen reader knows. */
export function Chosen<Value extends string>({ label, options, chosen }: ChosenProps<Value>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={chosen.value} onChange={({ target }) => chosen.set(target.value as Value)}>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
