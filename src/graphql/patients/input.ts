import { z } from 'zod'
import { ndcCode } from '../../domain/drugs/ndc-code.ts'
import * as rule from '../../domain/patients/fields.ts'
import { offsetPage, text } from '../../platform/values.ts'

// The rules of every patient and medication input, once for both surfaces: resolvers check with them, and REST
// and OpenAPI derive their request schemas from them.

const optional = {
  email: rule.emailAddress.nullish(),
  payerId: rule.payerId.nullish(),
  memberId: rule.memberId.nullish(),
  groupNumber: text(64).nullish(),
  addressLine1: text(200).nullish(),
  city: text(100).nullish(),
  state: text(100).nullish(),
  zipCode: text(20).nullish(),
}

/** What the specified REST paths do not know. */
const recorded = { sex: rule.sex.nullish(), timeZone: rule.timeZone.nullish(), language: rule.language.nullish() }

/** What `POST /patients` takes. */
export const newPatientBody = z.object({
  firstName: rule.personName,
  lastName: rule.personName,
  dateOfBirth: rule.dateOfBirth,
  phone: rule.phoneNumber,
  ...optional,
  mrn: rule.mrn.nullish(),
})

export const createPatientInput = newPatientBody.extend(recorded)

/** Absent leaves a field as it is; `null` clears one that may be empty and is an error elsewhere. */
export const updatePatientInput = z.object({
  firstName: rule.personName.optional(),
  lastName: rule.personName.optional(),
  dateOfBirth: rule.dateOfBirth.optional(),
  phone: rule.phoneNumber.optional(),
  ...optional,
  ...recorded,
  status: rule.patientStatus.optional(),
  expectedRevision: z.array(text(100)).max(100).nullish(),
})

const score = z.number().min(1, 'must be from 1 to 5').max(5, 'must be from 1 to 5').nullish()

const filterFields = {
  search: text(1000, 0).nullish(),
  status: rule.patientStatus.nullish(),
  payerId: rule.payerId.nullish(),
  hasAdverseEvents: z.boolean().nullish(),
  satisfactionMin: score,
  satisfactionMax: score,
}

const bounds = (filter: { satisfactionMin?: number | null; satisfactionMax?: number | null }) =>
  filter.satisfactionMin == null || filter.satisfactionMax == null || filter.satisfactionMin <= filter.satisfactionMax
const crossed = { path: ['satisfactionMin'], message: 'must not be above the maximum' }

/** What only dashboards filter by, besides what REST does. */
const dashboardFields = {
  medication: rule.medicationName.nullish(),
  verificationStatus: z.enum(['PENDING', 'IN_PROGRESS', 'VERIFIED', 'PARTIAL', 'FAILED']).nullish(),
  created: z.object({ from: z.date().nullish(), to: z.date().nullish() }).nullish(),
}

export const patientFilterInput = z.object({ ...filterFields, ...dashboardFields }).refine(bounds, crossed)

/** A page of the patient list with its filter, in one object: the query string of `GET /patients`. */
export const patientListInput = z.object({ ...offsetPage.shape, ...filterFields }).refine(bounds, crossed)

export const addMedicationInput = z.object({
  medicationName: rule.medicationName,
  ndcCode: ndcCode.nullish(),
  isPrescribed: z.boolean().nullish(),
  prescribedDate: rule.prescribedDate.nullish(),
  prescriberName: text(200).nullish(),
  prescriberNpi: rule.prescriberNpi.nullish(),
  paRequired: z.boolean().nullish(),
  paStatus: rule.paStatus.nullish(),
})
