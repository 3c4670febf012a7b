import type { CallOutcome as CallOutcomeName } from '../../domain/voice/analysis/analysis-schema.ts'
import { flagsOf } from '../../domain/voice/call-flags.ts'
import { callTranscript, transcriptBeginning } from '../../domain/voice/sealed-columns.ts'
import type { Prisma, VoiceCall as VoiceCallRow } from '../../platform/database/generated/prisma/client.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg, ofOneRecord, pageSize } from '../connections.ts'
import { pagesOf } from '../lists.ts'
import { edge } from '../permissions.ts'
import { AnalysisStatus, CallDirection, CallFlag, CallOutcome, CallStatus, CallType, callTypeOf } from './call-enums.ts'
import { UtteranceConnection } from './utterance.ts'

const CallSummary = builder.objectRef<VoiceCallRow>('CallSummary').implement({
  description: 'What a call was about, in short. Of an erased call the overview is left, without quotations.',
  fields: (t) => ({
    overview: t.string({
      description: 'Who called about what, what was answered, what is open',
      resolve: ({ summaryOverview }) => summaryOverview ?? '',
    }),
    patientConcern: t.string({
      description: "The caller's reason; empty once the call is erased",
      resolve: ({ summaryPatientConcern }) => summaryPatientConcern ?? '',
    }),
    resolution: t.string({
      description: 'What was answered or agreed; empty once the call is erased',
      resolve: ({ summaryResolution }) => summaryResolution ?? '',
    }),
  }),
})

const AnalysisMetadata = builder.objectRef<VoiceCallRow>('AnalysisMetadata').implement({
  description: 'What the analysis of a call found',
  fields: (t) => ({
    summary: t.field({ type: CallSummary, description: 'The call in short', resolve: (call) => call }),
    keyFindings: t.exposeStringList('keyFindings', { description: 'What staff should know of it; none once the call is erased' }),
  }),
})

export const VoiceCall = builder.prismaNode('VoiceCall', {
  id: { field: 'id' },
  nullable: true,
  description: 'A conversation of a voice platform with a patient or a payer',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    callId: t.exposeString('callId', { description: "The platform's id of the conversation" }),
    aliases: t.stringList({
      description: "The carrier's ids of the same call, where its platform named them",
      select: { aliases: { select: { alias: true } } },
      resolve: ({ aliases }) => aliases.map(({ alias }) => alias),
    }),
    joinedTo: t.relation('joinedTo', {
      ...edge,
      nullable: true,
      description: 'The call that this record turned out to be; lists show that one only',
    }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'E.164; null once the call is erased' }),
    direction: t.expose('direction', { type: CallDirection, description: 'Who called whom' }),
    status: t.expose('status', { type: CallStatus, description: 'Whether it goes on, and how it ended' }),
    providerStatus: t.exposeString('providerStatus', { nullable: true, description: "The status in the platform's own word" }),
    durationSeconds: t.exposeInt('durationSeconds', { nullable: true, description: 'As the platform told it' }),
    patientId: t.exposeInt('patientId', { nullable: true, description: 'Null until the caller is verified' }),
    patient: t.relation('patient', { ...edge, nullable: true, description: 'That patient' }),
    agentType: t.exposeString('agentType', { description: "The agent that speaks, in the platform's own word" }),
    callType: t.field({ type: CallType, description: 'Whom the agent speaks with', resolve: callTypeOf }),
    providerCallType: t.exposeString('callType', { description: "The type in the platform's own word" }),
    verified: t.exposeBoolean('verified', { description: 'Whether the caller is verified as the patient' }),
    flags: t.field({
      type: [CallFlag],
      ...edge,
      description: 'What a supervisor looks for, the worst first',
      select: {
        adverseEvents: { select: { severity: true }, where: { reviewState: { not: 'dismissed' } }, take: 20 },
        utterances: { select: { speaker: true, emotionalState: true, createdAt: true }, orderBy: { id: 'desc' }, take: 8 },
        functionInvocations: { select: { createdAt: true }, orderBy: { id: 'desc' }, take: 1 },
      },
      resolve: (call) => flagsOf({ ...call, callType: callTypeOf(call) }),
    }),
    topicsDiscussed: t.exposeStringList('topicsDiscussed', { description: 'What was spoken of' }),
    medicationsDiscussed: t.exposeStringList('medicationsDiscussed', { description: 'Medicines that were named' }),
    jcodesDiscussed: t.field({
      type: 'StringMap',
      description: 'Medication name to J-code',
      resolve: ({ jcodesDiscussed }) => jcodesDiscussed as Record<string, string>,
    }),
    callOutcome: t.field({
      type: CallOutcome,
      nullable: true,
      description: 'Null until the call is analysed',
      resolve: ({ callOutcome }) => callOutcome as CallOutcomeName | null,
    }),
    patientSatisfactionScore: t.exposeInt('patientSatisfactionScore', { nullable: true, description: 'Inferred, 1 to 5' }),
    callbackRequested: t.exposeBoolean('callbackRequested', { description: 'Whether the caller wants to be called back' }),
    callbacks: t.relation('callbacks', {
      ...edge,
      description: 'Wishes to be called back, oldest first',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    followUpActions: t.relation('followUpActions', {
      ...edge,
      description: 'What staff have to do after it, oldest first',
      args: { limit: t.arg.int(limitArg(50)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    followUpEmails: t.relation('emails', {
      ...edge,
      description: 'E-mails after it, oldest first',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    analysisMetadata: t.field({
      type: AnalysisMetadata,
      ...edge,
      nullable: true,
      description: 'Null until the call is analysed',
      resolve: (call) => (call.summaryOverview === null ? null : call),
    }),
    analysisStatus: t.expose('analysisStatus', { type: AnalysisStatus, description: 'How far its analysis has come' }),
    analysedBy: t.exposeString('analysedBy', { nullable: true, description: '`local`, or the model' }),
    audioUrl: t.exposeString('audioUrl', { nullable: true, description: 'Where the recording lies; null once the call is erased' }),
    transcript: t.string({
      ...edge,
      extensions: ofOneRecord,
      nullable: true,
      description: 'The whole, where the platform sent it after the call; null once the call is erased. Of a call, not within a list.',
      select: { transcript: { select: { sealedTranscript: true } } },
      resolve: ({ id, transcript }, _args, { work }) =>
        transcript && work.session.fields.open(callTranscript, id, transcript.sealedTranscript),
    }),
    transcriptStart: t.string({
      ...edge,
      nullable: true,
      description: 'How it begins, to 500 characters; null where it was encrypted before the service kept this',
      select: { transcript: { select: { sealedBeginning: true } } },
      resolve: ({ id, transcript }, _args, { work }) =>
        transcript?.sealedBeginning && work.session.fields.open(transcriptBeginning, id, transcript.sealedBeginning),
    }),
    transcriptLength: t.int({
      ...edge,
      nullable: true,
      description: 'How many characters it has; null where there is none, and as the start is',
      select: { transcript: { select: { length: true } } },
      resolve: ({ transcript }) => transcript?.length,
    }),
    utterances: t.relatedConnection(
      'utterances',
      {
        ...edge,
        cursor: 'id',
        totalCount: true,
        description: 'In the order in which they were said; none once the call is erased',
        ...pageSize(50),
        query: { orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }] },
      },
      UtteranceConnection,
    ),
    functionInvocations: t.relation('functionInvocations', {
      ...edge,
      description: 'In the order in which they came',
      args: { limit: t.arg.int(limitArg(50)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    adverseEvents: t.relation('adverseEvents', {
      ...edge,
      description: 'Cases that were told in it, oldest first',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    discrepancies: t.relation('discrepancies', {
      ...edge,
      description: 'What a payer said in it otherwise than in its electronic answer, oldest first',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the service first heard of it' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the record was last changed' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it ended' }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When what was said in it was last erased, for its age (`CALL_RETENTION_DAYS`). It takes no words afterwards.',
    }),
  }),
})

export const VoiceCallConnection = pagesOf(VoiceCall, 'A page of calls', 'A call of a page, with its place in the list')

/**
 * Every id of a call leads to it; that of a record joined to another leads there. Where these are tried in turn, an id that is a call's own
 * is no other's alias.
 */
export const byCallId = (callId: string): Prisma.VoiceCallWhereInput[] => [
  { callId, joinedToId: null },
  { OR: [{ aliases: { some: { alias: callId } } }, { parts: { some: { callId } } }] },
]
