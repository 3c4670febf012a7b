import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { type SafetyCaseQuery, UpdateAdverseEventDocument } from '../generated/documents.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble } from '../ui/states.tsx'
import { detailFields } from './detail-fields.ts'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>
type Name = (typeof detailFields)[number]['name']

const hints: Partial<Record<Name, string>> = {
  onset: '2026, 2026-11 or 2026-11-24',
  therapyStart: '2026, 2026-11 or 2026-11-24',
  therapyEnd: '2026, 2026-11 or 2026-11-24',
  concomitantMedications: 'parted by commas',
}
const written = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value))

function stored(name: Name, text: string): unknown {
  if (name === 'concomitantMedications')
    return text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  if (name === 'reporterMayBeContacted') return text === '' ? null : text === 'true'
  return text.trim() || null
}

const patientOf = (text: string) =>
  /^\d{1,9}$/.test(text) ? { patientId: Number(text) } : { patientId: null, claimedPatient: text || null }

/** Completes or corrects the details of a case: only what was changed is sent, and only onto the version that was seen when it was opened. */
export function EditDetails({ one: latest, onSaved }: { one: SafetyCase; onSaved: () => void }) {
  // Were it the latest, what a colleague saves meanwhile would be sent back as it was before.
  const [one] = useState(latest)
  const [values, setValues] = useState(
    () => Object.fromEntries(detailFields.map(({ name }) => [name, written(one[name])])) as Record<Name, string>,
  )
  const whose = String(one.patient?.id ?? one.claimedPatient ?? '')
  const [patient, setPatient] = useState(whose)
  const [{ fetching, error }, update] = useMutation(UpdateAdverseEventDocument)
  const problems = (error?.graphQLErrors[0]?.extensions?.errors ?? []) as { path?: string[]; message?: string }[]
  const problemOf = (name: string) => problems.find(({ path }) => path?.[0] === name)?.message

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const changed = detailFields.filter(({ name }) => values[name] !== written(one[name]))
    const { data } = await update({
      input: {
        id: one.id,
        expectedVersion: one.version,
        ...(patient.trim() !== whose && patientOf(patient.trim())),
        ...Object.fromEntries(changed.map(({ name }) => [name, stored(name, values[name])])),
      },
    })
    if (!data?.updateAdverseEvent) return
    notify('Case saved.')
    onSaved()
  }

  return (
    <form onSubmit={(event) => void save(event)} className="stack">
      <div className="form">
        <Field
          label="Patient: our number, or who it is"
          value={patient}
          maxLength={200}
          error={problemOf('patientId') ?? problemOf('claimedPatient')}
          onChange={setPatient}
        />
        {detailFields.map((field) => {
          const { name, label } = field
          const set = (value = '') => setValues((before) => ({ ...before, [name]: value }))
          const hint = hints[name]
          return 'choices' in field ? (
            <Select
              key={name}
              label={label}
              none="Not known"
              value={values[name] || undefined}
              error={problemOf(name)}
              onChange={set}
              options={field.choices.map((value) => [value, value === 'true' ? 'Yes' : value === 'false' ? 'No' : words(value)])}
            />
          ) : (
            <Field key={name} label={hint ? `${label} (${hint})` : label} value={values[name]} error={problemOf(name)} onChange={set} />
          )
        })}
      </div>
      {problems.length === 0 && <Trouble of={error} />}
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching}>
          Save
        </Button>
      </div>
    </form>
  )
}
