import type { ReviewState, Scope, WorkDecision, WorkKind } from '../generated/documents.ts'
import type { Assessment } from '../safety/assess.tsx'

export interface Choice {
  label: string
  decision: WorkDecision
}

const closing: Choice[] = [
  { label: 'Start', decision: { updateFollowUpAction: { status: 'in_progress' } } },
  { label: 'Complete', decision: { updateFollowUpAction: { status: 'completed' } } },
  { label: 'Cancel the action', decision: { updateFollowUpAction: { status: 'cancelled' } } },
]

const reviews: Choice[] = [
  { label: 'Start review', decision: { reviewAdverseEvent: { state: 'in_review' } } },
  { label: 'Confirm', decision: { reviewAdverseEvent: { state: 'confirmed' } } },
  { label: 'Dismiss', decision: { reviewAdverseEvent: { state: 'dismissed' } } },
]

const moves: Record<string, Choice[]> = {
  open: [
    { label: 'Request sent', decision: { movePaCase: { to: 'pending' } } },
    { label: 'Not required', decision: { movePaCase: { to: 'not_required' } } },
  ],
  pending: [
    { label: 'Approved', decision: { movePaCase: { to: 'approved' } } },
    { label: 'Denied', decision: { movePaCase: { to: 'denied' } } },
    { label: 'Withdraw the request', decision: { movePaCase: { to: 'open' } } },
  ],
  denied: [
    { label: 'Appeal', decision: { movePaCase: { to: 'pending' } } },
    { label: 'Open again', decision: { movePaCase: { to: 'open' } } },
  ],
  approved: [{ label: 'Renew', decision: { movePaCase: { to: 'pending' } } }],
  not_required: [{ label: 'Open again', decision: { movePaCase: { to: 'open' } } }],
}

/** The decisions that an item allows in its state; one that only corrects the case leaves its state. */
export function choicesOf(kind: WorkKind, state: string, assessment: Assessment = {}): Choice[] {
  if (kind === 'adverse_event') {
    const others = reviews.filter(({ decision }) => decision.reviewAdverseEvent?.state !== state)
    if (Object.keys(assessment).length === 0) return others
    return [...others, { label: 'Save the assessment', decision: { reviewAdverseEvent: { state: state as ReviewState } } }]
  }
  if (kind === 'follow_up_action') return closing.filter(({ decision }) => decision.updateFollowUpAction?.status !== state)
  if (kind === 'callback') {
    return [
      { label: 'Called back', decision: { closeCallback: { completed: true } } },
      { label: 'No longer wanted', decision: { closeCallback: { completed: false } } },
    ]
  }
  if (kind === 'discrepancy') {
    return [
      { label: 'Keep the electronic answer', decision: { resolveDiscrepancy: { keep: 'api' } } },
      { label: 'Keep what was said', decision: { resolveDiscrepancy: { keep: 'voice' } } },
    ]
  }
  if (kind === 'rejected_invocation') return [{ label: 'Mark as reviewed', decision: { reviewFunctionInvocation: true } }]
  return moves[state] ?? []
}

/** What a decision on each kind needs. */
export const deciders: Record<WorkKind, Scope> = {
  adverse_event: 'safety_review',
  follow_up_action: 'patients_write',
  callback: 'patients_write',
  pa_case: 'benefits',
  discrepancy: 'benefits',
  rejected_invocation: 'patients_write',
}
