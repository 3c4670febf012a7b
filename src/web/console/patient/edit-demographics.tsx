import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import { type DemographicsFragment, UpdatePatientDocument } from '../generated/documents.ts'
import { calendarDay, phone, storedPhone } from '../parts/formats.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { wordsOf } from '../ui/states.tsx'
import {
  choices,
  fields,
  type Name,
  PatientFields,
  type Problems,
  problemsOf,
  shown,
  stored,
  usePayers,
  type Values,
} from './patient-fields.tsx'

interface Props {
  patient: DemographicsFragment
  onClose: () => void
  /** Reads the patient again. */
  again: () => void
}

/** Changes demographics: shows what would change, and saves it only on the record that was seen. */
export function EditDemographics({ patient, onClose, again }: Props) {
  const [seen, setSeen] = useState(patient)
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(([name]) => [name, shown(name, patient[name] ?? '')])) as Values)
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState('')
  const [{ fetching }, update] = useMutation(UpdatePatientDocument)
  const { payers } = usePayers()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [problems])
  const written = (name: Name, value: string | null | undefined) => {
    if (!value) return 'none'
    if (name === 'dateOfBirth') return calendarDay(value)
    if (name === 'phone') return phone(storedPhone(value))
    return (name === 'payerId' ? payers : choices[name])?.find(([id]) => id === value)?.[1] ?? value
  }
  const changed = fields.filter(([name]) => stored(name, values[name]) !== (seen[name] ?? ''))
  const stale = patient.revision !== seen.revision

  async function save(event: FormEvent) {
    event.preventDefault()
    const changes = Object.fromEntries(changed.map(([name]) => [name, stored(name, values[name]) || null]))
    const { error } = await update({ input: { id: seen.id, expectedRevision: [seen.revision], ...changes } })
    if (!error) {
      notify('Patient saved.')
      again()
      return onClose()
    }
    const extensions = error.graphQLErrors[0]?.extensions
    const found = problemsOf(extensions?.errors)
    setProblems(found)
    const conflict = extensions?.code === 'CONFLICT' || extensions?.code === 'PRECONDITION_FAILED'
    const words = Object.keys(found).length > 0 ? 'Nothing is saved yet. Correct what is marked.' : wordsOf(error)
    setTrouble(conflict ? 'Somebody else changed this patient first. Nothing of yours was saved.' : words)
    if (conflict) again()
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} className="stack">
      <PatientFields
        values={values}
        problems={problems}
        own={seen}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
      <section className="stack" aria-label="What changes">
        <h3>{changed.length === 0 ? 'Nothing changes yet' : 'What changes'}</h3>
        <ul className="changes">
          {changed.map(([name, label]) => (
            <li key={name}>
              {label}: <del>{written(name, seen[name])}</del> <ins>{written(name, values[name])}</ins>
            </li>
          ))}
        </ul>
      </section>
      <div role="alert">{trouble && <p className="trouble">{trouble}</p>}</div>
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching || changed.length === 0}>
          {fetching ? 'Saving…' : 'Save'}
        </Button>
        {stale && (
          <Button
            onClick={() => {
              setSeen(patient)
              setTrouble('')
            }}
          >
            Compare with the record as it is now
          </Button>
        )}
      </div>
    </form>
  )
}
