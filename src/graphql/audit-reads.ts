import { defaultFieldResolver, type GraphQLSchema, getNamedType, isObjectType, type OperationDefinitionNode } from 'graphql'
import type { AuditEntry } from '../domain/access/audit.ts'
import type { Context } from './context.ts'

/** The types that show a patient's data: how a row tells whose, and the action that showing it is. */
export const auditedTypes: Record<string, { action: AuditEntry['action']; patientId: (row: Row) => number | null }> = {
  Patient: { action: 'patient.read', patientId: (row) => row.id },
  MedicationRecord: { action: 'medication_record.read', patientId: (row) => row.patientId },
  VoiceCall: { action: 'voice_call.read', patientId: (row) => row.patientId },
  FunctionInvocation: { action: 'function_invocation.read', patientId: (row) => row.patientId },
  BenefitsVerification: { action: 'benefits_verification.read', patientId: (row) => row.patientId },
  BenefitDiscrepancy: { action: 'benefit_discrepancy.read', patientId: (row) => row.patientId },
  PaCase: { action: 'pa_case.read', patientId: (row) => row.patientId },
  AdverseEvent: { action: 'adverse_event.read', patientId: (row) => row.patientId },
  FollowUpAction: { action: 'follow_up_action.read', patientId: (row) => row.patientId },
  CallbackRequest: { action: 'callback.read', patientId: (row) => row.patientId },
  FollowUpEmail: { action: 'follow_up_email.read', patientId: (row) => row.patientId },
}
type Row = { id: number; patientId: number | null }

/**
 * Makes every field that hands out an audited type write down whose records it shows, before it shows them. The
 * schema does it and not each resolver, so a new field cannot forget. Mutations are left out: the domain records
 * the change itself, in its transaction.
 */
export function auditReads(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === schema.getMutationType()) continue
    for (const field of Object.values(type.getFields())) {
      const audited = auditedTypes[getNamedType(field.type).name]
      if (!audited) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = async (parent, args, context: Context, info) => {
        const shown: unknown = await resolve(parent, args, context, info)
        const rows = (Array.isArray(shown) ? shown : [shown]).filter((row): row is Row => row != null)
        await context.recordRead({ action: audited.action, patientIds: rows.map(audited.patientId).filter((id) => id !== null) })
        return shown
      }
    }
  }
  return schema
}

/** Whose records an operation's finished answer shows at its root: for answers that come from no resolver. */
export function shownIn(schema: GraphQLSchema, operation: OperationDefinitionNode, data: Record<string, unknown>): AuditEntry[] {
  const root = schema.getRootType(operation.operation)
  return operation.selectionSet.selections.flatMap((selection) => {
    if (selection.kind !== 'Field') return []
    const field = root?.getFields()[selection.name.value]
    const name = field && getNamedType(field.type).name
    const shown = data[(selection.alias ?? selection.name).value] as Record<string, unknown> | null
    if (!name || !auditedTypes[name] || !shown) return []
    // Every answer that a route of ours gives of a patient or a record names the patient under one of these.
    const patientId = name === 'Patient' ? shown.id : shown.patient_id
    return typeof patientId === 'number' ? [{ action: auditedTypes[name].action, patientIds: [patientId] }] : []
  })
}
