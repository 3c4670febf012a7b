import { z } from 'zod'
import { callbackTimes } from '../../domain/chat/ask-for-callback.ts'
import { emailAddress, phoneNumber } from '../../domain/patients/fields.ts'
import { recordId, text } from '../../platform/values.ts'

// The rules of the chat's inputs, once for both surfaces (docs/contract.md, Chat; lengths: Strings).

/** Widgets send an empty string where there is nothing yet. */
const orNothing = (max: number) =>
  text(max, 0)
    .transform((value) => (value === '' ? null : value))
    .nullish()

export const chatInput = z.object({
  message: text(4000),
  sessionToken: orNothing(200),
  pageUrl: orNothing(2000),
})

/** The Idempotency-Key of a message, as GraphQL's clients give it. */
export const requestKeyInput = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
  .nullish()

export const chatSessionInput = z.object({ pageUrl: orNothing(2000) })

export const sessionTokenInput = text(200)

export const chatAnswerInput = z.object({ sessionToken: sessionTokenInput, messageId: recordId })

export const callbackInput = z.object({
  sessionToken: sessionTokenInput,
  phoneNumber,
  preferredTime: z.enum(callbackTimes).default('any'),
  consent: text(1000),
})

export const chatFeedbackInput = z.object({
  sessionToken: sessionTokenInput,
  messageId: recordId,
  helpful: z.boolean(),
  comment: orNothing(2000),
})

const origin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value && !value.includes('*'),
    'must be an origin such as https://care.example.com',
  )

const look = {
  welcomeMessage: text(1000).optional(),
  placeholderText: text(200).optional(),
  primaryColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour as #rrggbb')
    .optional(),
  allowedOrigins: z.array(origin).max(100).optional(),
  supportName: orNothing(100),
  supportPhone: orNothing(40),
  supportEmail: emailAddress.nullish(),
  callbackConsent: text(1000).nullish(),
  contentPages: z.boolean().optional(),
}

export const createWidgetClientInput = z.object({ name: text(100), ...look })

/** Absent leaves a field as it is; `null` takes a support contact away and is an error elsewhere. */
export const updateWidgetClientInput = z.object({ name: text(100).optional(), ...look })
