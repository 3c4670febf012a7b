import { callTranscript, utteranceText } from '../domain/voice/sealed-columns.ts'
import type { VoiceCall as VoiceCallRow } from '../platform/database/generated/prisma/client.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { AdverseEvent } from './adverse-event.ts'
import { builder } from './builder.ts'
import { FollowUpAction } from './follow-up-action.ts'
import { FunctionInvocation } from './function-invocation.ts'

export const CallDirection = builder.enumType('CallDirection', { values: ['inbound', 'outbound'] as const })
export const CallStatus = builder.enumType('CallStatus', { values: ['in_progress', 'completed', 'failed', 'no_answer'] as const })
export const AnalysisStatus = builder.enumType('AnalysisStatus', {
  values: {
    not_started: { description: 'The call is not over' },
    pending: { description: 'A job will do it or is doing it' },
    completed: {},
    skipped: { description: 'Nothing was said, or the call failed or was not answered' },
  } as const,
})

export const Utterance = builder.prismaObject('Utterance', {
  description: 'Something said during a call, with what was found in it',
  fields: (t) => ({
    id: t.exposeInt('id'),
    voiceCallId: t.exposeInt('voiceCallId'),
    speaker: t.exposeString('speaker'),
    text: t.string({
      resolve: ({ voiceCallId, sealedText }, _args, { work }) => work.session.fields.open(utteranceText, voiceCallId, sealedText),
    }),
    spokenAt: t.expose('spokenAt', { type: 'DateTime' }),
    topics: t.exposeStringList('topics'),
    medications: t.exposeStringList('medications'),
    jcodes: t.field({ type: 'StringMap', resolve: ({ jcodes }) => jcodes as Record<string, string> }),
    emotionalState: t.exposeString('emotionalState', { description: 'For example neutral, worried, frustrated' }),
    sentimentScore: t.exposeFloat('sentimentScore', { description: '-1 to 1' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was received' }),
  }),
})

const CallSummary = builder.objectRef<VoiceCallRow>('CallSummary').implement({
  fields: (t) => ({
    overview: t.string({ resolve: ({ summaryOverview }) => summaryOverview ?? '' }),
    patientConcern: t.string({ resolve: ({ summaryPatientConcern }) => summaryPatientConcern ?? '' }),
    resolution: t.string({ resolve: ({ summaryResolution }) => summaryResolution ?? '' }),
  }),
})

const AnalysisMetadata = builder.objectRef<VoiceCallRow>('AnalysisMetadata').implement({
  fields: (t) => ({
    summary: t.field({ type: CallSummary, resolve: (call) => call }),
    keyFindings: t.exposeStringList('keyFindings'),
  }),
})

export const VoiceCall = builder.prismaObject('VoiceCall', {
  description: 'A conversation of a voice platform with a patient or a payer',
  fields: (t) => ({
    id: t.exposeInt('id'),
    callId: t.exposeString('callId', { description: "The platform's id of the conversation" }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'E.164' }),
    direction: t.expose('direction', { type: CallDirection }),
    status: t.expose('status', { type: CallStatus }),
    providerStatus: t.exposeString('providerStatus', { nullable: true, description: "The status in the platform's own word" }),
    durationSeconds: t.exposeInt('durationSeconds', { nullable: true }),
    patientId: t.exposeInt('patientId', { nullable: true, description: 'Null until the caller is verified' }),
    agentType: t.exposeString('agentType'),
    callType: t.exposeString('callType'),
    verified: t.exposeBoolean('verified'),
    topicsDiscussed: t.exposeStringList('topicsDiscussed'),
    medicationsDiscussed: t.exposeStringList('medicationsDiscussed'),
    jcodesDiscussed: t.field({
      type: 'StringMap',
      description: 'Medication name to J-code',
      resolve: ({ jcodesDiscussed }) => jcodesDiscussed as Record<string, string>,
    }),
    callOutcome: t.exposeString('callOutcome', { nullable: true }),
    patientSatisfactionScore: t.exposeInt('patientSatisfactionScore', { nullable: true, description: 'Inferred, 1 to 5' }),
    callbackRequested: t.exposeBoolean('callbackRequested'),
    followUpActions: t.field({
      type: [FollowUpAction],
      select: { followUpActions: { orderBy: { id: 'asc' }, take: 1000 } },
      resolve: ({ followUpActions }) => followUpActions,
    }),
    analysisMetadata: t.field({
      type: AnalysisMetadata,
      nullable: true,
      description: 'Null until the call is analysed',
      resolve: (call) => (call.summaryOverview === null ? null : call),
    }),
    analysisStatus: t.expose('analysisStatus', { type: AnalysisStatus }),
    analysedBy: t.exposeString('analysedBy', { nullable: true, description: '`local`, or the model' }),
    audioUrl: t.exposeString('audioUrl', { nullable: true }),
    transcript: t.string({
      nullable: true,
      select: { transcript: true },
      resolve: ({ id, transcript }, _args, { work }) =>
        transcript && work.session.fields.open(callTranscript, id, transcript.sealedTranscript),
    }),
    utterances: t.relation('utterances', {
      description: 'In the order in which they were said',
      args: {
        limit: t.arg.int({ required: true, defaultValue: 100, description: '1 to 1000' }),
        skip: t.arg.int({ required: true, defaultValue: 0 }),
      },
      query: (args) => {
        const { limit, skip } = validate(offsetPage, args)
        return { orderBy: [{ spokenAt: 'asc' as const }, { id: 'asc' as const }], take: limit, skip }
      },
    }),
    functionInvocations: t.field({
      type: [FunctionInvocation],
      description: 'The first 1000, in the order in which they came',
      select: { functionInvocations: { orderBy: { id: 'asc' }, take: 1000 } },
      resolve: ({ functionInvocations }) => functionInvocations,
    }),
    adverseEvents: t.field({
      type: [AdverseEvent],
      select: { adverseEvents: { orderBy: { id: 'asc' }, take: 1000 } },
      resolve: ({ adverseEvents }) => adverseEvents,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
  }),
})
