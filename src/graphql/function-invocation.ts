import { invocationParameters, invocationResult } from '../domain/voice/sealed-columns.ts'
import { builder } from './builder.ts'

const InvocationOutcome = builder.enumType('InvocationOutcome', {
  values: {
    succeeded: {},
    identity_required: { description: 'The caller was not verified as the patient asked about' },
    incomplete: { description: 'Something is missing that the agent can ask for: an address, a number' },
    rejected: { description: 'Unknown function or bad parameters' },
    failed: { description: 'It failed on our side' },
    repeated: { description: 'The same as an earlier one of the conversation, whose result was given again' },
  } as const,
})

export const FunctionInvocation = builder.prismaObject('FunctionInvocation', {
  description: 'A function that the agent invoked during a call',
  fields: (t) => ({
    id: t.exposeInt('id'),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true, description: 'Null where no conversation was named' }),
    patientId: t.exposeInt('patientId', { nullable: true }),
    functionName: t.exposeString('functionName'),
    parameters: t.field({
      type: 'JSON',
      resolve: ({ voiceCallId, sealedParameters }, _args, { work }) =>
        work.session.fields.openJson(invocationParameters, voiceCallId, sealedParameters),
    }),
    outcome: t.expose('outcome', { type: InvocationOutcome }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ voiceCallId, sealedResult }, _args, { work }) =>
        work.session.fields.openJson(invocationResult, voiceCallId, sealedResult),
    }),
    error: t.exposeString('error', { nullable: true }),
    durationMs: t.exposeFloat('durationMs'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true }),
    reviewedBy: t.exposeString('reviewedBy', { nullable: true }),
  }),
})
