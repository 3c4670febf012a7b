import { z } from 'zod'
import { verificationUpdated } from '../../domain/benefits/events.ts'
import { latestVerification } from '../../domain/benefits/verification/latest-verification.ts'
import { retryVerification, startVerification } from '../../domain/benefits/verification/start-verification.ts'
import { given, inTimeRange } from '../../platform/database/conditions.ts'
import { recordId } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { changes } from '../changes.ts'
import { DateTimeRange } from '../connections.ts'
import { list } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { toReadBenefits, toWorkOnBenefits } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { readOnce } from '../shared-reads.ts'
import { startVerificationInput } from './input.ts'
import {
  BenefitDiscrepancy,
  BenefitDiscrepancyConnection,
  BenefitsVerification,
  BenefitsVerificationConnection,
  VerificationStatus,
  VerificationTrigger,
} from './verification.ts'

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

list('benefitsVerifications', BenefitsVerification, {
  authScopes: toReadBenefits,
  description: 'Verifications, newest first unless ordered otherwise',
  pages: BenefitsVerificationConnection,
  filter: VerificationFilter,
  where: ({ statuses, triggers, created, ...exact }) => ({
    ...given(exact),
    ...(statuses != null && { status: { in: statuses } }),
    ...(triggers != null && { trigger: { in: triggers } }),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: {
    CREATED_AT: { columns: ['createdAt'], description: 'When it was asked for' },
    UPDATED_AT: { columns: ['updatedAt'], description: 'When it last came further' },
  },
  one: { field: 'benefitsVerification', description: 'A verification by our number of it; null where there is none' },
})

builder.queryField('latestVerification', (t) =>
  t.prismaField({
    type: BenefitsVerification,
    nullable: true,
    authScopes: toReadBenefits,
    description:
      "The patient's most recent verification that has a result; where there are only running ones, the newest after two seconds at most. Null where there is none.",
    args: { patientId: t.arg.int({ required: true, description: 'Whose' }) },
    resolve: (query, _root, { patientId }, { work }) => latestVerification(work, patientId, query),
  }),
)

const DiscrepancyFilter = builder.inputType('BenefitDiscrepancyFilter', {
  description: 'Which discrepancies; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'Of this patient' }),
    verificationId: t.int({ description: 'Of this verification' }),
    open: t.boolean({ description: 'Only those that wait for a decision, or only decided ones' }),
    created: t.field({ type: DateTimeRange, description: 'When it was found' }),
  }),
})

list('benefitDiscrepancies', BenefitDiscrepancy, {
  authScopes: toReadBenefits,
  description: 'Discrepancies, newest first unless ordered otherwise',
  pages: BenefitDiscrepancyConnection,
  filter: DiscrepancyFilter,
  where: ({ open, created, ...exact }) => ({
    ...given(exact),
    ...(open != null && { kept: open ? null : { not: null } }),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: { CREATED_AT: { columns: ['createdAt'], description: 'When it was found' } },
  one: { field: 'benefitDiscrepancy', description: 'A discrepancy by our number of it; null where there is none' },
})

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
