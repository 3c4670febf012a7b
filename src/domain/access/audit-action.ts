/** Records that hold health data, as audit events name their type. */
type HealthRecord =
  | 'patient'
  | 'medication_record'
  | 'patient_note'
  | 'contact_consent'
  | 'voice_call'
  | 'transcript'
  | 'utterance'
  | 'function_invocation'
  | 'benefits_verification'
  | 'benefit_discrepancy'
  | 'pa_case'
  | 'pa_document'
  | 'adverse_event'
  | 'follow_up_action'
  | 'callback'
  | 'follow_up_email'
  | 'conversation'
  | 'chat_message'
  | 'chat_feedback'
  | 'search_query'
  | 'audit_event'
  | 'legal_hold'
  | 'work_item'
  | 'integration_event'
  | 'safety_report'

/**
 * What an audit event says was done: the record type and the verb. `read` and `search` are written by the schema
 * (`graphql/audit-reads.ts`), the rest by the domain in the transaction of the change.
 */
export type AuditAction =
  | `${HealthRecord}.${'read' | 'search' | 'create' | 'update'}`
  | 'voice_call.erase'
  | 'work_item.draft_note'
  | 'pa_document.remove'
  | 'safety_report.send'
  | 'audit.release'
  | `patient.${'deactivate' | 'verify' | 'verify_failed'}`
  | `api_key.${'create' | 'revoke'}`
  | `staff_member.${'create' | 'update' | 'deactivate' | 'reactivate'}`
  | `widget_client.${'create' | 'update' | 'archive'}`
  | `content_source.${'add' | 'refresh' | 'remove' | 'update' | 'publish' | 'expire'}`
  | `policy.${'add' | 'update' | 'remove'}`
  | 'payer.update'
  | `platform_connection.${'create' | 'update' | 'deactivate'}`
  | 'platform_message.create'
  | 'platform_message.reread'
  | `event_subscription.${'create' | 'update' | 'ping' | 'replay'}`
  | `safety_program.${'create' | 'update'}`
  | 'safety_reconciliation.create'
  | `saved_view.${'create' | 'remove'}`
  | 'draft.update'
  | 'work_due_rule.update'
  | 'job.retry'
  | `trusted_document.${'register' | 'remove'}`
  | 'request.refused'
