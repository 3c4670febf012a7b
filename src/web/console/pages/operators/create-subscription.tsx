import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { CreateEventSubscriptionDocument, type IntegrationEventKind } from '../../generated/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Trouble } from '../../ui/states.tsx'
import { eventNames } from './event-names.ts'
import { ShownSecret } from './shown-secret.tsx'

/** Has events posted to an address. */
export function CreateSubscription({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState<IntegrationEventKind[]>([])
  const [document, setDocument] = useState('')
  const [ownerKey, setOwnerKey] = useState('')
  const [isPutAway, setPutAway] = useState(false)
  const [{ fetching, error, data }, create] = useMutation(CreateEventSubscriptionDocument)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const own = document.trim() === '' ? {} : { document, ownerKeyId: Number(ownerKey) || null }
    const { data } = await create({ input: { name: name.trim(), url: url.trim(), kinds, ...own } })
    if (!data?.createEventSubscription) return
    setPutAway(false)
    setName('')
    setUrl('')
    setKinds([])
    setDocument('')
    onCreated()
  }

  return (
    <section className="card" aria-labelledby="subscribe">
      <h2 id="subscribe">Send events to another system</h2>
      {data?.createEventSubscription && !isPutAway && (
        <ShownSecret
          what="This is the secret with which its receiver verifies them."
          secret={data.createEventSubscription.verifier}
          onPutAway={() => setPutAway(true)}
        />
      )}
      <form onSubmit={submit} className="stack">
        <Field label="Name, as staff call it" value={name} required maxLength={100} onChange={setName} />
        <Field label="Address, public and https" type="url" value={url} required maxLength={2048} onChange={setUrl} />
        <fieldset className="checks">
          <legend>Events</legend>
          {eventNames.map(([kind, label]) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={({ target }) => setKinds(target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Field label="GraphQL query for the bodies; ids and states without it" lines={4} value={document} onChange={setDocument} />
        {document.trim() !== '' && (
          <Field label="Number of the API key under which it is run" inputMode="numeric" required value={ownerKey} onChange={setOwnerKey} />
        )}
        <Trouble of={error} />
        <div className="actions">
          <Button look="primary" type="submit" isDisabled={fetching || kinds.length === 0}>
            Subscribe
          </Button>
        </div>
      </form>
    </section>
  )
}
