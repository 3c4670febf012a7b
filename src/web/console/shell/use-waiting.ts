import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { type CallerQuery, WaitingWorkDocument } from '../generated/documents.ts'
import { tell } from './alerts.ts'
import { useCaller } from './caller.tsx'

type Waiting = CallerQuery['caller']['waitingWork']

const askEveryMs = 20_000

/** What is told where a count grew, the gravest first, and where it leads: no names, for others see the screen, too. */
const alerts = [
  ['overdue', 'Work has fallen overdue.', '/work?due=overdue'],
  ['urgent', 'Urgent work waits.', '/work?priority=urgent'],
  ['mine', 'Work was given to you.', '/work?who=me'],
] as const

/**
 * What waits for whoever is signed in, counted anew every 20 seconds, on the icon of the page as well. Where the page is not looked at
 * and its user wants to know, the browser tells what has grown.
 */
export function useWaiting(): Waiting | undefined {
  const { caller, may } = useCaller()
  const decides = may('patients_write', 'safety_review', 'benefits', 'care')
  // What waits at the start came with who they are.
  const [{ data }, ask] = useQuery({ query: WaitingWorkDocument, pause: true })
  const [, go] = useLocation()
  const before = useRef<Waiting>(undefined)
  const waiting = decides ? (data ?? { caller }).caller.waitingWork : undefined
  useEffect(() => {
    if (!decides) return
    const clock = setInterval(() => ask({ requestPolicy: 'network-only' }), askEveryMs)
    return () => clearInterval(clock)
  }, [decides, ask])
  useEffect(() => {
    if (!waiting) return
    void navigator.setAppBadge?.(waiting.waiting).catch(() => undefined)
    const last = before.current
    before.current = waiting
    const [, words, address] = alerts.find(([count]) => last && waiting[count] > last[count]) ?? []
    if (words && address) tell(words, () => go(address))
  }, [waiting, go])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
  return waiting
}
