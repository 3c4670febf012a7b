import type { PaCase, Payer } from '../../../platform/database/generated/prisma/client.ts'

const hour = 3_600_000
const day = 24 * hour
/** The beginning of a day, UTC. */
const dayOf = (time: Date) => Math.floor(time.getTime() / day) * day

/** Days before the end of an approval in which its renewal is due, where a payer has no number of its own. */
export const usualRenewalDays = 30

type Case = PaCase & { payer: Payer | null }

/**
 * What a decision leaves to do: after a denial an appeal, where the letter or the payer's times tell how long one may be made. A renewal
 * comes by a job (`raiseRenewals`).
 * @param settled whether staff rule it out
 */
export function awaitedAfter(before: Case, after: Case, settled: boolean): Pick<PaCase, 'awaits' | 'appealDueOn'> {
  const { status, payer } = after
  const isMoved = status !== before.status
  const isTold = (field: 'appealDueOn' | 'approvedTo') => Number(after[field]) !== Number(before[field])
  const isNewDenial = status === 'denied' && isMoved && !isTold('appealDueOn')
  const appealDueOn = isNewDenial ? lastDayOfAppeal(after.decidedAt, payer) : after.appealDueOn
  if (settled) return { awaits: 'settled', appealDueOn }
  if (status === 'denied' && (isMoved || isTold('appealDueOn'))) return { awaits: appealDueOn ? 'appeal' : null, appealDueOn }
  const stays = status === 'denied' || (status === 'approved' && !isMoved && !isTold('approvedTo'))
  return { awaits: stays ? before.awaits : null, appealDueOn }
}

const lastDayOfAppeal = (deniedAt: Date | null, payer: Payer | null): Date | null =>
  payer?.appealDays ? new Date(dayOf(deniedAt ?? new Date()) + payer.appealDays * day) : null

/** When a case has to be seen to: the payer's answer, an appeal (at the beginning of the last day, UTC) or a renewal; null where no time is known. */
export function dueAfter({ status, awaits, urgent, requestedAt, appealDueOn, approvedTo }: PaCase, payer: Payer | null): Date | null {
  const hours = urgent ? payer?.urgentHours : payer?.standardHours
  if (status === 'pending') return hours && requestedAt ? new Date(requestedAt.getTime() + hours * hour) : null
  if (awaits === 'appeal') return appealDueOn
  return awaits === 'renewal' ? approvedTo : null
}
