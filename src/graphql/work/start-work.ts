import { z } from 'zod'
import * as patient from '../../domain/patients/fields.ts'
import { openCallback, openFollowUpAction } from '../../domain/voice/start-work.ts'
import { priorities } from '../../domain/work/work-queue.ts'
import { recordId, text } from '../../platform/values.ts'
import { mutation } from '../mutation.ts'
import { toWritePatients } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { CallbackRequest } from './callback-request.ts'
import { FollowUpAction } from './follow-up-action.ts'
import { Priority } from './priority.ts'

// What staff begin for a patient, without a call.

const toWhom = { assigneeId: recordId.nullish(), dueAt: z.date().nullish() }
const toWhomFields = {
  assigneeId: 'The person who gets it, an active `StaffMember`; nobody yet, where absent',
  dueAt: 'When it has to be done; by `workDueRules`, where absent',
  requestKey,
}

mutation('openFollowUpAction', {
  authScopes: toWritePatients,
  description: 'Opens a follow-up action for a patient, which waits in the queue of work',
  takes: 'What is to be done for a patient',
  input: z.object({
    patientId: recordId,
    action: text(2000),
    priority: z.enum(priorities).default('medium'),
    assignedTo: text(100).nullish(),
    ...toWhom,
  }),
  fields: {
    patientId: 'Our number of the patient',
    action: 'What is to be done: 1 to 2000 characters',
    priority: [Priority, 'How soon'],
    assignedTo: 'The role or team it is for; care_coordinator where absent',
    ...toWhomFields,
  },
  gives: { followUpAction: [FollowUpAction, 'The follow-up action'] },
  run: async (input, { work }) => ({ followUpAction: await openFollowUpAction(work, input) }),
})

mutation('openCallback', {
  authScopes: toWritePatients,
  description: 'Notes that a patient is to be called, which waits in the queue of work',
  takes: 'A call that staff are to make',
  input: z.object({
    patientId: recordId,
    phoneNumber: patient.phoneNumber.nullish(),
    preferredTime: text(200).nullish(),
    reason: text(1000).nullish(),
    ...toWhom,
  }),
  fields: {
    patientId: 'Our number of the patient',
    phoneNumber: 'E.164; the number on file where absent',
    preferredTime: 'When the patient would like it, in words; at most 200 characters',
    reason: 'What it is about; at most 1000 characters',
    ...toWhomFields,
  },
  gives: { callback: [CallbackRequest, 'The callback request'] },
  run: async (input, { work }) => ({ callback: await openCallback(work, input) }),
})
