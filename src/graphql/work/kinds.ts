import type { Caller } from '../../domain/access/caller.ts'
import { type WorkKind, workKinds } from '../../domain/work/work-queue.ts'

// Whose work a caller sees and decides: scopes say it for each kind, as they do for the records themselves.

const readers: Record<WorkKind, 'patients:read' | 'safety:review' | 'benefits'> = {
  adverse_event: 'safety:review',
  follow_up_action: 'patients:read',
  callback: 'patients:read',
  pa_case: 'benefits',
  discrepancy: 'benefits',
  rejected_invocation: 'patients:read',
  safety_report: 'safety:review',
  policy_reading: 'benefits',
}
const deciders: Record<WorkKind, 'patients:write' | 'safety:review' | 'benefits'> = {
  adverse_event: 'safety:review',
  follow_up_action: 'patients:write',
  callback: 'patients:write',
  pa_case: 'benefits',
  discrepancy: 'benefits',
  rejected_invocation: 'patients:write',
  safety_report: 'safety:review',
  policy_reading: 'benefits',
}

/** The kinds that a caller may see; `patients:read` sees all. */
export const visibleKinds = ({ scopes }: Pick<Caller, 'scopes'>): WorkKind[] =>
  workKinds.filter((kind) => scopes.has('patients:read') || scopes.has(readers[kind]))

/** Whether a caller may decide work of a kind, and assign it. */
export const mayDecide = ({ scopes }: Pick<Caller, 'scopes'>, kind: WorkKind): boolean => scopes.has(deciders[kind])
