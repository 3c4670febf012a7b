import { z } from 'zod'
import { text } from '../../../platform/values.ts'
import { ndcCode } from '../../drugs/ndc-code.ts'

export const reporterKinds = ['patient', 'caregiver', 'professional'] as const
/** ICH E2B(R3) E.i.7, in its order. */
export const eventOutcomes = ['recovered', 'recovering', 'not_recovered', 'recovered_with_sequelae', 'fatal', 'unknown'] as const

const known = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/
/** As much of a date as is known: `2026`, `2026-11`, `2026-11-24`. */
const knownDate = text(10)
  .regex(known, 'must be as much of a date as is known: 2026, 2026-11 or 2026-11-24')
  .refine((value) => value.length < 10 || new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true, 'is no day of the calendar')

/** The rules of what staff say of a case: absent stays, `null` is not known. */
export const detailRules = {
  reporter: z.enum(reporterKinds, `must be one of ${reporterKinds.join(', ')}`).nullish(),
  reporterMayBeContacted: z.boolean().nullish(),
  reporterName: text(200).nullish(),
  reporterContact: text(254).nullish(),
  onset: knownDate.nullish(),
  outcome: z.enum(eventOutcomes, `must be one of ${eventOutcomes.join(', ')}`).nullish(),
  dose: text(200).nullish(),
  route: text(100).nullish(),
  lotNumber: text(50).nullish(),
  ndcCode: ndcCode.nullish(),
  therapyStart: knownDate.nullish(),
  therapyEnd: knownDate.nullish(),
  indication: text(500).nullish(),
  concomitantMedications: z.array(text(200)).max(50).optional(),
}
