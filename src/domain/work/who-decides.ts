import type { Scope } from '../access/caller.ts'
import type { WorkKind } from './work-queue.ts'

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

/** Whether whoever has these scopes may decide work of a kind, assign it and have it. */
export const mayDecide = ({ scopes }: { scopes: ReadonlySet<Scope> }, kind: WorkKind): boolean => scopes.has(deciders[kind])
