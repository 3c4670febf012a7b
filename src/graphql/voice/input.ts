import { z } from 'zod'
import * as patient from '../../domain/patients/fields.ts'
import { severities, severityOf } from '../../domain/safety/cases/severity.ts'
import { asSent, calendarDate, maxInt32, offsetPage, recordId, text, today } from '../../platform/values.ts'

// The rules of the voice area's inputs, once for both surfaces (docs/contract.md, Voice calls and Voice functions).

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
  patientId: recordId.nullish(),
})

export const callListInput = z.object({ ...offsetPage.shape, limit: z.int().min(1).max(1000).default(10) })

/** `2026-01-05T10:00` with seconds, and with UTC where no offset stands; `z`, a decimal comma and an offset without a colon are as good. */
const completed = (given: string) => {
  const value = given
    .replace(/z$/, 'Z')
    .replace(/,(?=\d)/, '.')
    .replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2')
  const seconds = /T\d\d:\d\d(?!:)/.test(value) ? value.replace(/(T\d\d:\d\d)/, '$1:00') : value
  return /(Z|[+-]\d\d:?\d\d)$/.test(seconds) ? seconds : `${seconds}Z`
}

/** ISO 8601; without an offset it is taken for UTC. */
const isoTimestamp = z
  .string()
  .trim()
  .transform(completed)
  .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success, { error: 'must be an ISO 8601 timestamp', abort: true })
  .refine((value) => new Date(value).getUTCFullYear() >= 1900 && new Date(value).getUTCFullYear() <= 2999, {
    error: 'must be from 1900 to 2999',
    abort: true,
  })
  .transform((value) => new Date(value).toISOString())
  // `format: date-time` asks for an offset (RFC 3339).
  .meta({ description: 'An ISO 8601 timestamp of 1900 to 2999; without an offset it is read as UTC' })

/** The same of an instant that GraphQL has read. */
export const utteranceInstant = z
  .date()
  .transform((value) => value.toISOString())
  .pipe(isoTimestamp)
  .transform((value) => new Date(value))

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

/** Names stay as they are sent: the answer's keys are the client's. */
const medicationText = text(200, 0)
const nameAsSent = z.string().refine((name) => medicationText.safeParse(name).success, 'must be valid text of at most 200 characters')

export const jcodesInput = z.object({ medications: z.array(nameAsSent).max(1000) })

/** Agents write numbers as text. */
const patientId = z.union(
  [
    z.int().min(-maxInt32).max(maxInt32),
    z
      .string()
      .trim()
      .regex(/^\d{1,10}$/)
      .meta(asSent(/^\d{1,10}$/))
      .transform(Number)
      .pipe(z.int().max(maxInt32)),
  ],
  'must be a patient ID (a whole number)',
)

/** As people and agents write a US number, or E.164. */
const spokenPhone = text(40)
  .transform((value) => value.replace(/[\s().-]/g, ''))
  .transform((value) => (/^\d{10}$/.test(value) ? `+1${value}` : /^1\d{10}$/.test(value) ? `+${value}` : value))
  .pipe(patient.phoneNumber)

const severity = z
  .unknown()
  .transform((value, context) => {
    const known = typeof value === 'string' ? severityOf(value) : undefined
    if (known) return known
    context.addIssue({ code: 'custom', message: `must be ${severities.slice(0, -1).join(', ')} or ${severities.at(-1)}` })
    return z.NEVER
  })
  .meta({
    description: 'In any case, with blanks, hyphens or underscores anywhere',
    anyOf: [
      { type: 'string', enum: severities },
      { type: 'string', pattern: '^[A-Za-z\\s_-]+$' },
    ],
  })

/** A member ID as it is written, or as a caller spells it ("W as in whiskey, one, double four"). */
const spokenMemberId = text(400).refine(
  (value) => patient.memberId.safeParse(value).success || /\s/.test(value),
  'must have at most 64 characters, or 400 where it is spelled in words',
)

/** The parameters of each function that an agent may invoke. */
export const functionInputs = {
  patient_lookup: z.object({
    firstName: patient.personName,
    lastName: patient.personName,
    dob: calendarDate('1900-01-01', today),
    memberId: spokenMemberId,
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
