/** What happens here that other systems may be told of (docs/events.md). */
export const integrationEventKinds = [
  'adverse_event.opened',
  'adverse_event.changed',
  'adverse_event.reviewed',
  'safety_report.due',
  'safety_report.sent',
  'safety_report.acknowledged',
  'verification.finished',
  'pa_case.changed',
  'callback.requested',
  'call.completed',
  'call.analysed',
  'follow_up.opened',
  'work.escalated',
  'question.unanswered',
  'patient.changed',
] as const

export type IntegrationEventKind = (typeof integrationEventKinds)[number]

/** Goes to one subscription only, when staff ask for it. */
export const pingKind = 'ping'
