import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { AddMedicationDocument } from '../generated/documents.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { wordsOf } from '../ui/states.tsx'
import { type Problems, problemsOf } from './patient-fields.tsx'

const texts = [
  ['medicationName', 'Medicine, by brand or generic name', {}],
  ['prescribedDate', 'Prescribed on', { type: 'date' }],
  ['prescriberName', 'Prescriber', {}],
  ['prescriberNpi', 'NPI of the prescriber', { inputMode: 'numeric' }],
  ['ndcCode', 'NDC', {}],
] as const
const empty: Record<string, string> = {}

interface Props {
  patientId: number
  onAdded: () => void
}

/** A button that adds a medicine to the record. */
export function AddMedication({ patientId, onAdded }: Props) {
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState(empty)
  const [paRequired, setPaRequired] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState('')
  const [{ fetching }, add] = useMutation(AddMedicationDocument)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const told = Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]))
    const prescribed = told.some(([name]) => name?.startsWith('prescri'))
    const { medicationName = '', ...others } = Object.fromEntries(told)
    const { error } = await add({ input: { patientId, medicationName, ...others, isPrescribed: prescribed, paRequired } })
    const found = problemsOf(error?.graphQLErrors[0]?.extensions?.errors)
    setProblems(found)
    setTrouble(error && Object.keys(found).length === 0 ? wordsOf(error) : '')
    if (error) return
    notify(`${medicationName} added.`)
    setValues(empty)
    setPaRequired(false)
    setOpen(false)
    onAdded()
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a medicine</Button>
      <Dialog title="Add a medicine" open={open} onClose={() => setOpen(false)}>
        <form onSubmit={(event) => void submit(event)} className="stack">
          <div className="form">
            {texts.map(([name, label, input]) => (
              <Field
                key={name}
                label={label}
                {...input}
                required={name === 'medicationName'}
                data-autofocus={name === 'medicationName' || undefined}
                value={values[name] ?? ''}
                error={problems[name]}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </div>
          <label className="check">
            <input type="checkbox" checked={paRequired} onChange={({ target }) => setPaRequired(target.checked)} /> Needs prior
            authorization
          </label>
          <div role="alert">{trouble && <p className="trouble">{trouble}</p>}</div>
          <div className="row">
            <Button look="primary" type="submit" isDisabled={fetching}>
              {fetching ? 'Adding…' : 'Add'}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
