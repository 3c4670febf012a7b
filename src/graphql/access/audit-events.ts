import { z } from 'zod'
import { staffIdOf } from '../../domain/access/caller.ts'
import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { validate } from '../../platform/validate.ts'
import { maxInt32, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { checkedLimit, DateTimeRange, limitArg, ofOneRecord } from '../connections.ts'
import { list, pagesOf } from '../lists.ts'
import { inputType } from '../mutation.ts'
import { Patient } from '../patients/patient.ts'
import { toManageAccess, toReadPatients } from '../permissions.ts'
import { StaffMember } from './staff.ts'

/** Patients that one event shows at most: events stand in lists themselves. */
const mostPatients = 50

const AuditEvent = builder.prismaObject('AuditEvent', {
  description: 'Who read or changed what. Append-only.',
  fields: (t) => ({
    id: t.string({ description: 'Our number of the event', resolve: ({ id }) => String(id) }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it was recorded' }),
    actor: t.exposeString('actor', { description: 'Who asked, as `caller { id }` names them: `staff:12` for a person, `key:7` for a key' }),
    staffMember: t.field({
      type: StaffMember,
      nullable: true,
      description: 'The person who asked; null for a key and for the service itself',
      resolve: ({ actor }, _args, { work }) => {
        const id = staffIdOf(actor)
        // Prisma makes one statement of those that a list asks for together.
        return id === undefined ? null : work.session.prisma.staffMember.findUnique({ where: { id } })
      },
    }),
    surface: t.exposeString('surface', {
      description: '`rest`, `graphql`, `job`: the service itself, or `cli`: the owner of the database',
    }),
    address: t.exposeString('address', { nullable: true, description: "The client's address; null for the service itself" }),
    requestId: t.exposeString('requestId', { description: 'The `X-Request-Id` of the request' }),
    action: t.exposeString('action', { description: 'The record type and the verb: `patient.read`' }),
    outcome: t.exposeString('outcome', { description: '`succeeded`, or the code of the failure' }),
    patientIds: t.exposeIntList('patientIds', { description: 'Whose data it is' }),
    patients: t.prismaField({
      type: ['Patient'],
      nullable: true,
      authScopes: toReadPatients,
      description: 'The patients whose data it is; numbers that name no patient are left out',
      args: { limit: t.arg.int(limitArg(20, mostPatients)) },
      resolve: async (query, { patientIds }, args, { work }) => {
        const ids = patientIds.slice(0, checkedLimit(args, mostPatients))
        const found = await Promise.all(ids.map((id) => work.session.prisma.patient.findUnique({ ...query, where: { id } })))
        return found.filter((patient) => patient !== null)
      },
    }),
    recordIds: t.exposeStringList('recordIds', { description: 'Ids of the records, of the type that `action` names' }),
    fields: t.exposeStringList('fields', { description: 'Names of changed fields' }),
    asked: t.exposeString('asked', { nullable: true, description: 'Of a search: the salted SHA-256 of what was asked' }),
    times: t.exposeInt('times', { description: 'How many equal events of a moment this one stands for' }),
  }),
})

const AuditEventConnection = pagesOf(AuditEvent, 'A page of the audit trail', 'An event of a page, with the place in the list')

const filterInput = z.object({
  actor: text(100).nullish(),
  action: text(100).nullish(),
  patientId: z.int().min(-maxInt32).max(maxInt32).nullish(),
  outcome: text(100).nullish(),
  occurred: z.object({ from: z.date().nullish(), to: z.date().nullish() }).nullish(),
})

const Filter = inputType('AuditEventFilter', {
  description: 'Which events; absent members keep all',
  input: filterInput,
  fields: {
    actor: 'Who asked, as `caller { id }` names them',
    action: 'The record type and the verb: `patient.read`',
    patientId: 'Whose data it is',
    outcome: '`succeeded`, or the code of the failure',
    occurred: [DateTimeRange, 'When it was recorded'],
  },
})

function whereEvent(filter: typeof Filter.$inferInput): Prisma.AuditEventWhereInput {
  const { actor, action, patientId, outcome, occurred } = validate(filterInput, filter)
  return {
    ...(actor == null ? {} : { actor }),
    ...(action == null ? {} : { action }),
    ...(outcome == null ? {} : { outcome }),
    ...(patientId == null ? {} : { patientIds: { has: patientId } }),
    occurredAt: { ...(occurred?.from ? { gte: occurred.from } : {}), ...(occurred?.to ? { lt: occurred.to } : {}) },
  }
}

list('auditEvents', AuditEvent, {
  authScopes: toManageAccess,
  description: 'The audit trail, newest first unless ordered otherwise',
  pages: AuditEventConnection,
  filter: Filter,
  where: whereEvent,
  orders: { OCCURRED_AT: { columns: ['occurredAt'], description: 'When it was recorded' } },
})

builder.prismaObjectField(Patient, 'auditEvents', (t) =>
  t.prismaConnection(
    {
      type: AuditEvent,
      cursor: 'id',
      authScopes: toManageAccess,
      extensions: ofOneRecord,
      description: 'Who read or changed data of the patient, newest first. Not for the patients of a list.',
      totalCount: ({ id }, _args, { work }) => work.session.prisma.auditEvent.count({ where: { patientIds: { has: id } } }),
      resolve: (query, { id }, _args, { work }) =>
        work.session.prisma.auditEvent.findMany({
          ...query,
          where: { patientIds: { has: id } },
          orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
        }),
    },
    AuditEventConnection,
  ),
)
