import type { sexes } from '../../domain/patients/fields.ts'
import { newestFirst } from '../../domain/patients/patient-filter.ts'
import { inOrderOfCreation, medicationNamesOf, revisionOf } from '../../domain/patients/revision.ts'
import { VerificationStatus } from '../benefits/verification.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { pagesOf } from '../lists.ts'

export const PatientStatus = builder.enumType('PatientStatus', {
  description: 'Whether a patient takes part in the program',
  values: { active: { description: 'Takes part' }, inactive: { description: 'Left; the record is kept' } } as const,
})

export const Sex = builder.enumType('Sex', {
  description: 'As recorded',
  values: {
    female: { description: 'Female' },
    male: { description: 'Male' },
    other: { description: 'Neither of these' },
    unknown: { description: 'Asked for, and not known' },
  } as const satisfies Record<(typeof sexes)[number], object>,
})

const withMedicationNames = { medications: { select: { medicationName: true }, orderBy: inOrderOfCreation } } as const

// Without `select` a type loads all its columns, and its plain fields cost nothing per row: a list is a quarter cheaper
// than with narrowed columns (bench/README.md).
export const Patient = builder.prismaNode('Patient', {
  id: { field: 'id' },
  nullable: true,
  description: 'A person enrolled in a care program',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    firstName: t.exposeString('firstName', { description: 'Given name' }),
    lastName: t.exposeString('lastName', { description: 'Family name' }),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date', description: 'Date of birth' }),
    phone: t.exposeString('phone', { description: 'E.164' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address' }),
    mrn: t.exposeString('mrn', { description: 'Medical record number, unique' }),
    payerId: t.exposeString('payerId', { nullable: true, description: 'Short lower-case name of the insurance payer' }),
    payer: t.relation('payer', { nullable: true, description: 'The payer of that name; null where we list none' }),
    memberId: t.exposeString('memberId', { nullable: true, description: 'Insurance member ID' }),
    groupNumber: t.exposeString('groupNumber', { nullable: true, description: 'Group number of the insurance' }),
    addressLine1: t.exposeString('addressLine1', { nullable: true, description: 'Street and number' }),
    city: t.exposeString('city', { nullable: true, description: 'Town of the address' }),
    state: t.exposeString('state', { nullable: true, description: 'State or region' }),
    zipCode: t.exposeString('zipCode', { nullable: true, description: 'Postal code' }),
    sex: t.expose('sex', { type: Sex, nullable: true, description: 'As recorded; null where nobody recorded it' }),
    timeZone: t.exposeString('timeZone', { nullable: true, description: 'Where they live: an IANA name, such as America/Chicago' }),
    language: t.exposeString('language', { nullable: true, description: 'What they speak: a BCP 47 tag, such as es' }),
    status: t.expose('status', { type: PatientStatus, description: 'Whether the patient takes part' }),
    verificationStatus: t.expose('verificationStatus', {
      type: VerificationStatus,
      nullable: true,
      description: 'Of the newest verification; null where there is none',
    }),
    hasAdverseEvents: t.exposeBoolean('hasAdverseEvents', { description: 'Whether a case stands that was not dismissed' }),
    avgSatisfactionScore: t.exposeFloat('avgSatisfactionScore', { nullable: true, description: 'Average over conversations, 1 to 5' }),
    totalConversations: t.exposeInt('totalConversations', { description: 'All calls linked to the patient' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was made' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the record was last changed' }),
    medicationNames: t.stringList({
      description: 'Distinct names of the medication records, in order of creation',
      select: withMedicationNames,
      resolve: ({ medications }) => medicationNamesOf(medications),
    }),
    revision: t.string({
      description: 'The state of the record, opaque: another one after each change of its fields or of the names of its medications',
      select: withMedicationNames,
      resolve: (patient) => revisionOf(patient, patient.medications),
    }),
    medications: t.relation('medications', {
      description: 'Newest first',
      args: { limit: t.arg.int(limitArg(50)) },
      query: (args) => ({ orderBy: newestFirst, take: checkedLimit(args) }),
    }),
    medicationCount: t.relationCount('medications', { description: 'All medication records' }),
  }),
})

export const PatientConnection = pagesOf(Patient, 'A page of patients', 'A patient of a page, with the place in the list')
