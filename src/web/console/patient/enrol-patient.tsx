import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { CreatePatientDocument } from '../generated/documents.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { wordsOf } from '../ui/states.tsx'
import { fields, type Name, PatientFields, type Problems, problemsOf, stored, type Values } from './patient-fields.tsx'

const empty = Object.fromEntries(fields.map(([name]) => [name, ''])) as Values
const required: ReadonlySet<Name> = new Set(['firstName', 'lastName', 'dateOfBirth', 'phone'])

/** Enrols a person, and opens the new record. Where insurance is given, its verification starts. */
export function EnrolPatient() {
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState('')
  const [{ fetching }, create] = useMutation(CreatePatientDocument)
  const [, go] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [problems])

  async function enrol(event: FormEvent) {
    event.preventDefault()
    const told = fields.flatMap(([name]) => (values[name].trim() === '' ? [] : [[name, stored(name, values[name].trim())]]))
    const { data, error } = await create({ input: Object.fromEntries(told) })
    if (data?.createPatient) {
      notify('Patient enrolled.')
      return go(`/patients/${data.createPatient.patient.id}`)
    }
    const found = problemsOf(error?.graphQLErrors[0]?.extensions?.errors)
    setProblems(found)
    setTrouble(Object.keys(found).length > 0 ? 'Nobody is enrolled yet. Correct what is marked.' : error ? wordsOf(error) : '')
  }

  return (
    <form ref={form} onSubmit={(event) => void enrol(event)} className="stack">
      <PatientFields
        values={values}
        problems={problems}
        required={required}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
      <div role="alert">{trouble && <p className="trouble">{trouble}</p>}</div>
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching}>
          {fetching ? 'Enrolling…' : 'Enroll'}
        </Button>
      </div>
    </form>
  )
}
