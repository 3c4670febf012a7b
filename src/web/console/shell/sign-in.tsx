import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { isAccepted } from './client.ts'
import { goToProvider, isReturning, type SignInSettings, takeToken } from './open-id.ts'
import { signedOutBecause, signIn } from './session.ts'
import './sign-in.css'

/** The first thing one sees: a key, or the organization's own sign-in where it is set up. */
export function SignIn() {
  const [settings, setSettings] = useState<SignInSettings>({})
  const [trouble, setTrouble] = useState(signedOutBecause())
  const [busy, setBusy] = useState(isReturning)
  const [key, setKey] = useState('')
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setTrouble('')
    await work().catch((error: Error) => setTrouble(error instanceof TypeError ? 'The network cannot be reached.' : error.message))
    setBusy(false)
  }
  const enter = async (given: string, refusal: string) => {
    if (!(await isAccepted(given))) throw new Error(refusal)
    signIn(given)
  }

  useEffect(() => {
    document.title = 'Sign in · Care Outreach'
    const returning = isReturning()
    fetch('/console/settings.json')
      .then((response) => response.json() as Promise<SignInSettings>)
      .then((known) => {
        setSettings(known)
        if (returning)
          void attempt(async () => enter(await takeToken(known), 'You are known, but this service does not accept your sign-in.'))
      })
      .catch(() => setBusy(false))
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === '') setTrouble('Enter a key.')
    else void attempt(() => enter(key.trim(), 'The service does not know this key. Check it for a missing character.'))
  }

  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <h1>Care Outreach</h1>
        <p className="muted">The console for staff.</p>
        {settings.issuer !== undefined && (
          <>
            <Button look="primary" isDisabled={busy} onClick={() => void attempt(() => goToProvider(settings))}>
              Sign in with your organization
            </Button>
            <p className="or muted">or with a key</p>
          </>
        )}
        <Field label="API key" type="password" autoComplete="off" spellCheck={false} value={key} onChange={setKey} />
        <Button look={settings.issuer === undefined ? 'primary' : 'plain'} type="submit" isDisabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
        <p role="alert" className="trouble">
          {trouble}
        </p>
        <p className="muted small">The key stays in this tab and is forgotten when you close it.</p>
      </form>
    </main>
  )
}
