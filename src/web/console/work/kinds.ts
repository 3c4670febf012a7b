import type { Priority, WorkKind, WorkSubjectFragment } from '../generated/documents.ts'
import { benefitNameOfField } from '../patient/benefit-words.ts'
import { words } from '../ui/pill.tsx'

export const kindNames: Record<WorkKind, string> = {
  adverse_event: 'Adverse event',
  follow_up_action: 'Follow-up action',
  callback: 'Callback',
  pa_case: 'Prior authorization',
  discrepancy: 'Benefit discrepancy',
  rejected_invocation: 'Rejected function call',
  safety_report: 'Safety report',
  policy_reading: 'Policy reading',
}

/** What an item is about, in a line. */
export function subjectOf({ record }: WorkSubjectFragment): string | null {
  switch (record?.__typename) {
    case 'AdverseEvent':
      return record.eventDescription
    case 'FollowUpAction':
      return record.action
    case 'CallbackRequest':
      return [record.reason, record.preferredTime].filter(Boolean).join(', ') || null
    case 'PaCase':
      return record.caseMedication
    case 'BenefitDiscrepancy':
      return benefitNameOfField(record.field)
    case 'FunctionInvocation':
      return words(record.functionName)
    case 'PolicyDocument':
      return record.policyTitle ?? record.policyName
    case 'SafetyReport':
      return `${words(record.kind)} to ${record.subjectProgram?.manufacturer ?? 'a manufacturer to be chosen'}`
    default:
      return null
  }
}

/** The most urgent first. */
export const priorities: Priority[] = ['urgent', 'high', 'medium', 'low']
