import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { CreateKeyDocument, type Scope, type StaffRole, WidgetClientsDocument } from '../../generated/documents.ts'
import { dayOf } from '../../parts/formats.ts'
import { scopes } from '../../parts/scopes.ts'
import { staffRoles } from '../../parts/staff-roles.ts'
import { useCaller } from '../../shell/caller.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { words } from '../../ui/pill.tsx'
import { Select } from '../../ui/select.tsx'
import { Trouble } from '../../ui/states.tsx'
import { ShownSecret } from './shown-secret.tsx'

/** Makes a key. Its secret is on the page until it is put away, and nowhere after. */
export function CreateKey({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([])
  const [role, setRole] = useState<StaffRole>()
  const [until, setUntil] = useState('')
  const [clientId, setClientId] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const [{ fetching, error }, create] = useMutation(CreateKeyDocument)
  const { may } = useCaller()
  // Who may not read the clients makes a key for the first of them.
  const forWidget = !role && chosen.includes('widget') && may('library')
  const [{ data }] = useQuery({ query: WidgetClientsDocument, variables: { first: 100 }, pause: !forWidget })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const client = forWidget && clientId ? { widgetClientId: Number(clientId) } : {}
    const what = role ? { role } : { scopes: chosen }
    const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString()
    const { data } = await create({ input: { name: name.trim(), ...what, expiresAt, ...client } })
    if (!data?.createApiKey) return
    setSecret(data.createApiKey.key)
    setName('')
    setChosen([])
    setUntil('')
    onCreated()
  }

  return (
    <section className="card" aria-labelledby="new-key">
      <h2 id="new-key">New key</h2>
      {secret && <ShownSecret what="This is the key." secret={secret} onPutAway={() => setSecret(undefined)} />}
      <form onSubmit={submit} className="stack">
        <Field label="Name: who or what uses it" value={name} required maxLength={100} onChange={setName} />
        <Select
          label="For the work of a"
          none="Chosen below"
          value={role}
          onChange={setRole}
          options={staffRoles.map(([one]) => [one, words(one)] as const)}
        />
        <fieldset className="checks" disabled={role !== undefined}>
          <legend>What it may do</legend>
          {scopes.map(([value, name]) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) => setChosen(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <Field label="Last day; without an end if empty" type="date" min={dayOf()} value={until} onChange={setUntil} />
        {forWidget && (
          <Select
            label="Widget client"
            none="Choose"
            required
            value={clientId}
            onChange={setClientId}
            options={data?.widgetClients.edges.map(({ node }) => [String(node.id), node.name] as const) ?? []}
          />
        )}
        <Trouble of={error} />
        <div className="actions">
          <Button look="primary" type="submit" isDisabled={fetching || (chosen.length === 0 && !role)}>
            Make key
          </Button>
        </div>
      </form>
    </section>
  )
}
