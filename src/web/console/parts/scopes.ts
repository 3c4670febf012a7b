import type { Scope } from '../generated/documents.ts'

/** What a key may do, in words; those that `care` and `admin` gather are given one by one. */
export const scopes: readonly (readonly [scope: Scope, words: string])[] = [
  ['patients_read', 'Read patients, calls, conversations'],
  ['patients_write', 'Write patients and work'],
  ['voice_webhook', 'Voice platform'],
  ['benefits', 'Benefits and prior authorization'],
  ['safety_review', 'Review adverse events'],
  ['library', 'Library and widget clients'],
  ['access', 'Keys, staff and audit'],
  ['widget', 'Widget on a site'],
]

const gathered: Partial<Record<Scope, string>> = { care: 'All of patient care', admin: 'Everything' }

export const scopeName = (scope: Scope): string => gathered[scope] ?? scopes.find(([one]) => one === scope)?.[1] ?? scope
