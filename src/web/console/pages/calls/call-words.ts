import type { CallRowFragment } from '../../generated/documents.ts'
import { duration } from '../../parts/formats.ts'
import { words } from '../../ui/pill.tsx'

export const callTypes = { patient: 'Patient', benefits_verification: 'Payer', other: 'Other' } as const

/** With whom, and who called: "Payer, outbound". */
export const kindOf = ({ callType, direction }: Pick<CallRowFragment, 'callType' | 'direction'>) => `${callTypes[callType]}, ${direction}`

/** Who is at the other end, as far as it is known. */
export function withWhom({ callType, patient }: Pick<CallRowFragment, 'callType' | 'patient'>): string {
  if (patient) return `${patient.firstName} ${patient.lastName}`
  return callType === 'benefits_verification' ? 'A payer' : 'Caller not verified'
}

/** How it ended, or that nobody knows yet. */
export function disposition({ callOutcome, analysisStatus, status }: CallRowFragment): string {
  if (callOutcome) return words(callOutcome)
  if (status === 'in_progress') return 'Not over yet'
  return analysisStatus === 'pending' ? 'Being analyzed' : '–'
}

/** How long it lasted; what goes on is as long as it has been known. */
export function length({ durationSeconds, status, createdAt }: CallRowFragment, now: number): string {
  if (durationSeconds != null) return duration(durationSeconds)
  return status === 'in_progress' ? duration(Math.max(0, (now - Date.parse(createdAt)) / 1000)) : '–'
}
