import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { type PlatformRowFragment, ReplacePlatformSecretDocument, SetPlatformApiKeyDocument } from '../../generated/documents.ts'
import { notify } from '../../shell/notices.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Trouble } from '../../ui/states.tsx'
import { secretNames } from './platform-names.ts'
import { ShownSecret } from './shown-secret.tsx'

interface PlatformSecretsProps {
  platform: PlatformRowFragment
  onChanged: () => void
}

/** Replaces the secret of a connection, and takes the key with which lost reports are fetched. */
export function PlatformSecrets({ platform: { id, provider, isAskable }, onChanged }: PlatformSecretsProps) {
  const secretName = secretNames[provider]
  const [secret, setSecret] = useState('')
  const [apiKey, setApiKey] = useState('')
  const [shown, setShown] = useState<string>()
  const [replaced, replace] = useMutation(ReplacePlatformSecretDocument)
  const [given, give] = useMutation(SetPlatformApiKeyDocument)

  const submitSecret = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await replace({ input: { id, ...(secretName ? { secret: secret.trim() } : {}) } })
    if (!data?.replacePlatformSecret) return
    setSecret('')
    setShown(data.replacePlatformSecret.secret ?? undefined)
    notify('Replaced. The one until now stays valid until the next.')
    onChanged()
  }

  const submitKey = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await give({ input: { id, apiKey: apiKey.trim() } })
    if (!data?.setPlatformApiKey) return
    setApiKey('')
    notify('Reports that do not come are fetched.')
    onChanged()
  }

  return (
    <div className="stack">
      {shown && (
        <ShownSecret what="This is what the platform sends as its bearer token." secret={shown} onPutAway={() => setShown(undefined)} />
      )}
      <form onSubmit={submitSecret} className="stack">
        {secretName && <Field label={secretName} value={secret} required maxLength={500} type="password" onChange={setSecret} />}
        <Trouble of={replaced.error} />
        <div className="actions">
          <Button type="submit" isDisabled={replaced.fetching}>
            Replace secret
          </Button>
        </div>
      </form>
      {provider !== 'retell' && (
        <form onSubmit={submitKey} className="stack">
          <Field
            label={provider === 'twilio' ? 'Account SID and auth token, with a colon between' : 'Key of its API, which may read calls'}
            value={apiKey}
            required
            maxLength={500}
            type="password"
            onChange={setApiKey}
          />
          <Trouble of={given.error} />
          <div className="actions">
            <Button type="submit" isDisabled={given.fetching}>
              {isAskable ? 'Replace key' : 'Fetch lost reports'}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
