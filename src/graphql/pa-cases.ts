import { z } from 'zod'
import type { PolicySource } from '../domain/benefits/policies/requirements.ts'
import type { PaCase as PaCaseRow, WorkEvent } from '../platform/database/generated/prisma/client.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { builder } from './builder.ts'
import { toReadBenefits } from './permissions.ts'
import { PolicySourceRef } from './policies.ts'

export const PaCaseStatus = builder.enumType('PaCaseStatus', {
  values: {
    open: { description: 'What the payer asks for is being found out, or it has not been asked yet' },
    not_required: {},
    pending: { description: 'The request is with the payer' },
    approved: {},
    denied: {},
  } as const,
})

const PaCaseEvent = builder.objectRef<WorkEvent>('PaCaseEvent').implement({
  description: 'A step of a prior authorization case',
  fields: (t) => ({
    fromStatus: t.field({
      type: PaCaseStatus,
      nullable: true,
      description: 'Null for the first step',
      resolve: ({ fromValue }) => fromValue as Status | null,
    }),
    toStatus: t.field({ type: PaCaseStatus, description: 'The status after it', resolve: ({ toValue }) => toValue as Status }),
    by: t.exposeString('actor', { description: 'Who moved the case' }),
    note: t.exposeString('note', { nullable: true, description: 'What the person said about it' }),
    createdAt: t.expose('at', { type: 'DateTime', description: 'When' }),
  }),
})
type Status = PaCaseRow['status']

/** A thousand cases with a thousand verifications each would be one small query. */
const fewVerifications = offsetPage.extend({ limit: z.int().min(1).max(50) })

/** The steps of its work item that are a step of the case. */
const moves: WorkEvent['kind'][] = ['opened', 'changed', 'closed', 'reopened']

export const PaCase = builder.prismaObject('PaCase', {
  description: "A prior authorization case: verifications, requirements and decision for one of a patient's medicines at one payer",
  fields: (t) => ({
    id: t.exposeInt('id'),
    patientId: t.exposeInt('patientId'),
    payerId: t.exposeString('payerId'),
    medicationName: t.exposeString('medicationName', { nullable: true, description: 'Null for the case of the coverage itself' }),
    medicationRecordId: t.exposeInt('medicationRecordId', { nullable: true }),
    status: t.expose('status', { type: PaCaseStatus }),
    paRequired: t.exposeBoolean('paRequired', { nullable: true, description: 'Null where no policy says it' }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', { nullable: true }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs'),
    criteria: t.exposeStringList('criteria', { description: "The policies' own sentences" }),
    sources: t.field({ type: [PolicySourceRef], resolve: ({ sources }) => sources as unknown as PolicySource[] }),
    referenceNumber: t.exposeString('referenceNumber', { nullable: true, description: "The payer's" }),
    history: t.field({
      type: [PaCaseEvent],
      description: 'The first 1000 steps, in order',
      select: { workItem: { select: { events: { where: { kind: { in: moves } }, orderBy: { id: 'asc' }, take: 1000 } } } },
      resolve: ({ workItem }) => workItem?.events ?? [],
    }),
    verifications: t.relation('verifications', {
      description: 'Newest first',
      args: {
        limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 50' }),
        skip: t.arg.int({ required: true, defaultValue: 0 }),
      },
      query: (args) => {
        const { limit, skip } = validate(fewVerifications, args)
        return { orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }], take: limit, skip }
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  paCase: t.prismaField({
    type: PaCase,
    nullable: true,
    authScopes: toReadBenefits,
    args: { id: t.arg.int({ required: true }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.paCase.findUnique({ ...query, where: { id } }),
  }),
  paCases: t.prismaField({
    type: [PaCase],
    authScopes: toReadBenefits,
    description: 'Newest first',
    args: {
      patientId: t.arg.int(),
      status: t.arg({ type: PaCaseStatus }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (query, _root, { patientId, status, ...page }, { work }) => {
      const { limit, skip } = validate(offsetPage, page)
      const where = { ...(patientId != null && { patientId }), ...(status != null && { status }) }
      const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
      return work.session.prisma.paCase.findMany({ ...query, where, orderBy, take: limit, skip })
    },
  }),
}))
