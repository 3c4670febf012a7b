import type { PaCase, PaChannel } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'

/** What staff record of a request and of the payer's answer: absent, a member stays as it is; null takes it away. */
export interface CaseDetails {
  /** The payer's reference number of the request or the decision. Null leaves it, as ever. */
  referenceNumber?: string | null | undefined
  urgent?: boolean | null | undefined
  channel?: PaChannel | null | undefined
  diagnosisCodes?: string[] | null | undefined
  quantity?: string | null | undefined
  denialReason?: string | null | undefined
  /** Dates as YYYY-MM-DD. */
  appealDueOn?: string | null | undefined
  approvedFrom?: string | null | undefined
  approvedTo?: string | null | undefined
}

type Details = Partial<Pick<PaCase, keyof CaseDetails>>

/** The details that differ from what a case has. @throws Failure INVALID_INPUT for an approval that ends before it begins */
export function detailsOf(before: PaCase, told: CaseDetails): Details {
  const { referenceNumber, urgent, channel, diagnosisCodes, quantity, denialReason } = told
  const date = (value: string | null | undefined) => (value == null ? value : new Date(value))
  const wanted = {
    referenceNumber: referenceNumber ?? undefined,
    urgent: urgent ?? undefined,
    channel,
    diagnosisCodes: diagnosisCodes === null ? [] : diagnosisCodes,
    quantity,
    denialReason,
    appealDueOn: date(told.appealDueOn),
    approvedFrom: date(told.approvedFrom),
    approvedTo: date(told.approvedTo),
  }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof CaseDetails]),
  )
  const details: Details = Object.fromEntries(changed)
  const { approvedFrom, approvedTo } = { ...before, ...details }
  if (approvedFrom && approvedTo && approvedTo < approvedFrom) {
    const errors = [{ path: ['approvedTo'], message: 'must not be before approvedFrom' }]
    throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
  }
  return details
}
