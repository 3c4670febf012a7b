import { useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { WaitForVisitorsDocument } from '../generated/documents.ts'
import { tell } from './alerts.ts'
import { notify } from './notices.tsx'

/** Who is there says so this often, in milliseconds; the service counts them as there for 75 seconds. */
const sayEveryMs = 20_000

/**
 * Whether somebody is there for visitors who want a person, in this tab and until they say otherwise or sign out, and how many such
 * visitors wait. They are told when another asks.
 */
export function useVisitors(): { present: boolean; setPresent: (present: boolean) => void; waiting: number } {
  const [present, setPresent] = useState(false)
  const [waiting, setWaiting] = useState(0)
  const [, wait] = useMutation(WaitForVisitorsDocument)
  const [, go] = useLocation()
  const told = useRef(0)
  useEffect(() => {
    if (!present) return
    let gone = false
    const say = async () => {
      const { data, error } = await wait({ input: { present: true } })
      if (gone) return
      if (data?.waitForVisitors) setWaiting(data.waitForVisitors.visitorsWaiting)
      if (error) notify('The service does not know that you are there. It is tried again.')
    }
    void say()
    const clock = setInterval(() => void say(), sayEveryMs)
    return () => {
      gone = true
      clearInterval(clock)
      setWaiting(0)
      void wait({ input: { present: false } })
    }
  }, [present, wait])
  useEffect(() => {
    const hasGrown = waiting > told.current
    told.current = waiting
    if (!hasGrown) return
    notify('A visitor asks for a person.')
    tell('A visitor asks for a person.', () => go('/conversations?view=live'))
  }, [waiting, go])
  return { present, setPresent, waiting }
}
