import type { IntegrationEventKind } from '../../generated/documents.ts'

const names: Record<IntegrationEventKind, string> = {
  adverse_event_opened: 'Adverse event opened',
  adverse_event_changed: 'Adverse event changed',
  adverse_event_reviewed: 'Adverse event reviewed',
  safety_report_due: 'Safety report due',
  safety_report_sent: 'Safety report sent',
  safety_report_acknowledged: 'Safety report acknowledged',
  verification_finished: 'Verification finished',
  pa_case_changed: 'Prior authorization changed',
  callback_requested: 'Callback requested',
  call_completed: 'Call completed',
  call_analysed: 'Call analysed',
  follow_up_opened: 'Follow-up opened',
  work_escalated: 'Work fell overdue',
  question_unanswered: 'Question unanswered',
  patient_changed: 'Patient changed',
}

/** Kinds of events, in the order of the page. */
export const eventNames = Object.entries(names) as [IntegrationEventKind, string][]

export const eventName = (kind: IntegrationEventKind) => names[kind]
