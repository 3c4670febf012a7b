import { PaCaseConnection } from '../benefits/pa-cases.ts'
import { BenefitDiscrepancyConnection, BenefitsVerificationConnection } from '../benefits/verification.ts'
import { builder } from '../builder.ts'
import { pageSize } from '../connections.ts'
import { edge } from '../permissions.ts'
import { AdverseEventConnection } from '../safety/adverse-event.ts'
import { VoiceCallConnection } from '../voice/call.ts'
import { WorkItemConnection } from '../work/item.ts'
import { CallbackRequestConnection, FollowUpActionConnection, FollowUpEmailConnection } from '../work/staff-lists.ts'
import { Patient } from './patient.ts'

// Where a patient's record leads: what hangs on it, newest first, ten at a time unless asked otherwise.

const latestFirst = { orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }] }
const list = { ...edge, cursor: 'id' as const, totalCount: true, ...pageSize(10), query: latestFirst }

builder.prismaObjectFields(Patient, (t) => ({
  voiceCalls: t.relatedConnection('voiceCalls', { ...list, description: 'Calls with the patient' }, VoiceCallConnection),
  adverseEvents: t.relatedConnection('adverseEvents', { ...list, description: 'Cases about the patient' }, AdverseEventConnection),
  verifications: t.relatedConnection(
    'verifications',
    { ...list, description: 'Attempts to learn the benefits' },
    BenefitsVerificationConnection,
  ),
  paCases: t.relatedConnection('paCases', { ...list, description: 'Prior authorization cases' }, PaCaseConnection),
  discrepancies: t.relatedConnection(
    'discrepancies',
    { ...list, description: "Where the payer's answer and a call to it disagree" },
    BenefitDiscrepancyConnection,
  ),
  callbacks: t.relatedConnection('callbacks', { ...list, description: 'Wishes to be called back' }, CallbackRequestConnection),
  followUpActions: t.relatedConnection(
    'followUpActions',
    { ...list, description: 'What staff have to do for the patient' },
    FollowUpActionConnection,
  ),
  workItems: t.relatedConnection(
    'workItems',
    {
      ...list,
      query: { orderBy: [{ openedAt: 'desc' }, { id: 'desc' }] },
      description: 'Work of staff about the patient, open and closed',
    },
    WorkItemConnection,
  ),
  followUpEmails: t.relatedConnection('followUpEmails', { ...list, description: 'E-mails after calls' }, FollowUpEmailConnection),
}))
