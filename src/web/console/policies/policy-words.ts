import type { PolicyRowFragment } from '../generated/documents.ts'

export const states = { queued: 'Being read', ready: 'Read', failed: 'Failed' } as const

/** Whose policies count for payers that have none. */
export const anyPayer = ['*', 'Payers without policies'] as const

export const titleOf = ({ title, name }: PolicyRowFragment) => title ?? name

export const payerOf = ({ payerId, payer }: PolicyRowFragment) => (payerId === anyPayer[0] ? anyPayer[1] : (payer?.name ?? payerId))
