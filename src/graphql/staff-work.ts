import { newestFirst } from '../domain/voice/call.ts'
import { keepFailed } from '../domain/voice/functions/invocation.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { builder } from './builder.ts'
import { FollowUpAction, FollowUpStatus, Priority } from './follow-up-action.ts'
import { FunctionInvocation } from './function-invocation.ts'
import { asPlatform, toReadPatients } from './permissions.ts'
import { conversationId as storedConversationId } from './voice-input.ts'

// What waits for staff after calls: follow-ups, callbacks, emails, failed function calls.

const CallbackStatus = builder.enumType('CallbackStatus', { values: ['requested', 'completed', 'cancelled'] as const })

export const Callback = builder.prismaObject('CallbackRequest', {
  description: "A caller's wish to be called back",
  fields: (t) => ({
    id: t.exposeInt('id'),
    voiceCallId: t.exposeInt('voiceCallId'),
    patientId: t.exposeInt('patientId', { nullable: true }),
    claimedPatientId: t.exposeInt('claimedPatientId', { nullable: true, description: 'Named without being verified' }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true }),
    preferredTime: t.exposeString('preferredTime', { nullable: true }),
    reason: t.exposeString('reason', { nullable: true }),
    status: t.expose('status', { type: CallbackStatus }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    closedBy: t.exposeString('closedBy', { nullable: true }),
  }),
})

const EmailStatus = builder.enumType('EmailStatus', {
  values: {
    queued: {},
    sent: {},
    failed: { description: 'The last attempt failed; it is tried again, and in the end listed by `failedJobs`' },
    held: { description: 'No mail server is configured' },
  } as const,
})

const FollowUpEmail = builder.prismaObject('FollowUpEmail', {
  description: 'An email after a call',
  fields: (t) => ({
    id: t.exposeInt('id'),
    voiceCallId: t.exposeInt('voiceCallId'),
    patientId: t.exposeInt('patientId'),
    recipient: t.exposeString('recipient'),
    addressOnFile: t.exposeBoolean('addressOnFile', {
      description: "Whether it was the patient's on file; otherwise the agent gave it in the call",
    }),
    subject: t.exposeString('subject'),
    body: t.exposeString('body'),
    status: t.expose('status', { type: EmailStatus }),
    attempts: t.exposeInt('attempts'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.queryFields((t) => {
  const page = {
    limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
    skip: t.arg.int({ required: true, defaultValue: 0 }),
  }
  const pageOf = (args: { limit: number; skip: number }) => {
    const { limit, skip } = validate(offsetPage, { limit: args.limit, skip: args.skip })
    return { orderBy: newestFirst, take: limit, skip }
  }
  return {
    followUpActions: t.prismaField({
      type: [FollowUpAction],
      authScopes: toReadPatients,
      description: 'Newest first',
      args: { status: t.arg({ type: FollowUpStatus }), priority: t.arg({ type: Priority }), patientId: t.arg.int(), ...page },
      resolve: (query, _root, { status, priority, patientId, ...args }, { work }) =>
        work.session.prisma.followUpAction.findMany({
          ...query,
          ...pageOf(args),
          where: { ...(status && { status }), ...(priority && { priority }), ...(patientId != null && { patientId }) },
        }),
    }),
    callbacks: t.prismaField({
      type: [Callback],
      authScopes: toReadPatients,
      description: 'Newest first',
      args: { status: t.arg({ type: CallbackStatus }), patientId: t.arg.int(), ...page },
      resolve: (query, _root, { status, patientId, ...args }, { work }) =>
        work.session.prisma.callbackRequest.findMany({
          ...query,
          ...pageOf(args),
          where: { ...(status && { status }), ...(patientId != null && { patientId }) },
        }),
    }),
    followUpEmails: t.prismaField({
      type: [FollowUpEmail],
      authScopes: toReadPatients,
      description: 'The outbox, newest first',
      args: { status: t.arg({ type: EmailStatus }), patientId: t.arg.int(), ...page },
      resolve: (query, _root, { status, patientId, ...args }, { work }) =>
        work.session.prisma.followUpEmail.findMany({
          ...query,
          ...pageOf(args),
          where: { ...(status && { status }), ...(patientId != null && { patientId }) },
        }),
    }),
    functionInvocations: t.prismaField({
      type: [FunctionInvocation],
      authScopes: toReadPatients,
      description: 'Newest first',
      args: {
        voiceCallId: t.arg.int(),
        needsReview: t.arg.boolean({ description: 'Those that were refused or failed, and that nobody has looked at' }),
        ...page,
      },
      resolve: (query, _root, { voiceCallId, needsReview, ...args }, { work }) =>
        work.session.prisma.functionInvocation.findMany({
          ...query,
          ...pageOf(args),
          where: {
            ...(voiceCallId != null && { voiceCallId }),
            ...(needsReview && { outcome: { in: ['rejected', 'failed'] }, reviewedAt: null }),
          },
        }),
    }),
  }
})

builder.mutationFields((t) => ({
  keepRejectedInvocation: t.boolean({
    authScopes: asPlatform,
    description: 'Keeps a function call that could not be run, with all that was sent, for review',
    args: {
      conversationId: t.arg.string(),
      functionName: t.arg.string({ required: true }),
      parameters: t.arg({ type: 'JSON' }),
      error: t.arg.string({ required: true }),
    },
    resolve: async (_root, { conversationId, functionName, parameters, error }, { work }) => {
      await keepFailed(work, {
        conversationId: storedConversationId.safeParse(conversationId).data ?? null,
        functionName,
        parameters,
        outcome: 'rejected',
        error,
      })
      return true
    },
  }),
}))
