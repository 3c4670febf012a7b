import type { InputHTMLAttributes } from 'react'
import { useQuery } from 'urql'
import { PayersDocument } from '../generated/documents.ts'
import { languageName, phone, storedPhone } from '../parts/formats.ts'
import { Field } from '../ui/field.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'

export const fields = [
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

export type Name = (typeof fields)[number][0]
export type Values = Record<Name, string>
export type Problems = Record<string, string>

const inputs: Partial<Record<Name, InputHTMLAttributes<HTMLInputElement>>> = {
  dateOfBirth: { type: 'date' },
  phone: { type: 'tel' },
  email: { inputMode: 'email' },
}
/** What may be chosen; the service takes more time zones and languages. */
export const choices: Partial<Record<Name, readonly (readonly [string, string])[]>> = {
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

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`

/** The service says of each field what is wrong: `extensions.errors`. */
export const problemsOf = (given: unknown): Problems =>
  Object.fromEntries(
    (Array.isArray(given) ? (given as { path?: string[]; message?: string }[]) : []).map(({ path = [], message = '' }) => [
      path.at(-1) ?? '',
      path.at(-1) === 'phone' ? 'Enter the number with its area code, such as 703 555 0135.' : sentence(message),
    ]),
  )

export const shown = (name: Name, value: string) => (name === 'phone' ? phone(value) : value)
export const stored = (name: Name, value: string) => (name === 'phone' ? storedPhone(value) : value)

/** The payers by their short names, to choose from. */
export function usePayers() {
  const [{ data, error }] = useQuery({ query: PayersDocument, requestPolicy: 'cache-first' })
  return { payers: data?.payers.edges.map(({ node }) => [node.id, node.name] as const) ?? [], error }
}

interface Props {
  values: Values
  problems: Problems
  onChange: (name: Name, value: string) => void
  /** What the record says now. */
  own?: Partial<Record<Name, string | null>>
  required?: ReadonlySet<Name>
}

/** The fields of a patient's demographics. */
export function PatientFields({ values, problems, onChange, own = {}, required }: Props) {
  const { payers, error } = usePayers()
  return (
    <div className="form">
      {fields.map(([name, label]) => {
        const options = name === 'payerId' ? payers : choices[name]
        return options ? (
          <Select
            key={name}
            label={label}
            none="None"
            value={values[name] || undefined}
            onChange={(value = '') => onChange(name, value)}
            options={withOwn(options, own[name])}
            error={problems[name] ?? (name === 'payerId' && error ? 'The payers cannot be listed now.' : undefined)}
          />
        ) : (
          <Field
            key={name}
            label={label}
            data-autofocus={name === 'firstName' || undefined}
            required={required?.has(name)}
            {...inputs[name]}
            value={values[name]}
            error={problems[name]}
            onChange={(value) => onChange(name, value)}
          />
        )
      })}
    </div>
  )
}
