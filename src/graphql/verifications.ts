import { z } from 'zod'
import { verificationUpdated } from '../domain/benefits/events.ts'
import { latestVerification } from '../domain/benefits/verification/latest-verification.ts'
import { retryVerification, startVerification } from '../domain/benefits/verification/start-verification.ts'
import { given, within } from '../platform/database/conditions.ts'
import type { Prisma } from '../platform/database/generated/prisma/client.ts'
import {
  BenefitDiscrepancy,
  BenefitDiscrepancyConnection,
  BenefitsVerification,
  BenefitsVerificationConnection,
  VerificationStatus,
  VerificationTrigger,
} from './benefits.ts'
import { recordId, startVerificationInput } from './benefits-input.ts'
import { builder } from './builder.ts'
import { changes } from './changes.ts'
import { DateTimeRange, orderOf } from './connections.ts'
import { mutation } from './mutation.ts'
import { toReadBenefits, toWorkOnBenefits } from './permissions.ts'
import { requestKey } from './request-key.ts'
import { readOnce } from './shared-reads.ts'

const VerificationFilter = builder.inputType('BenefitsVerificationFilter', {
  description: 'Which verifications; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'Of this patient' }),
    payerId: t.string({ description: 'With this payer, by its short name' }),
    paCaseId: t.int({ description: 'Of this prior authorization case' }),
    statuses: t.field({ type: [VerificationStatus], description: 'In one of these states' }),
    triggers: t.field({ type: [VerificationTrigger], description: 'Made for one of these reasons' }),
    created: t.field({ type: DateTimeRange, description: 'When it was asked for' }),
  }),
})
const verificationOrder = orderOf('BenefitsVerification', {
  CREATED_AT: { columns: ['createdAt'], description: 'When it was asked for' },
  UPDATED_AT: { columns: ['updatedAt'], description: 'When it last came further' },
})
const whereVerification = ({
  statuses,
  triggers,
  created,
  ...exact
}: typeof VerificationFilter.$inferInput): Prisma.BenefitsVerificationWhereInput => ({
  ...given(exact),
  ...(statuses != null && { status: { in: statuses } }),
  ...(triggers != null && { trigger: { in: triggers } }),
  ...(created != null && { createdAt: within(created) }),
})

const DiscrepancyFilter = builder.inputType('BenefitDiscrepancyFilter', {
  description: 'Which discrepancies; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'Of this patient' }),
    verificationId: t.int({ description: 'Of this verification' }),
    open: t.boolean({ description: 'Only those that wait for a decision, or only decided ones' }),
    created: t.field({ type: DateTimeRange, description: 'When it was found' }),
  }),
})
const discrepancyOrder = orderOf('BenefitDiscrepancy', {
  CREATED_AT: { columns: ['createdAt'], description: 'When it was found' },
})
const whereDiscrepancy = ({ open, created, ...exact }: typeof DiscrepancyFilter.$inferInput): Prisma.BenefitDiscrepancyWhereInput => ({
  ...given(exact),
  ...(open != null && { kept: open ? null : { not: null } }),
  ...(created != null && { createdAt: within(created) }),
})

builder.queryFields((t) => ({
  latestVerification: t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    description:
      "The patient's most recent verification that has a result; where there are only running ones, the newest after two seconds at most. Null where there is none.",
    args: { patientId: t.arg.int({ required: true, description: 'Whose' }) },
    resolve: (query, _root, { patientId }, { work }) => latestVerification(work, patientId, query),
  }),
  benefitsVerification: t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    description: 'A verification by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.benefitsVerification.findUnique({ ...query, where: { id } }),
  }),
  benefitsVerifications: t.prismaConnection(
    {
      type: BenefitsVerification,
      cursor: 'id',
      authScopes: toReadBenefits,
      description: 'Verifications, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: VerificationFilter, description: 'Which' }),
        orderBy: t.arg({ type: verificationOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) =>
        work.session.prisma.benefitsVerification.count({ where: whereVerification(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.benefitsVerification.findMany({
          ...query,
          where: whereVerification(filter ?? {}),
          orderBy: verificationOrder.by(orderBy),
        }),
    },
    BenefitsVerificationConnection,
  ),
  benefitDiscrepancy: t.prismaField({
    type: BenefitDiscrepancy,
    nullable: true,
    authScopes: toReadBenefits,
    description: 'A discrepancy by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.benefitDiscrepancy.findUnique({ ...query, where: { id } }),
  }),
  benefitDiscrepancies: t.prismaConnection(
    {
      type: BenefitDiscrepancy,
      cursor: 'id',
      authScopes: toReadBenefits,
      description: 'Discrepancies, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: DiscrepancyFilter, description: 'Which' }),
        orderBy: t.arg({ type: discrepancyOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) =>
        work.session.prisma.benefitDiscrepancy.count({ where: whereDiscrepancy(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.benefitDiscrepancy.findMany({
          ...query,
          where: whereDiscrepancy(filter ?? {}),
          orderBy: discrepancyOrder.by(orderBy),
        }),
    },
    BenefitDiscrepancyConnection,
  ),
}))

mutation('startBenefitsVerification', {
  authScopes: toWorkOnBenefits,
  description: 'Asks the payer anew. While a verification of the same insurance is under way, that one is given.',
  input: startVerificationInput,
  fields: {
    patientId: 'Our number of the patient',
    medication: 'Makes it part of the prior authorization case of this medicine',
    requestKey,
  },
  gives: { verification: [BenefitsVerification, 'The verification as it now stands'] },
  run: async (input, { work }) => ({ verification: await startVerification(work, { ...input, trigger: 'requested' }) }),
})

mutation('retryVerification', {
  authScopes: toWorkOnBenefits,
  description: 'Asks the payer again for a verification that failed',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of the record' },
  gives: { verification: [BenefitsVerification, 'The verification as it now stands'] },
  run: async ({ id }, { work }) => ({ verification: await retryVerification(work, id) }),
})

builder.subscriptionFields((t) => ({
  verificationUpdated: t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    description: 'A verification, each time it comes further: of one patient, or all without `patientId`',
    args: { patientId: t.arg.int({ description: 'Only of this patient' }) },
    subscribe: (_root, { patientId }, context) => changes(context, [verificationUpdated], { field: 'patientId', is: patientId }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['verification', query], () =>
        work.session.prisma.benefitsVerification.findUnique({ ...query, where: { id: event.verificationId } }),
      ),
  }),
}))
