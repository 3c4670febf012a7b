import { filter, pipe } from '@graphql-yoga/subscription'
import { patientUpdated } from '../domain/patients/events.ts'
import { newestFirst, type PatientFilter, whereFilter } from '../domain/patients/patient-filter.ts'
import { casesChanged } from '../domain/safety/events.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { VerificationStatus } from './benefits.ts'
import { builder } from './builder.ts'
import { DateTimeRange, orderOf } from './connections.ts'
import type { Context } from './context.ts'
import { Patient, PatientConnection, PatientStatus } from './patient.ts'
import { createPatientInput, patientFilterInput, updatePatientInput } from './patient-input.ts'
import { toReadPatients, toWritePatients } from './permissions.ts'

const PatientFilterInput = builder.inputType('PatientFilter', {
  description: 'Which patients; absent members keep all',
  fields: (t) => ({
    search: t.string({ description: 'Every word must occur in the name, phone, email, MRN or member ID; any case' }),
    status: t.field({ type: PatientStatus, description: 'Whether they take part' }),
    payerId: t.string({ description: 'Their payer, by its short name' }),
    hasAdverseEvents: t.boolean({ description: 'Whether a case stands that was not dismissed' }),
    satisfactionMin: t.float({ description: '1 to 5; patients without a score do not match' }),
    satisfactionMax: t.float({ description: '1 to 5; patients without a score do not match' }),
    medication: t.string({ description: 'A medicine on their record, by its name there in any case' }),
    verificationStatus: t.field({ type: VerificationStatus, description: 'Of their newest verification' }),
    created: t.field({ type: DateTimeRange, description: 'When the record was made' }),
  }),
})

const order = orderOf('Patient', {
  CREATED_AT: { columns: ['createdAt'], description: 'When the record was made' },
  UPDATED_AT: { columns: ['updatedAt'], description: 'When the record was last changed' },
  LAST_NAME: { columns: ['lastName', 'firstName'], description: 'Family name, then given name' },
})

const wherePatient = ({ work: { session } }: Context, filter: typeof PatientFilterInput.$inferInput | null | undefined) =>
  whereFilter(session, validate(patientFilterInput, filter ?? {}))

const PatientPage = builder.objectRef<{ filter: PatientFilter; limit: number; skip: number }>('PatientPage').implement({
  description: 'A page of the patient list by numbers, as REST gives it',
  fields: (t) => ({
    items: t.prismaField({
      type: [Patient],
      description: 'Newest first',
      resolve: async (query, { filter, limit, skip }, _args, { work: { session } }) =>
        session.prisma.patient.findMany({ ...query, where: await whereFilter(session, filter), orderBy: newestFirst, take: limit, skip }),
    }),
    total: t.int({
      description: 'All patients that the filter keeps',
      resolve: async ({ filter }, _args, { work: { session } }) =>
        session.prisma.patient.count({ where: await whereFilter(session, filter) }),
    }),
    page: t.int({ description: 'floor(skip / limit) + 1', resolve: ({ limit, skip }) => Math.floor(skip / limit) + 1 }),
    pageSize: t.exposeInt('limit', { description: 'As asked for' }),
  }),
})

builder.queryFields((t) => ({
  patient: t.prismaField({
    type: Patient,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A patient by our number of the record; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of the record' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.patient.findUnique({ ...query, where: { id } }),
  }),
  patients: t.prismaConnection(
    {
      type: Patient,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'Patients, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: PatientFilterInput, description: 'Which' }),
        orderBy: t.arg({ type: order.input, description: 'In which order' }),
      },
      totalCount: async (_parent, { filter }, context) =>
        context.work.session.prisma.patient.count({ where: await wherePatient(context, filter) }),
      resolve: async (query, _root, { filter, orderBy }, context) =>
        context.work.session.prisma.patient.findMany({
          ...query,
          where: await wherePatient(context, filter),
          orderBy: order.by(orderBy),
        }),
    },
    PatientConnection,
  ),
  patientPage: t.field({
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
}))

const optionalFields = ['email', 'payerId', 'memberId', 'groupNumber', 'addressLine1', 'city', 'state', 'zipCode'] as const

const CreatePatientInput = builder.inputType('CreatePatientInput', {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    dateOfBirth: t.field({ type: 'Date', required: true, description: '1900-01-01 to today' }),
    phone: t.string({ required: true, description: 'E.164' }),
    mrn: t.string({ description: 'Generated where absent' }),
    ...optionalStrings(() => t.string()),
  }),
})

const UpdatePatientInput = builder.inputType('UpdatePatientInput', {
  description: 'Absent leaves a field as it is. `null` clears one that may be empty.',
  fields: (t) => ({
    firstName: t.string(),
    lastName: t.string(),
    dateOfBirth: t.field({ type: 'Date' }),
    phone: t.string(),
    status: t.field({ type: PatientStatus }),
    expectedRevision: t.stringList({
      description: 'Make the change only if the record still has this `revision`, or one of these; else PRECONDITION_FAILED',
    }),
    ...optionalStrings(() => t.string()),
  }),
})

function optionalStrings<Field>(field: () => Field) {
  return Object.fromEntries(optionalFields.map((name) => [name, field()])) as Record<(typeof optionalFields)[number], Field>
}

const DeactivatePatientPayload = builder.objectRef<{ id: number }>('DeactivatePatientPayload').implement({
  fields: (t) => ({
    success: t.boolean({ resolve: () => true }),
    message: t.string({ resolve: ({ id }) => `Patient ${id} has been deactivated; the record is kept.` }),
  }),
})

builder.mutationFields((t) => ({
  createPatient: t.field({
    type: Patient,
    authScopes: toWritePatients,
    args: { input: t.arg({ type: CreatePatientInput, required: true }) },
    resolve: (_root, { input }, { work, patients }) => patients.create(work, validate(createPatientInput, input)),
  }),
  updatePatient: t.field({
    type: Patient,
    authScopes: toWritePatients,
    args: { id: t.arg.int({ required: true }), input: t.arg({ type: UpdatePatientInput, required: true }) },
    resolve: (_root, { id, input }, { work, patients }) => patients.update(work, id, validate(updatePatientInput, input)),
  }),
  deactivatePatient: t.field({
    type: DeactivatePatientPayload,
    authScopes: toWritePatients,
    description: 'Soft delete: the record is kept and can be reactivated',
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, { work, patients }) => patients.deactivate(work, id),
  }),
}))

builder.subscriptionFields((t) => ({
  patientUpdated: t.prismaField({
    type: Patient,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A patient, each time it was created or changed: one patient, or all without `id`',
    args: { id: t.arg.int() },
    subscribe: (_root, { id }, { work }) =>
      pipe(
        // The flag on a record follows its cases.
        work.events.subscribe(patientUpdated, casesChanged),
        filter((event): event is { patientId: number } => event.patientId !== null && (id == null || event.patientId === id)),
      ),
    resolve: (query, { patientId }, _args, { work }) => work.session.prisma.patient.findUnique({ ...query, where: { id: patientId } }),
  }),
}))
