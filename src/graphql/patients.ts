import { z } from 'zod'
import { patientUpdated } from '../domain/patients/events.ts'
import { newestFirst, type PatientFilter, whereFilter } from '../domain/patients/patient-filter.ts'
import { casesChanged } from '../domain/safety/events.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, offsetPage } from '../platform/values.ts'
import { builder } from './builder.ts'
import { changes } from './changes.ts'
import { createPatientInput, patientFilterInput, updatePatientInput } from './patient-input.ts'
import { toReadPatients, toWritePatients } from './permissions.ts'
import { readOnce } from './shared-reads.ts'

const PatientStatus = builder.enumType('PatientStatus', { values: ['active', 'inactive'] as const })

const inOrderOfCreation = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

// Without `select` a type loads all its columns, and its plain fields cost nothing per row: a list is a quarter cheaper
// than with narrowed columns (docs/performance.md).
const Patient = builder.prismaObject('Patient', {
  description: 'A person enrolled in a care program',
  fields: (t) => ({
    id: t.exposeInt('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date' }),
    phone: t.exposeString('phone', { description: 'E.164' }),
    email: t.exposeString('email', { nullable: true }),
    mrn: t.exposeString('mrn', { description: 'Medical record number, unique' }),
    payerId: t.exposeString('payerId', { nullable: true, description: 'Short lower-case name of the insurance payer' }),
    memberId: t.exposeString('memberId', { nullable: true, description: 'Insurance member ID' }),
    groupNumber: t.exposeString('groupNumber', { nullable: true }),
    addressLine1: t.exposeString('addressLine1', { nullable: true }),
    city: t.exposeString('city', { nullable: true }),
    state: t.exposeString('state', { nullable: true }),
    zipCode: t.exposeString('zipCode', { nullable: true }),
    status: t.expose('status', { type: PatientStatus }),
    hasAdverseEvents: t.exposeBoolean('hasAdverseEvents'),
    avgSatisfactionScore: t.exposeFloat('avgSatisfactionScore', { nullable: true, description: 'Average over conversations, 1 to 5' }),
    totalConversations: t.exposeInt('totalConversations'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    medicationNames: t.stringList({
      description: 'Distinct names of the medication records, in order of creation',
      select: { medications: { select: { medicationName: true }, orderBy: inOrderOfCreation } },
      resolve: ({ medications }) => [...new Set(medications.map(({ medicationName }) => medicationName))],
    }),
    medications: t.relation('medications', { query: { orderBy: newestFirst }, description: 'Newest first' }),
    medicationCount: t.relationCount('medications'),
  }),
})

const PatientFilterInput = builder.inputType('PatientFilter', {
  fields: (t) => ({
    search: t.string({ description: 'Every word must occur in the name, phone, email, MRN or member ID; any case' }),
    status: t.field({ type: PatientStatus }),
    payerId: t.string(),
    hasAdverseEvents: t.boolean(),
    satisfactionMin: t.float({ description: '1 to 5; patients without a score do not match' }),
    satisfactionMax: t.float({ description: '1 to 5; patients without a score do not match' }),
  }),
})

const PatientPage = builder.objectRef<{ filter: PatientFilter; limit: number; skip: number }>('PatientPage').implement({
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
    pageSize: t.exposeInt('limit'),
  }),
})

builder.queryFields((t) => ({
  patient: t.prismaField({
    type: Patient,
    nullable: true,
    authScopes: toReadPatients,
    args: { id: t.arg.int({ required: true }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.patient.findUnique({ ...query, where: { id } }),
  }),
  patients: t.field({
    type: PatientPage,
    authScopes: toReadPatients,
    args: {
      filter: t.arg({ type: PatientFilterInput }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_root, { filter, limit, skip }) => ({
      filter: validate(patientFilterInput, filter ?? {}),
      ...validate(offsetPage, { limit, skip }),
    }),
  }),
  patientConnection: t.prismaConnection({
    type: Patient,
    cursor: 'id',
    authScopes: toReadPatients,
    description: 'The same list for dashboards that scroll, newest first',
    args: { filter: t.arg({ type: PatientFilterInput }) },
    totalCount: async (_parent, { filter }, { work: { session } }) =>
      session.prisma.patient.count({ where: await whereFilter(session, validate(patientFilterInput, filter ?? {})) }),
    resolve: async (query, _root, { filter }, { work: { session } }) => {
      if (query.cursor) validate(connectionCursor, query.cursor)
      const where = await whereFilter(session, validate(patientFilterInput, filter ?? {}))
      return session.prisma.patient.findMany({ ...query, where, orderBy: newestFirst })
    },
  }),
}))

/** A cursor is a client's text: what it decodes to need not be an id of ours. */
const connectionCursor = z.object({ id: z.int().min(0).max(maxInt32) })

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
    // The flag on a record follows its cases.
    subscribe: (_root, { id }, context) => changes(context, [patientUpdated, casesChanged], { field: 'patientId', is: id }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['patient', query], () => work.session.prisma.patient.findUnique({ ...query, where: { id: event.patientId } })),
  }),
}))
