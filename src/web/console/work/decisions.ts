import type { PaAwaited, PaCaseDecision, PaCaseStatus, ReviewState, Scope, WorkDecision, WorkKind } from '../generated/documents.ts'
import type { Assessment } from '../safety/assess.tsx'
import { type DisputedValues, keepable } from './readings.ts'

export interface Choice {
  label: string
  /** What was done, once it is. */
  told: string
  decision: WorkDecision
}

/** What staff put in of a request for prior authorization or of the payer's answer. */
export type PaDetails = Omit<PaCaseDecision, 'to'>

/** What is put in beside the decision, and what the record says that its state does not. */
export interface DecisionValues {
  assessment?: Assessment
  details?: PaDetails
  awaits?: PaAwaited | null
  disputed?: DisputedValues
}

const begin: Choice = { label: 'Start', told: 'Follow-up started.', decision: { updateFollowUpAction: { status: 'in_progress' } } }
const resume: Choice = { ...begin, label: 'Open again', told: 'Follow-up opened again.' }
const closing: Choice[] = [
  begin,
  { label: 'Complete', told: 'Follow-up completed.', decision: { updateFollowUpAction: { status: 'completed' } } },
  { label: 'Cancel the action', told: 'Follow-up canceled.', decision: { updateFollowUpAction: { status: 'cancelled' } } },
]

const start: Choice = { label: 'Start review', told: 'Review started.', decision: { reviewAdverseEvent: { state: 'in_review' } } }
const again: Choice = { label: 'Review again', told: 'The case is in review again.', decision: start.decision }
const decisions: Choice[] = [
  { label: 'Confirm', told: 'Adverse event confirmed.', decision: { reviewAdverseEvent: { state: 'confirmed' } } },
  { label: 'Dismiss', told: 'Adverse event dismissed.', decision: { reviewAdverseEvent: { state: 'dismissed' } } },
]

const moves: Record<string, Choice[]> = {
  open: [
    { label: 'Request sent', told: 'Prior authorization marked as sent.', decision: { movePaCase: { to: 'pending' } } },
    { label: 'Not required', told: 'Prior authorization marked as not required.', decision: { movePaCase: { to: 'not_required' } } },
  ],
  pending: [
    { label: 'Approved', told: 'Approval recorded.', decision: { movePaCase: { to: 'approved' } } },
    { label: 'Denied', told: 'Denial recorded.', decision: { movePaCase: { to: 'denied' } } },
    { label: 'Withdraw the request', told: 'Request withdrawn.', decision: { movePaCase: { to: 'open' } } },
  ],
  denied: [
    { label: 'Appeal', told: 'Appeal recorded.', decision: { movePaCase: { to: 'pending' } } },
    { label: 'Open again', told: 'Prior authorization opened again.', decision: { movePaCase: { to: 'open' } } },
    { label: 'Correct to approved', told: 'Decision corrected.', decision: { movePaCase: { to: 'approved' } } },
  ],
  approved: [
    { label: 'Renew', told: 'Renewal recorded.', decision: { movePaCase: { to: 'pending' } } },
    { label: 'Correct to denied', told: 'Decision corrected.', decision: { movePaCase: { to: 'denied' } } },
  ],
  not_required: [{ label: 'Open again', told: 'Prior authorization opened again.', decision: { movePaCase: { to: 'open' } } }],
}

const decided = ['confirmed', 'dismissed', 'completed', 'cancelled', 'reviewed']

/** Whether somebody has decided already: what can be done then are corrections. */
export const isDecided = (state: string): boolean => decided.includes(state)

/** The decisions that an item allows in its state; one that only corrects the case leaves its state. */
export function choicesOf(
  kind: WorkKind,
  state: string,
  { assessment = {}, details = {}, awaits, disputed = {} }: DecisionValues = {},
): Choice[] {
  if (kind === 'adverse_event') {
    const others = (isDecided(state) ? [again, ...decisions] : [start, ...decisions]).filter(
      ({ decision }) => decision.reviewAdverseEvent?.state !== state,
    )
    if (Object.keys(assessment).length === 0) return others
    return [
      ...others,
      { label: 'Save the assessment', told: 'Assessment saved.', decision: { reviewAdverseEvent: { state: state as ReviewState } } },
    ]
  }
  if (kind === 'follow_up_action') {
    const others = closing.filter(({ decision }) => decision.updateFollowUpAction?.status !== state)
    return isDecided(state) ? others.map((one) => (one === begin ? resume : one)) : others
  }
  if (kind === 'callback') {
    const completed = { label: 'Called back', told: 'Callback completed.', decision: { closeCallback: { completed: true } } }
    const unwanted = {
      label: 'No longer wanted',
      told: 'Callback closed as no longer wanted.',
      decision: { closeCallback: { completed: false } },
    }
    return [...(state === 'completed' ? [] : [completed]), ...(state === 'cancelled' ? [] : [unwanted])]
  }
  if (kind === 'discrepancy') {
    return keepable(disputed).map(({ keep, label, told }) => ({ label, told, decision: { resolveDiscrepancy: { keep } } }))
  }
  if (kind === 'rejected_invocation' && isDecided(state)) return []
  if (kind === 'rejected_invocation')
    return [{ label: 'Mark as reviewed', told: 'Function call marked as reviewed.', decision: { reviewFunctionInvocation: true } }]
  // The others are decided on a page of their own.
  if (kind !== 'pa_case') return []
  const to = state as PaCaseStatus
  return [
    ...(moves[state] ?? []),
    ...(awaits && awaits !== 'settled'
      ? [{ label: `No ${awaits}`, told: `No ${awaits} will be made.`, decision: { movePaCase: { to, settled: true } } }]
      : []),
    ...(Object.keys(details).length > 0 ? [{ label: 'Save the details', told: 'Details saved.', decision: { movePaCase: { to } } }] : []),
  ]
}

/** What a decision on each kind needs. */
export const deciders: Record<WorkKind, Scope> = {
  adverse_event: 'safety_review',
  follow_up_action: 'patients_write',
  callback: 'patients_write',
  pa_case: 'benefits',
  discrepancy: 'benefits',
  rejected_invocation: 'patients_write',
  safety_report: 'safety_review',
  policy_reading: 'benefits',
}
