import { type FormEvent, type InputHTMLAttributes, useEffect, useRef, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { type DemographicsFragment, PayersDocument, UpdatePatientDocument } from '../generated/documents.ts'
import { calendarDay, languageName, phone, storedPhone } from '../parts/formats.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { wordsOf } from '../ui/states.tsx'

const fields = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['dateOfBirth', 'Date of birth'],
  ['sex', 'Sex'],
  ['language', 'Language'],
  ['timeZone', 'Time zone'],
  ['phone', 'Phone'],
  ['email', 'Email'],
  ['addressLine1', 'Address'],
  ['city', 'City'],
  ['state', 'State'],
  ['zipCode', 'ZIP code'],
  ['payerId', 'Payer'],
  ['memberId', 'Member ID'],
  ['groupNumber', 'Group number'],
] as const

type Name = (typeof fields)[number][0]

const inputs: Partial<Record<Name, InputHTMLAttributes<HTMLInputElement>>> = {
  dateOfBirth: { type: 'date' },
  phone: { type: 'tel' },
  email: { inputMode: 'email' },
}
/** What may be chosen; the service takes more time zones and languages. */
const choices: Partial<Record<Name, readonly (readonly [string, string])[]>> = {
  sex: ['female', 'male', 'other', 'unknown'].map((value) => [value, words(value)]),
  language: ['en', 'es', 'zh', 'vi', 'tl', 'ko', 'ar', 'ru', 'fr', 'ht', 'pt'].map((tag) => [tag, languageName(tag)]),
  timeZone: ['New_York', 'Chicago', 'Denver', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Puerto_Rico']
    .map((city) => `America/${city}`)
    .concat('Pacific/Honolulu', 'Pacific/Guam')
    .map((zone) => [zone, zone.replaceAll('_', ' ')]),
}
/** A record may say what is not among the choices. */
const withOwn = (options: readonly (readonly [string, string])[], own: string | null | undefined) =>
  !own || options.some(([value]) => value === own) ? options : [...options, [own, own] as const]

type Problems = Record<string, string>

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`

/** The service says of each field what is wrong: `extensions.errors`. */
const problemsOf = (given: unknown): Problems =>
  Object.fromEntries(
    (Array.isArray(given) ? (given as { path?: string[]; message?: string }[]) : []).map(({ path = [], message = '' }) => [
      path.at(-1) ?? '',
      path.at(-1) === 'phone' ? 'Enter the number with its area code, such as 703 555 0135.' : sentence(message),
    ]),
  )

const shown = (name: Name, value: string) => (name === 'phone' ? phone(value) : value)
const stored = (name: Name, value: string) => (name === 'phone' ? storedPhone(value) : value)

interface Props {
  patient: DemographicsFragment
  onClose: () => void
  /** Reads the patient again. */
  again: () => void
}

/** Changes demographics: shows what would change, and saves it only on the record that was seen. */
export function EditDemographics({ patient, onClose, again }: Props) {
  const [seen, setSeen] = useState(patient)
  const [values, setValues] = useState(
    () => Object.fromEntries(fields.map(([name]) => [name, shown(name, patient[name] ?? '')])) as Record<Name, string>,
  )
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState('')
  const [{ fetching }, update] = useMutation(UpdatePatientDocument)
  const [{ data, error: unlisted }] = useQuery({ query: PayersDocument, requestPolicy: 'cache-first' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [problems])
  const payers = data?.payers.edges.map(({ node }) => [node.id, node.name] as const) ?? []
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
      <div className="form">
        {fields.map(([name, label]) => {
          const onChange = (value = '') => setValues((before) => ({ ...before, [name]: value }))
          const options = name === 'payerId' ? payers : choices[name]
          return options ? (
            <Select
              key={name}
              label={label}
              none="None"
              value={values[name] || undefined}
              onChange={onChange}
              options={withOwn(options, seen[name])}
              error={problems[name] ?? (name === 'payerId' && unlisted ? 'The payers cannot be listed now.' : undefined)}
            />
          ) : (
            <Field
              key={name}
              label={label}
              data-autofocus={name === 'firstName' || undefined}
              {...inputs[name]}
              value={values[name]}
              error={problems[name]}
              onChange={onChange}
            />
          )
        })}
      </div>
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
