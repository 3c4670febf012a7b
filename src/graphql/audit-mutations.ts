import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { AuditAction } from '../domain/access/audit-action.ts'
import type { Context } from './context.ts'
import { publicError } from './errors.ts'

/** What each mutation does, as audit events name it. The domain records it in the transaction of the change. */
export const mutationActions: Record<string, AuditAction> = {
  createPatient: 'patient.create',
  updatePatient: 'patient.update',
  deactivatePatient: 'patient.deactivate',
  placeLegalHold: 'legal_hold.create',
  liftLegalHold: 'legal_hold.update',
  addMedication: 'medication_record.create',
  recordConsent: 'contact_consent.create',
  addPatientNote: 'patient_note.create',
  syncMedications: 'medication_record.update',
  startBenefitsVerification: 'benefits_verification.create',
  retryVerification: 'benefits_verification.update',
  resolveDiscrepancy: 'benefit_discrepancy.update',
  resolvePolicyReadings: 'policy.update',
  draftNote: 'work_item.draft_note',
  saveView: 'saved_view.create',
  removeView: 'saved_view.remove',
  keepDraft: 'draft.update',
  movePaCase: 'pa_case.update',
  addPaDocument: 'pa_document.create',
  removePaDocument: 'pa_document.remove',
  addPolicy: 'policy.add',
  removePolicy: 'policy.remove',
  setTradingPartner: 'payer.update',
  setPayerTimes: 'payer.update',
  registerCall: 'voice_call.update',
  completeCall: 'voice_call.update',
  endCall: 'voice_call.update',
  transferCall: 'voice_call.update',
  addUtterance: 'utterance.create',
  patientLookup: 'function_invocation.create',
  verifyBenefits: 'function_invocation.create',
  checkPaRequirements: 'function_invocation.create',
  flagAdverseEvent: 'function_invocation.create',
  requestCallback: 'function_invocation.create',
  sendFollowUpEmail: 'function_invocation.create',
  keepRejectedInvocation: 'function_invocation.create',
  reviewFunctionInvocation: 'function_invocation.update',
  enterAdverseEvent: 'adverse_event.create',
  updateAdverseEvent: 'adverse_event.update',
  reviewAdverseEvent: 'adverse_event.update',
  createSafetyProgram: 'safety_program.create',
  updateSafetyProgram: 'safety_program.update',
  triageSafetyReport: 'safety_report.update',
  assignSafetyReport: 'safety_report.update',
  withdrawSafetyReport: 'safety_report.update',
  recordSafetyReportSent: 'safety_report.update',
  resendSafetyReport: 'safety_report.update',
  acknowledgeSafetyReport: 'safety_report.update',
  confirmSafetyReport: 'safety_report.update',
  fileSafetyReport: 'safety_report.create',
  reconcileSafetyReports: 'safety_reconciliation.create',
  openFollowUpAction: 'follow_up_action.create',
  openCallback: 'callback.create',
  updateFollowUpAction: 'follow_up_action.update',
  closeCallback: 'callback.update',
  assignWork: 'work_item.update',
  noteWorkItem: 'work_item.update',
  decideWork: 'work_item.update',
  setWorkDueRule: 'work_due_rule.update',
  createChatSession: 'conversation.create',
  sendChatMessage: 'chat_message.create',
  takeOverConversation: 'conversation.update',
  attendConversation: 'conversation.update',
  writeToVisitor: 'chat_message.create',
  handBackConversation: 'conversation.update',
  waitForVisitors: 'conversation.update',
  askForCallback: 'callback.create',
  rateChatAnswer: 'chat_feedback.create',
  addSource: 'content_source.add',
  refreshSource: 'content_source.refresh',
  removeSource: 'content_source.remove',
  reviewSourceVersion: 'content_source.update',
  retitleSource: 'content_source.update',
  createApiKey: 'api_key.create',
  revokeApiKey: 'api_key.revoke',
  addStaffMember: 'staff_member.create',
  updateStaffMember: 'staff_member.update',
  deactivateStaffMember: 'staff_member.deactivate',
  reactivateStaffMember: 'staff_member.reactivate',
  createWidgetClient: 'widget_client.create',
  updateWidgetClient: 'widget_client.update',
  archiveWidgetClient: 'widget_client.archive',
  createPlatformConnection: 'platform_connection.create',
  replacePlatformSecret: 'platform_connection.update',
  setPlatformApiKey: 'platform_connection.update',
  updatePlatformConnection: 'platform_connection.update',
  deactivatePlatformConnection: 'platform_connection.deactivate',
  keepPlatformMessage: 'platform_message.create',
  createEventSubscription: 'event_subscription.create',
  updateEventSubscription: 'event_subscription.update',
  rotateEventSecret: 'event_subscription.update',
  pingEventSubscription: 'event_subscription.ping',
  replayEventDeliveries: 'event_subscription.replay',
  rereadPlatformMessages: 'platform_message.reread',
  retryJob: 'job.retry',
  registerDocuments: 'trusted_document.register',
  removeTrustedDocument: 'trusted_document.remove',
}

/** Makes a mutation that fails leave its audit event, with the code of the failure and the record that it named. */
export function auditFailedMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const action = mutationActions[field.name]
    if (!action) throw new Error(`The mutation ${field.name} has no audit action.`)
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = async (parent, args: Record<string, unknown>, context: Context, info) => {
      try {
        return await resolve(parent, args, context, info)
      } catch (error) {
        const { code } = publicError(error)
        // The refusal of a key has its own event (builder.ts).
        if (code === 'FORBIDDEN') throw error
        const named = { ...args, ...(args.input ?? {}) } as Record<string, unknown>
        const ids = [named.id, named.workItemId, named.voiceCallId, named.messageId, named.payerId].filter((id): id is number | string =>
          ['number', 'string'].includes(typeof id),
        )
        await context.recordAttempt({
          action,
          outcome: code,
          patientIds: [action.startsWith('patient.') ? named.id : named.patientId].filter(isId),
          recordIds: ids.filter((id) => String(id).length <= 64),
        })
        throw error
      }
    }
  }
  return schema
}

/** A number that the column can hold; a client may send any. */
const isId = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
