import { z } from 'zod'
import * as patient from '../domain/patients/fields.ts'
import { severities, severityOf } from '../domain/voice/adverse-events/severity.ts'
import { calendarDate, maxInt32, offsetPage, text, today } from '../platform/values.ts'

// The rules of the voice area's inputs, once for both surfaces (SPEC.md, Voice; DECISIONS.md, Voice).

export const conversationId = text(255)

const kind = text(64)
  .toLowerCase()
  .regex(/^[a-z0-9_-]+$/, 'may hold letters, digits, "_" and "-" only')

export const registerCallInput = z.object({
  callId: conversationId,
  direction: z.enum(['inbound', 'outbound']).nullish(),
  phoneNumber: patient.phoneNumber.nullish(),
  agentType: kind.nullish(),
  callType: kind.nullish(),
  patientId: z.int().min(1).max(maxInt32).nullish(),
})

export const callListInput = z.object({ ...offsetPage.shape, limit: z.int().min(1).max(1000).default(10) })

/** ISO 8601; without an offset it is taken for UTC. */
const isoTimestamp = z
  .string()
  .trim()
  .refine((value) => z.iso.datetime({ offset: true, local: true }).safeParse(value).success, {
    error: 'must be an ISO 8601 timestamp',
    abort: true,
  })
  .transform((value) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}Z`))
  .refine((date) => date.getUTCFullYear() >= 1900 && date.getUTCFullYear() <= 2999, 'must be from 1900 to 2999')
  .transform((date) => date.toISOString())
  .meta({ format: 'date-time' })

export const addUtteranceInput = z.object({
  text: text(10_000),
  speaker: text(64).nullish(),
  timestamp: isoTimestamp.nullish(),
})

export const postCallInput = z.object({
  conversationId,
  status: text(64, 0).nullish(),
  durationSeconds: z.int().min(0).max(maxInt32).nullish(),
  audioUrl: text(2048, 0)
    .transform((url) => url || null)
    .nullish(),
  transcript: text(1_000_000, 0).nullish(),
})

export const jcodesInput = z.object({ medications: z.array(text(200, 0)).max(1000) })

/** Agents write numbers as text. */
const patientId = z.union(
  [
    z.int().min(-maxInt32).max(maxInt32),
    z
      .string()
      .trim()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ],
  'must be a patient ID (a whole number)',
)

/** As people and agents write a US number, or E.164. */
const spokenPhone = text(40)
  .transform((value) => value.replace(/[\s().-]/g, ''))
  .transform((value) => (/^\d{10}$/.test(value) ? `+1${value}` : /^1\d{10}$/.test(value) ? `+${value}` : value))
  .pipe(patient.phoneNumber)

const severity = text(64)
  .transform((value, context) => {
    const known = severityOf(value)
    if (known) return known
    context.addIssue({ code: 'custom', message: `must be ${severities.slice(0, -1).join(', ')} or ${severities.at(-1)}` })
    return z.NEVER
  })
  .meta({ enum: severities })

/** The parameters of each function that an agent may invoke. */
export const functionInputs = {
  patient_lookup: z.object({
    firstName: patient.personName,
    lastName: patient.personName,
    dob: calendarDate('1900-01-01', today),
    memberId: patient.memberId,
    payerName: text(200, 0).nullish(),
  }),
  verify_benefits: z.object({ patientId: patientId.nullish(), medication: patient.medicationName.nullish() }),
  check_pa_requirements: z.object({ patientId: patientId.nullish(), medication: patient.medicationName }),
  flag_adverse_event: z.object({
    patientId: z.int().min(-maxInt32).max(maxInt32).nullish(),
    claimedPatient: text(200).nullish(),
    eventDescription: text(10_000),
    severity,
    medicationName: text(500, 0).nullish(),
    symptoms: z.array(text(500, 0)).max(200).nullish(),
  }),
  request_callback: z.object({
    patientId: patientId.nullish(),
    phoneNumber: spokenPhone.nullish(),
    preferredTime: text(200, 0).nullish(),
    reason: text(1000, 0).nullish(),
  }),
  send_follow_up_email: z.object({
    patientId: patientId.nullish(),
    email: patient.emailAddress.nullish(),
    subject: text(200, 0).nullish(),
    topics: z.array(text(200)).max(20).nullish(),
  }),
}
