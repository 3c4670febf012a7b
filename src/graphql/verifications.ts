import { verificationUpdated } from '../domain/benefits/events.ts'
import { latestVerification } from '../domain/benefits/verification/latest-verification.ts'
import { resolveDiscrepancy } from '../domain/benefits/verification/resolve-discrepancy.ts'
import { retryVerification, startVerification } from '../domain/benefits/verification/start-verification.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { BenefitDiscrepancy, BenefitsMethod, BenefitsVerification, VerificationStatus } from './benefits.ts'
import { recordId, resolveDiscrepancyInput, startVerificationInput } from './benefits-input.ts'
import { builder } from './builder.ts'
import { changes } from './changes.ts'
import { toReadBenefits, toWorkOnBenefits } from './permissions.ts'
import { readOnce } from './shared-reads.ts'

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

builder.queryFields((t) => ({
  latestVerification: t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    description:
      "The patient's most recent verification that has a result; where there are only running ones, the newest after two seconds at most. Null where there is none.",
    args: { patientId: t.arg.int({ required: true }) },
    resolve: (query, _root, { patientId }, { work }) => latestVerification(work, patientId, query),
  }),
  benefitsVerification: t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    args: { id: t.arg.int({ required: true }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.benefitsVerification.findUnique({ ...query, where: { id } }),
  }),
  benefitsVerifications: t.prismaField({
    type: [BenefitsVerification],
    authScopes: toReadBenefits,
    description: 'Newest first',
    args: {
      patientId: t.arg.int(),
      status: t.arg({ type: VerificationStatus }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (query, _root, { patientId, status, ...page }, { work }) => {
      const { limit, skip } = validate(offsetPage, page)
      const where = { ...(patientId != null && { patientId }), ...(status != null && { status }) }
      return work.session.prisma.benefitsVerification.findMany({ ...query, where, orderBy: newestFirst, take: limit, skip })
    },
  }),
  benefitDiscrepancies: t.prismaField({
    type: [BenefitDiscrepancy],
    authScopes: toReadBenefits,
    description: 'Newest first',
    args: {
      patientId: t.arg.int(),
      open: t.arg.boolean({ description: 'Only those that wait for a decision, or only decided ones' }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (query, _root, { patientId, open, ...page }, { work }) => {
      const { limit, skip } = validate(offsetPage, page)
      const where = { ...(patientId != null && { patientId }), ...(open != null && { kept: open ? null : { not: null } }) }
      return work.session.prisma.benefitDiscrepancy.findMany({ ...query, where, orderBy: newestFirst, take: limit, skip })
    },
  }),
}))

builder.mutationFields((t) => ({
  startBenefitsVerification: t.field({
    type: BenefitsVerification,
    authScopes: toWorkOnBenefits,
    description: 'Asks the payer anew. While a verification of the same insurance is under way, that one is given.',
    args: {
      patientId: t.arg.int({ required: true }),
      medication: t.arg.string({ description: 'Makes it part of the prior authorization case of this medicine' }),
    },
    resolve: async (_root, args, { work }) => {
      const { patientId, medication } = validate(startVerificationInput, args)
      return startVerification(work, { patientId, medication, trigger: 'requested' })
    },
  }),
  retryVerification: t.field({
    type: BenefitsVerification,
    authScopes: toWorkOnBenefits,
    description: 'Asks the payer again for a verification that failed',
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, { work }) => retryVerification(work, validate(recordId, id)),
  }),
  resolveDiscrepancy: t.field({
    type: BenefitDiscrepancy,
    authScopes: toWorkOnBenefits,
    description: 'Decides which of the two is right; the benefits of the verification follow',
    args: {
      id: t.arg.int({ required: true }),
      by: t.arg.string({ required: true, description: 'The person who decides' }),
      keep: t.arg({ type: BenefitsMethod, required: true }),
      note: t.arg.string(),
    },
    resolve: (_root, args, { work }) => resolveDiscrepancy(work, validate(resolveDiscrepancyInput, args)),
  }),
}))

builder.subscriptionFields((t) => ({
  verificationUpdated: t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    description: 'A verification, each time it comes further: of one patient, or all without `patientId`',
    args: { patientId: t.arg.int() },
    subscribe: (_root, { patientId }, context) => changes(context, [verificationUpdated], { field: 'patientId', is: patientId }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['verification', query], () =>
        work.session.prisma.benefitsVerification.findUnique({ ...query, where: { id: event.verificationId } }),
      ),
  }),
}))
