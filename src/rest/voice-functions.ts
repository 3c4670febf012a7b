import type { DocumentNode } from 'graphql'
import { z } from 'zod'
import { conversationId, functionInputs } from '../graphql/voice-input.ts'
import { Failure, type FieldError } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32 } from '../platform/values.ts'
import {
  CheckPaRequirementsDocument,
  FlagAdverseEventDocument,
  KeepRejectedInvocationDocument,
  PatientLookupDocument,
  RequestCallbackDocument,
  SendFollowUpEmailDocument,
  VerifyBenefitsDocument,
} from './generated/documents.ts'
import { body, type Input } from './input.ts'
import type { Selection } from './route.ts'

type Parameters = Record<string, unknown>

/** A function of the webhook: the mutation that it is, its parameters, and how what agents send becomes them. */
interface VoiceFunction {
  document: DocumentNode
  parameters: Input<object>
  /** Where it is read otherwise than word for word. */
  read?(sent: Parameters): Parameters
}

const functions: Record<keyof typeof functionInputs, VoiceFunction> = {
  patient_lookup: { document: PatientLookupDocument, parameters: body(functionInputs.patient_lookup) },
  verify_benefits: { document: VerifyBenefitsDocument, parameters: body(functionInputs.verify_benefits) },
  check_pa_requirements: { document: CheckPaRequirementsDocument, parameters: body(functionInputs.check_pa_requirements) },
  flag_adverse_event: { document: FlagAdverseEventDocument, parameters: body(functionInputs.flag_adverse_event), read: anyReport },
  request_callback: { document: RequestCallbackDocument, parameters: body(functionInputs.request_callback) },
  send_follow_up_email: { document: SendFollowUpEmailDocument, parameters: body(functionInputs.send_follow_up_email) },
}
const functionNames = Object.keys(functions)

export const functionDocuments: readonly DocumentNode[] = [
  ...Object.values(functions).map(({ document }) => document),
  KeepRejectedInvocationDocument,
]

/**
 * Of a report of an adverse event only the description and the severity may be refused (DECISIONS.md, "Adverse events
 * are never lost"): the rest is taken as far as it can be read.
 */
function anyReport({ patient_id, medication_name, symptoms, ...sent }: Parameters): Parameters {
  const id = typeof patient_id === 'string' && /^\s*\d{1,9}\s*$/.test(patient_id) ? Number(patient_id) : patient_id
  const isId = Number.isInteger(id) && Math.abs(id as number) <= maxInt32
  return {
    event_description: sent.event_description,
    severity: sent.severity,
    patient_id: isId ? id : null,
    claimed_patient: isId || patient_id == null || patient_id === '' ? null : asText(patient_id, 200),
    medication_name: medication_name == null ? null : asText(medication_name, 500),
    symptoms:
      symptoms == null
        ? null
        : [symptoms]
            .flat()
            .slice(0, 200)
            .map((symptom) => asText(symptom, 500)),
  }
}

const asText = (value: unknown, length: number): string =>
  [...(typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().replaceAll('\0', ' ')].slice(0, length).join('').trim() ||
  '?'

interface FunctionRequest {
  sent: Parameters
}

/** What the webhook takes. It is read by `selectFunction`, because what breaks a rule is kept before it is refused. */
export const functionRequest: Input<FunctionRequest> = {
  schema: {
    type: 'object',
    required: ['conversation_id', 'function_name', 'parameters'],
    properties: {
      conversation_id: { type: 'string', minLength: 1, maxLength: 255 },
      function_name: { type: 'string', enum: functionNames },
      parameters: {
        description: "The function's parameters",
        anyOf: Object.entries(functions).map(([title, { parameters }]) => ({ title, ...parameters.schema })),
      },
    },
  },
  parse: (sent) => ({ sent }),
}

/**
 * Selects the mutation that an agent invokes. A call of an unknown function, or with bad parameters, selects the one that
 * keeps it for review, and is refused then.
 */
export function selectFunction({ sent }: FunctionRequest): Selection {
  const errors: FieldError[] = []
  const conversation = read(errors, () => validate(z.object({ conversation_id: conversationId }), sent))?.conversation_id
  const name = typeof sent.function_name === 'string' ? sent.function_name.trim() : ''
  const chosen = Object.hasOwn(functions, name) ? functions[name as keyof typeof functions] : undefined
  if (!chosen) errors.push({ path: ['function_name'], message: `must be one of ${functionNames.join(', ')}` })
  const parameters = readParameters(sent.parameters, errors)
  const input = chosen && parameters && read(errors, () => chosen.parameters.parse(chosen.read?.(parameters) ?? parameters), 'parameters')
  if (chosen && input && conversation !== undefined) {
    return { document: chosen.document, variables: { conversationId: conversation, ...input } }
  }
  return {
    document: KeepRejectedInvocationDocument,
    variables: {
      conversationId: conversation ?? null,
      functionName: name.toWellFormed().replaceAll('\0', '').slice(0, 100),
      parameters: sent.parameters ?? null,
      error: errors.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    },
    refusal: new Failure('INVALID_INPUT', 'The function call breaks a rule; see errors.', errors),
  }
}

/** Some platforms send the parameters as JSON text. */
function readParameters(sent: unknown, errors: FieldError[]): Parameters | undefined {
  const value = typeof sent === 'string' ? parsed(sent) : (sent ?? {})
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Parameters
  errors.push({ path: ['parameters'], message: 'must be an object' })
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What `parse` gives; what it finds wrong goes to `errors`, under `path`. */
function read<Value>(errors: FieldError[], parse: () => Value, ...path: string[]): Value | undefined {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error
    errors.push(...error.errors.map((one) => ({ ...one, path: [...path, ...one.path] })))
    return undefined
  }
}
