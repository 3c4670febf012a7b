import { useSyncExternalStore } from 'react'

// The key or access token of whoever is signed in: in this tab's session storage, never in an address.

const place = 'care-outreach.token'
const listeners = new Set<() => void>()
let reason = ''

export const token = (): string | undefined => sessionStorage.getItem(place) ?? undefined

/** Why the sign-in is shown, where there is more to say than that nobody is signed in. */
export const signedOutBecause = (): string => reason

function keep(value: string | undefined, why = ''): void {
  reason = why
  if (value === undefined) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, value)
  for (const listener of listeners) listener()
}

export const signIn = (value: string): void => keep(value)
export const signOut = (): void => keep(undefined)

/** The service no longer accepts the token: the sign-in comes back, and the address stays. */
export function expire(): void {
  if (token() !== undefined) keep(undefined, 'Your sign-in has ended. Sign in again to go on where you were.')
}

/** Nobody has touched the console for so long, in milliseconds: whoever comes by could read on (45 CFR 164.312(a)(2)(iii)). */
const idleAfter = 15 * 60_000
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Signs out once nobody has touched the console for fifteen minutes; a computer that slept does so when it wakes. @returns what ends it */
export function signOutWhenIdle(): () => void {
  let touched = Date.now()
  const touch = () => {
    touched = Date.now()
  }
  const look = () => {
    if (Date.now() - touched >= idleAfter)
      keep(undefined, 'Nobody used the console for 15 minutes, so you were signed out. Sign in again to go on where you were.')
  }
  for (const event of touches) addEventListener(event, touch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', look)
  const clock = setInterval(look, 10_000)
  return () => {
    for (const event of touches) removeEventListener(event, touch, { capture: true })
    document.removeEventListener('visibilitychange', look)
    clearInterval(clock)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useToken = (): string | undefined => useSyncExternalStore(subscribe, token)
