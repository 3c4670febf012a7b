import { useCallback, useEffect, useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { CreateKeyDocument, type StaffRole } from '../generated/documents.ts'
import { staffRoles } from '../parts/staff-roles.ts'
import { useAuthorization } from '../parts/use-authorization.ts'
import { notify } from '../shell/notices.tsx'
import { signIn } from '../shell/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../ui/pill.tsx'
import { Trouble } from '../ui/states.tsx'
import { View } from './view.tsx'

interface State {
  state: 'idle' | 'filling' | 'live' | 'filled' | 'failed'
  error?: string
}

const told: Record<Exclude<State['state'], 'idle' | 'failed'>, string> = {
  filling: 'People, calls and conversations are being made. It takes a minute or two.',
  live: 'The service is filled. One call goes on for ten minutes: see Calls.',
  filled: 'The service is filled.',
}

/** For an evaluation: fills the service with made-up people, and shows it as each role sees it. */
export default function Demonstration() {
  const { state, trouble, ask } = useDemonstration()
  const [besideOthers, setBesideOthers] = useState(false)
  return (
    <View>
      <h1>Made-up people</h1>
      <section className="card" aria-labelledby="fill">
        <h2 id="fill">Fill the service</h2>
        <p>
          Sixty patients with their medicines and coverage, calls, conversations and work of the last four weeks, and a call that goes on.
          Everything is marked as made up; nothing of it can be deleted afterwards, only ended. Use a database that you will throw away.
        </p>
        <div className="row">
          <Button
            look="primary"
            isDisabled={!state || state.state === 'filling' || state.state === 'live'}
            onClick={() => void ask('POST', besideOthers)}
          >
            Fill with made-up people
          </Button>
          <label className="inline-check">
            <input type="checkbox" checked={besideOthers} onChange={({ target }) => setBesideOthers(target.checked)} /> Although it has
            other patients
          </label>
        </div>
        <p role="status">{state && state.state !== 'idle' && state.state !== 'failed' && told[state.state]}</p>
        {(trouble ?? state?.error) && (
          <p className="notice notice-error" role="alert">
            {trouble ?? state?.error}
          </p>
        )}
      </section>
      {state && <SeeItAs />}
    </View>
  )
}

/** How far it is, asked for again while it goes on. */
function useDemonstration() {
  const headers = useAuthorization()
  const [state, setState] = useState<State>()
  const [trouble, setTrouble] = useState<string>()
  const { authorization = '' } = headers
  const ask = useCallback(
    async (method: 'GET' | 'POST', besideOthers = false) => {
      const response = await fetch(`/demonstration.json${besideOthers ? '?beside_others=true' : ''}`, {
        method,
        headers: { authorization },
      }).catch(() => undefined)
      const body = await response?.json().catch(() => undefined)
      if (response?.ok) setState(body)
      setTrouble(response?.ok ? undefined : (body?.detail ?? 'A service in production is not filled with made-up people.'))
    },
    [authorization],
  )
  useEffect(() => void ask('GET'), [ask])
  useEffect(() => {
    if (state?.state !== 'filling' && state?.state !== 'live') return
    const timer = setTimeout(() => void ask('GET'), 2000)
    return () => clearTimeout(timer)
  }, [state, ask])
  return { state, trouble, ask }
}

/** Signs this tab in with a key of a role, for a day. */
function SeeItAs() {
  const [{ fetching, error }, create] = useMutation(CreateKeyDocument)
  const [, navigate] = useLocation()
  const see = async (role: StaffRole) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const { data } = await create({ input: { name: `Made-up ${words(role).toLowerCase()}`, role, expiresAt } })
    if (!data?.createApiKey) return
    signIn(data.createApiKey.key)
    navigate('/')
    notify(`This is what a ${words(role).toLowerCase()} sees. Sign out to come back.`)
  }
  return (
    <section className="block" aria-labelledby="roles">
      <h2 id="roles">See it as</h2>
      <ul className="rows">
        {staffRoles.map(([role, does]) => (
          <li key={role}>
            <div className="spread">
              <div>
                <strong>{words(role)}</strong>
                <p className="quiet">{does}</p>
              </div>
              <Button isDisabled={fetching} onClick={() => void see(role)}>
                See it<span className="unseen"> as {words(role).toLowerCase()}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Trouble of={error} />
    </section>
  )
}
