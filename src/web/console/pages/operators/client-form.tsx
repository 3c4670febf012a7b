import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { type ClientRowFragment, CreateClientDocument, UpdateClientDocument } from '../../generated/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Trouble } from '../../ui/states.tsx'
import { WidgetPreview } from './widget-preview.tsx'

interface ClientFormProps {
  /** Absent for a new one. */
  client?: ClientRowFragment | undefined
  onSaved: () => void
}

const fields = [
  { name: 'name', label: 'Name, as staff call it', required: true },
  { name: 'primaryColor', label: 'Color (#rrggbb)', required: true },
  { name: 'welcomeMessage', label: 'Welcome message', required: true },
  { name: 'placeholderText', label: 'Text in the empty input', required: true },
  { name: 'supportName', label: 'Who helps where the chat cannot', required: false },
  { name: 'supportPhone', label: 'Their phone', required: false },
  { name: 'supportEmail', label: 'Their email', required: false },
  { name: 'callbackConsent', label: 'What visitors agree to who ask for a call (empty: no calls are offered)', required: false },
] as const

type Values = Record<(typeof fields)[number]['name'], string> & { allowedOrigins: string }

const valuesOf = (client: ClientRowFragment | undefined): Values => ({
  name: client?.name ?? '',
  primaryColor: client?.primaryColor ?? '#1f5f8b',
  welcomeMessage: client?.welcomeMessage ?? 'How can I help you today?',
  placeholderText: client?.placeholderText ?? 'Ask a question',
  supportName: client?.supportName ?? '',
  supportPhone: client?.supportPhone ?? '',
  supportEmail: client?.supportEmail ?? '',
  callbackConsent: client?.callbackConsent ?? '',
  allowedOrigins: client?.allowedOrigins.join('\n') ?? '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** How a site's widget looks and where it may be used, with what it will look like beside it. */
export function ClientForm({ client, onSaved }: ClientFormProps) {
  const [values, setValues] = useState(() => valuesOf(client))
  const [created, create] = useMutation(CreateClientDocument)
  const [updated, update] = useMutation(UpdateClientDocument)
  const [saved, setSaved] = useState(false)
  const { fetching, error } = client ? updated : created
  const change = (fields: Partial<Values>) => {
    setSaved(false)
    setValues({ ...values, ...fields })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { allowedOrigins, supportName, supportPhone, supportEmail, callbackConsent, ...texts } = values
    const input = {
      ...texts,
      supportName: orNull(supportName),
      supportPhone: orNull(supportPhone),
      supportEmail: orNull(supportEmail),
      callbackConsent: orNull(callbackConsent),
      allowedOrigins: allowedOrigins.split(/\s+/).filter((origin) => origin !== ''),
    }
    const { error } = client ? await update({ input: { id: client.id, ...input } }) : await create({ input })
    if (error) return
    setSaved(true)
    onSaved()
  }

  return (
    <form onSubmit={submit} className="client-form">
      <div className="stack">
        {fields.map(({ name, label, required }) => (
          <Field key={name} label={label} value={values[name]} required={required} onChange={(value) => change({ [name]: value })} />
        ))}
        <Field
          label="Allowed origins, one a line, such as https://care.example.com"
          lines={3}
          value={values.allowedOrigins}
          onChange={(allowedOrigins) => change({ allowedOrigins })}
        />
        <Trouble of={error} />
        <div className="actions">
          <Button look="primary" type="submit" isDisabled={fetching}>
            {client ? 'Save' : 'Make client'}
          </Button>
          <span role="status">{saved && 'Saved.'}</span>
        </div>
      </div>
      <WidgetPreview
        color={values.primaryColor}
        welcome={values.welcomeMessage}
        placeholder={values.placeholderText}
        support={[values.supportName, values.supportPhone, values.supportEmail].filter(Boolean).join(' · ')}
      />
    </form>
  )
}
