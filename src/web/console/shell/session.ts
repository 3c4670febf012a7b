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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useToken = (): string | undefined => useSyncExternalStore(subscribe, token)
