import { z } from 'zod'
import { verificationUpdated } from '../../domain/benefits/events.ts'
import { countPatients } from '../../domain/patients/count-patients.ts'
import { patientUpdated } from '../../domain/patients/events.ts'
import { newestFirst, type PatientFilter, whereFilter } from '../../domain/patients/patient-filter.ts'
import { casesChanged } from '../../domain/safety/events.ts'
import { validate } from '../../platform/validate.ts'
import { offsetPage } from '../../platform/values.ts'
import { VerificationStatus } from '../benefits/verification.ts'
import { builder, restOnly } from '../builder.ts'
import { changes } from '../changes.ts'
import { DateTimeRange } from '../connections.ts'
import { list } from '../lists.ts'
import { inputType, mutation } from '../mutation.ts'
import { toReadPatients, toWritePatients } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { readOnce } from '../shared-reads.ts'
import { createPatientInput, patientFilterInput, updatePatientInput } from './input.ts'
import { Patient, PatientConnection, PatientStatus, Sex } from './patient.ts'

const PatientFilterInput = inputType('PatientFilter', {
  description: 'Which patients; absent members keep all',
  input: patientFilterInput,
  fields: {
    search: 'Every word must occur in the name, phone, email, MRN or member ID; any case',
    status: [PatientStatus, 'Whether they take part'],
    payerId: 'Their payer, by its short name',
    hasAdverseEvents: 'Whether a case stands that was not dismissed',
    satisfactionMin: '1 to 5; patients without a score do not match',
    satisfactionMax: '1 to 5; patients without a score do not match',
    medication: 'A medicine on their record, by its name there in any case',
    verificationStatus: [VerificationStatus, 'Of their newest verification'],
    created: [DateTimeRange, 'When the record was made'],
  },
})

/** From here on the numbers of a page's rows are looked up first: an index has them, while whole rows would be read and thrown away. */
const deepPage = 1_000

const PatientPage = builder.objectRef<{ filter: PatientFilter; limit: number; skip: number }>('PatientPage').implement({
  description: 'A page of the patient list by numbers, as REST gives it',
  fields: (t) => ({
    items: t.prismaField({
      type: [Patient],
      description: 'Newest first',
      resolve: async (query, { filter, limit, skip }, _args, { work: { session } }) => {
        const { patient } = session.prisma
        const page = { where: await whereFilter(session, filter), orderBy: newestFirst, take: limit, skip }
        if (skip < deepPage) return patient.findMany({ ...query, ...page })
        const rows = await patient.findMany({ ...page, select: { id: true } })
        return patient.findMany({ ...query, where: { id: { in: rows.map(({ id }) => id) } }, orderBy: newestFirst })
      },
    }),
    total: t.int({
      description: 'All patients that the filter keeps',
      resolve: ({ filter }, _args, { work: { session } }) => countPatients(session, filter),
    }),
    page: t.int({ description: 'floor(skip / limit) + 1', resolve: ({ limit, skip }) => Math.floor(skip / limit) + 1 }),
    pageSize: t.exposeInt('limit', { description: 'As asked for' }),
  }),
})

list('patients', Patient, {
  authScopes: toReadPatients,
  description: 'Patients, newest first unless ordered otherwise',
  pages: PatientConnection,
  filter: PatientFilterInput,
  where: (filter, { work }) => whereFilter(work.session, validate(patientFilterInput, filter)),
  count: (filter, { work }) => countPatients(work.session, validate(patientFilterInput, filter)),
  orders: {
    CREATED_AT: { columns: ['createdAt'], description: 'When the record was made' },
    UPDATED_AT: { columns: ['updatedAt'], description: 'When the record was last changed' },
    LAST_NAME: { columns: ['lastName', 'firstName'], description: 'Family name, then given name' },
  },
  one: {
    field: 'patient',
    description: 'A patient by our number of the record; null where there is none',
    id: 'Our number of the record',
  },
})

builder.queryField('patientPage', (t) =>
  t.field({
    ...restOnly,
    type: PatientPage,
    authScopes: toReadPatients,
    description: 'The patient list by numbered pages',
    args: {
      filter: t.arg({ type: PatientFilterInput, description: 'Which' }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0, description: 'How many to leave out, from the front' }),
    },
    resolve: (_root, { filter, limit, skip }) => ({
      filter: validate(patientFilterInput, filter ?? {}),
      ...validate(offsetPage, { limit, skip }),
    }),
  }),
)

/** What a record is made with, and what may be changed of it. */
const commonFields = {
  firstName: 'Given name',
  lastName: 'Family name',
  phone: 'E.164',
  sex: [Sex, 'As recorded'],
  email: 'An email address',
  payerId: 'The insurance payer, by its name or short name',
  memberId: 'Insurance member ID',
  groupNumber: 'Insurance group number',
  addressLine1: 'Street and number',
  city: 'Of the address',
  state: 'Of the address',
  zipCode: 'Of the address',
  timeZone: 'Where they live: an IANA name, such as America/Chicago',
  language: 'What they speak: a BCP 47 tag, such as es',
} as const

mutation('createPatient', {
  authScopes: toWritePatients,
  description: 'Enrols a person. Where insurance is given, its verification starts.',
  input: createPatientInput,
  fields: {
    dateOfBirth: ['Date', '1900-01-01 to today'],
    mrn: 'Medical record number; generated where absent',
    ...commonFields,
    requestKey,
  },
  gives: { patient: [Patient, 'The patient as the record now stands'] },
  run: async (input, { work, patients }) => ({ patient: await patients.create(work, input) }),
})

mutation('updatePatient', {
  authScopes: toWritePatients,
  description: 'Changes the fields that are given',
  takes: 'Absent leaves a field as it is. `null` clears one that may be empty.',
  input: updatePatientInput.extend({ id: z.int() }),
  fields: {
    id: 'Our number of the record',
    dateOfBirth: ['Date', 'The day of birth, 1900-01-01 to today'],
    status: [PatientStatus, 'Whether they take part'],
    expectedRevision: 'Make the change only if the record still has this `revision`, or one of these; else PRECONDITION_FAILED',
    ...commonFields,
  },
  gives: { patient: [Patient, 'The patient as the record now stands'] },
  run: async ({ id, ...changes }, { work, patients }) => ({ patient: await patients.update(work, id, changes) }),
})

mutation('deactivatePatient', {
  authScopes: toWritePatients,
  description: 'Soft delete: the record is kept and can be reactivated',
  input: z.object({ id: z.int() }),
  fields: { id: 'Our number of the record' },
  gives: {
    patient: [Patient, 'The patient as the record now stands'],
    success: ['Boolean', 'Always true: a failure is an error', restOnly],
    message: ['String', 'That it is done', restOnly],
  },
  run: async ({ id }, { work, patients }) => ({
    patient: await patients.deactivate(work, id),
    success: true,
    message: `Patient ${id} has been deactivated; the record is kept.`,
  }),
})

builder.subscriptionFields((t) => ({
  patientUpdated: t.prismaField({
    type: Patient,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A patient, each time it was created or changed: one patient, or all without `id`',
    args: { id: t.arg.int({ description: 'Only of this patient' }) },
    // The flag on a record follows its cases, and what is known of the coverage its verification.
    subscribe: (_root, { id }, context) =>
      changes(context, [patientUpdated, casesChanged, verificationUpdated], { field: 'patientId', is: id }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['patient', query], () => work.session.prisma.patient.findUnique({ ...query, where: { id: event.patientId } })),
  }),
}))
