import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { ConnectPlatformDocument, type PlatformProvider } from '../../generated/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Trouble } from '../../ui/states.tsx'
import { platformNames, secretNames } from './platform-names.ts'
import { ShownSecret } from './shown-secret.tsx'

const platforms = Object.entries(platformNames) as [PlatformProvider, string][]

/** Connects an account at a voice platform. */
export function ConnectPlatform({ onConnected }: { onConnected: () => void }) {
  const [provider, setProvider] = useState<PlatformProvider>()
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [{ fetching, error, data }, connect] = useMutation(ConnectPlatformDocument)
  const [isPutAway, setPutAway] = useState(false)
  const secretName = provider && secretNames[provider]
  const connected = data?.createPlatformConnection

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!provider) return
    const given = secretName ? { secret: secret.trim() } : {}
    const { data } = await connect({ input: { provider, name: name.trim(), ...given } })
    if (!data?.createPlatformConnection) return
    setPutAway(false)
    setName('')
    setSecret('')
    onConnected()
  }

  return (
    <section className="card" aria-labelledby="connect">
      <h2 id="connect">Connect a voice platform</h2>
      {connected && (
        <p role="status" className="break">
          Its address is <code>{connected.platformConnection.address}</code>
        </p>
      )}
      {connected?.secret && !isPutAway && (
        <ShownSecret
          what="This is what the platform sends as its bearer token."
          secret={connected.secret}
          onPutAway={() => setPutAway(true)}
        />
      )}
      <form onSubmit={submit} className="stack">
        <Select label="Platform" none="Choose" required value={provider} onChange={setProvider} options={platforms} />
        <Field label="Name, as staff call it" value={name} required maxLength={100} onChange={setName} />
        {secretName && <Field label={secretName} value={secret} required maxLength={500} type="password" onChange={setSecret} />}
        <Trouble of={error} />
        <div className="actions">
          <Button look="primary" type="submit" isDisabled={fetching}>
            Connect
          </Button>
        </div>
      </form>
    </section>
  )
}
