import { invocationParameters, invocationResult, parametersBeginning } from '../../domain/voice/sealed-columns.ts'
import { builder } from '../builder.ts'
import { ofOneRecord } from '../connections.ts'
import { edge } from '../permissions.ts'

export const InvocationOutcome = builder.enumType('InvocationOutcome', {
  description: 'What became of a function that the agent invoked',
  values: {
    succeeded: { description: 'It gave its result' },
    identity_required: { description: 'The caller was not verified as the patient asked about' },
    incomplete: { description: 'Something is missing that the agent can ask for: an address, a number' },
    rejected: { description: 'Unknown function or bad parameters' },
    failed: { description: 'It failed on our side' },
    repeated: { description: 'The same as an earlier one of the conversation, whose result was given again' },
  } as const,
})

export const FunctionInvocation = builder.prismaNode('FunctionInvocation', {
  id: { field: 'id' },
  nullable: true,
  description: 'A function that the agent invoked during a call',
  // Lists read no parameters that nobody asks for: they may be long.
  select: { id: true, voiceCallId: true, patientId: true, functionName: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true, description: 'Null where no conversation was named' }),
    voiceCall: t.relation('voiceCall', { ...edge, nullable: true, description: 'The call of that conversation' }),
    patientId: t.exposeInt('patientId', {
      nullable: true,
      description: 'Whom it was about: whose data it gave, else the patient of its call; null for nobody',
    }),
    patient: t.relation('patient', { ...edge, nullable: true, description: 'That patient' }),
    functionName: t.exposeString('functionName', { description: 'As the agent named it' }),
    parameters: t.field({
      type: 'JSON',
      extensions: ofOneRecord,
      description:
        'As the agent sent them; empty once they are erased. Of a record, not within a list. Of more than 64 kB that were refused: `cut`, with the start, bytes and sha256.',
      select: { sealedParameters: true },
      resolve: ({ voiceCallId, sealedParameters }, _args, { work }) =>
        work.session.fields.openJson(invocationParameters, voiceCallId, sealedParameters),
    }),
    parametersStart: t.string({
      nullable: true,
      description: 'How their JSON text begins, to 500 characters; null where they were encrypted before the service kept it',
      select: { sealedBeginning: true },
      resolve: ({ voiceCallId, sealedBeginning }, _args, { work }) =>
        sealedBeginning && work.session.fields.open(parametersBeginning, voiceCallId, sealedBeginning),
    }),
    parametersLength: t.exposeInt('parametersLength', {
      nullable: true,
      description: 'How many characters their JSON text had when it was sent; null as the start is',
    }),
    outcome: t.expose('outcome', { type: InvocationOutcome, description: 'What became of it' }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the agent was answered; null where it failed, or once it is erased',
      select: { sealedResult: true },
      resolve: ({ voiceCallId, sealedResult }, _args, { work }) =>
        work.session.fields.openJson(invocationResult, voiceCallId, sealedResult),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it was rejected or failed; null once it is erased' }),
    durationMs: t.exposeFloat('durationMs', { description: 'How long it took, in milliseconds' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was invoked' }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody looked at its rejection or failure',
    }),
    reviewedBy: t.exposeString('reviewedBy', { nullable: true, description: 'Who did, as audit events name them' }),
  }),
})
