import type { DocumentNode } from 'graphql'
import { z } from 'zod'
import { conversationId, functionInputs } from '../graphql/voice/input.ts'
import type { FieldError } from '../platform/failure.ts'
import { jsonIn } from '../platform/json-in.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32 } from '../platform/values.ts'
import { functionRequest } from './function-request.ts'
import {
  CheckPaRequirementsDocument,
  FlagAdverseEventDocument,
  PatientLookupDocument,
  RequestCallbackDocument,
  SendFollowUpEmailDocument,
  VerifyBenefitsDocument,
} from './generated/documents.ts'
import { body, type Input } from './input.ts'
import { rawBody, read, recordRejection, rejectionDocument, type SentBody } from './refused-webhook.ts'
import type { Selection } from './route-entry.ts'

type Parameters = Record<string, unknown>

/** A function of the webhook: the mutation that it is, its parameters, and how what agents send becomes them. */
interface VoiceFunction {
  document: DocumentNode
  parameters: Input<object>
  /** Where it is read otherwise than word for word. */
  read?(sent: Parameters): Parameters
  /** Parameters that are taken in any form, with what they are; null for one that agents do not send. */
  anyForm?: Record<string, string | null>
}

const functions: Record<keyof typeof functionInputs, VoiceFunction> = {
  patient_lookup: { document: PatientLookupDocument, parameters: body(functionInputs.patient_lookup) },
  verify_benefits: { document: VerifyBenefitsDocument, parameters: body(functionInputs.verify_benefits) },
  check_pa_requirements: { document: CheckPaRequirementsDocument, parameters: body(functionInputs.check_pa_requirements) },
  flag_adverse_event: {
    document: FlagAdverseEventDocument,
    parameters: body(functionInputs.flag_adverse_event),
    read: anyReport,
    anyForm: {
      // Ours: what an agent sent instead of an ID.
      claimed_patient: null,
      patient_id: 'An integer; what is no ID of a patient is kept as what was said of the patient',
      medication_name: 'A string; anything else is kept as its JSON text',
      symptoms: 'An array of strings; anything else is kept as its JSON text',
    },
  },
  request_callback: { document: RequestCallbackDocument, parameters: body(functionInputs.request_callback) },
  send_follow_up_email: { document: SendFollowUpEmailDocument, parameters: body(functionInputs.send_follow_up_email) },
}
const functionNames = Object.keys(functions)

export const functionDocuments: readonly DocumentNode[] = [...Object.values(functions).map(({ document }) => document), rejectionDocument]

/**
 * Of a report of an adverse event only the description and the severity may be refused (docs/contract.md, Adverse events
 * are never lost): the rest is taken as far as it can be read.
 */
function anyReport({ patient_id, medication_name, symptoms, ...sent }: Parameters): Parameters {
  const id = typeof patient_id === 'string' && /^\s*\d{1,10}\s*$/.test(patient_id) ? Number(patient_id) : patient_id
  const isId = Number.isInteger(id) && Math.abs(id as number) <= maxInt32
  return {
    event_description: sent.event_description,
    severity: sent.severity,
    patient_id: isId ? id : null,
    claimed_patient: isId || patient_id == null ? null : asText(patient_id, 200),
    medication_name: medication_name == null ? null : asText(medication_name, 500),
    symptoms:
      symptoms == null
        ? null
        : [symptoms]
            .flat()
            .filter((symptom) => !isBlank(symptom))
            .slice(0, 200)
            .map((symptom) => asText(symptom, 500)),
  }
}

/** Agents send empty text for what they do not know: the same as nothing. */
const isBlank = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')
const withoutBlanks = (sent: Parameters): Parameters => Object.fromEntries(Object.entries(sent).filter(([, value]) => !isBlank(value)))

function asText(value: unknown, length: number): string {
  const text = typeof value === 'string' ? value : json(value)
  return [...text.toWellFormed().replaceAll('\0', ' ')].slice(0, length).join('').trim() || '?'
}

/** What is nested too deep to be written is kept with the invocation, as far as that can hold it. */
function json(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '?'
  }
}

/** What the function webhook takes. */
export const functionBody = rawBody(functionRequest(functions))

const namedConversation = z.object({ conversation_id: conversationId })

/**
 * Selects the mutation that an agent invokes. A call of an unknown function, or with bad parameters, selects the one that
 * keeps it for review, and is then refused.
 */
export function selectFunction({ sent }: SentBody): Selection {
  const errors: FieldError[] = []
  const conversation = read(errors, () => validate(namedConversation, sent))?.conversation_id
  const name = typeof sent.function_name === 'string' ? sent.function_name.trim() : ''
  const chosen = Object.hasOwn(functions, name) ? functions[name as keyof typeof functions] : undefined
  if (!chosen) errors.push({ path: ['function_name'], message: `must be one of ${functionNames.join(', ')}` })
  const parameters = readParameters(sent.parameters, errors)
  const input = chosen && parameters && read(errors, () => chosen.parameters.parse(chosen.read?.(parameters) ?? parameters), 'parameters')
  if (chosen && input && conversation !== undefined) {
    return { document: chosen.document, variables: { input: { conversationId: conversation, ...input } } }
  }
  return recordRejection(name, sent, sent.parameters, errors)
}

/** Some platforms send the parameters as JSON text. */
function readParameters(sent: unknown, errors: FieldError[]): Parameters | undefined {
  const value = typeof sent === 'string' ? jsonIn(sent) : (sent ?? {})
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return withoutBlanks(value as Parameters)
  errors.push({ path: ['parameters'], message: 'must be an object' })
  return undefined
}
