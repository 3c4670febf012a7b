import { z } from 'zod'
import { maxPolicyBytes } from '../../domain/benefits/policies/policy-documents.ts'
import { anyPayer } from '../../domain/benefits/policies/requirements.ts'
import { metadataRules } from '../../domain/library/metadata.ts'
import { medicationName, payerId } from '../../domain/patients/fields.ts'
import { calendarDate, text } from '../../platform/values.ts'
import { base64 } from '../library/input.ts'

// The rules of the inputs about benefits and prior authorization.

export const startVerificationInput = z.object({ patientId: z.int(), medication: medicationName.nullish() })

/** A payer, or `*` for those that have no policies of their own. */
const policyPayer = z.union([z.literal(anyPayer), payerId])

export const addPolicyInput = z.object({
  name: text(500),
  payerId: policyPayer,
  content: base64(maxPolicyBytes),
  mediaType: text(200).nullish(),
  title: metadataRules.title,
  url: metadataRules.url,
  effectiveDate: calendarDate('1990-01-01', () => '9999-12-31').nullish(),
})

export const policySearchInput = z.object({
  query: text(1000),
  payerId: policyPayer.nullish(),
  medication: medicationName.nullish(),
  limit: z.int().min(1).max(50).default(5),
})

export const requirementsInput = z.object({ payerId: policyPayer, medication: medicationName })

export const tradingPartnerInput = z.object({ payerId, tradingPartnerId: text(80).nullish() })

const days = z.int().min(1).max(3650).nullish()
const hours = z
  .int()
  .min(1)
  .max(24 * 365)
  .nullish()
export const payerTimesInput = z.object({ payerId, standardHours: hours, urgentHours: hours, appealDays: days, renewalDays: days })
