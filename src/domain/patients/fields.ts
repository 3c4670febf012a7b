import { z } from 'zod'
import { asSent, calendarDate, text, today } from '../../platform/values.ts'

export const personName = text(100)

const e164 = /^\+[1-9]\d{6,14}$/
/** Checks E.164 syntax only, so that fictional numbers pass: `+`, then 7 to 15 digits without a leading zero. */
export const phoneNumber = text(16)
  .regex(e164, 'must be an E.164 number such as +15551234567')
  .meta({ description: 'A phone number in E.164, such as +15551234567', ...asSent(e164) })

export const emailAddress = text(254)
  .regex(z.regexes.email, 'must be an email address')
  .meta({ description: 'An email address of up to 254 characters', ...asSent(z.regexes.email) })

/** A payer's short name in lower case, as in the table of payers, for example `aetna` or `blue_cross`. */
export const payerId = text(64)
  .toLowerCase()
  .regex(/^[a-z0-9_-]+$/, 'may hold letters, digits, "_" and "-" only')
  .meta({ description: 'Short name of a payer, such as blue_cross; kept in lower case', ...asSent(/^[A-Za-z0-9_-]+$/) })

export const memberId = text(64)
export const mrn = text(64)
export const dateOfBirth = calendarDate('1900-01-01', today)
export const patientStatus = z.enum(['active', 'inactive'], 'must be active or inactive')

/** As recorded (FHIR's administrative gender). */
export const sexes = ['female', 'male', 'other', 'unknown'] as const
export const sex = z.enum(sexes, `must be one of ${sexes.join(', ')}`)

const zones = new Set(Intl.supportedValuesOf('timeZone'))
/** An IANA name, such as America/Chicago. */
export const timeZone = text(64).refine((name) => name === 'UTC' || zones.has(name), 'must be an IANA time zone such as America/Chicago')

/** A BCP 47 tag, such as es or zh-Hant, in its canonical form. */
export const language = text(35)
  .refine((tag) => isLanguage(tag), 'must be a language tag such as es')
  .transform((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag)

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const medicationName = text(200)

/** National Provider Identifier: 10 digits (45 CFR 162.406). The check digit is not enforced: test data often lacks a valid one. */
export const prescriberNpi = text(10)
  .regex(/^\d{10}$/, 'must be 10 digits')
  .meta({ description: 'A National Provider Identifier: 10 digits', ...asSent(/^\d{10}$/) })

export const prescribedDate = calendarDate('1900-01-01', () => '9999-12-31')
export const paStatus = z.enum(['pending', 'approved', 'denied'], 'must be pending, approved or denied')
