/** What happens here that other systems may be told of (docs/events.md), and the subject of each: the table of its record. */
export const integrationEventKinds = {
  'adverse_event.opened': 'adverse_event',
  'adverse_event.changed': 'adverse_event',
  'adverse_event.reviewed': 'adverse_event',
  'verification.finished': 'benefits_verification',
  'pa_case.changed': 'pa_case',
  'callback.requested': 'callback_request',
  'call.completed': 'voice_call',
  'call.analysed': 'voice_call',
  'follow_up.opened': 'follow_up_action',
  'question.unanswered': 'chat_message',
  'patient.changed': 'patient',
} as const

export type IntegrationEventKind = keyof typeof integrationEventKinds

/** Goes to one subscription only, when staff ask for it. */
export const pingKind = 'ping'
