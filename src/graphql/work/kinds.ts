import type { Caller } from '../../domain/access/caller.ts'
import { type WorkKind, workKinds } from '../../domain/work/work-queue.ts'

// Whose work a caller sees: scopes say it for each kind, as they do for the records themselves. Who decides it: `who-decides.ts`.

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
/** The kinds that a caller may see; `patients:read` sees all. */
export const visibleKinds = ({ scopes }: Pick<Caller, 'scopes'>): WorkKind[] =>
  workKinds.filter((kind) => scopes.has('patients:read') || scopes.has(readers[kind]))
