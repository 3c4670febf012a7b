import { jcodesInTurns } from '../domain/drugs/jcodes-of.ts'
import { casesChanged } from '../domain/safety/events.ts'
import { addUtterance, type UtteranceIntake } from '../domain/voice/add-utterance.ts'
import { type CallFilter, newestFirst, whereCall } from '../domain/voice/call.ts'
import { completeCall } from '../domain/voice/complete-call.ts'
import { callActivity, callUpdated } from '../domain/voice/events.ts'
import { registerCall } from '../domain/voice/register-call.ts'
import type { VoiceCall as VoiceCallRow } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { builder } from './builder.ts'
import { activityOf, CallActivity } from './call-activity.ts'
import { changes } from './changes.ts'
import { asPlatformOrStaff, toReadPatients } from './permissions.ts'
import { readOnce } from './shared-reads.ts'
import { AnalysisStatus, CallDirection, CallStatus, VoiceCall } from './voice-call.ts'
import { addUtteranceInput, callListInput, jcodesInput, postCallInput, registerCallInput } from './voice-input.ts'

const CallFilterInput = builder.inputType('VoiceCallFilter', {
  fields: (t) => ({
    patientId: t.int(),
    status: t.field({ type: CallStatus }),
    direction: t.field({ type: CallDirection }),
    callType: t.string(),
    callbackRequested: t.boolean(),
  }),
})

interface CallPageRequest {
  filter: CallFilter
  limit: number
  skip: number
}

const VoiceCallPage = builder.objectRef<CallPageRequest>('VoiceCallPage').implement({
  fields: (t) => ({
    items: t.prismaField({
      type: [VoiceCall],
      description: 'Newest first',
      resolve: (query, { filter, limit, skip }, _args, { work: { session } }) =>
        session.prisma.voiceCall.findMany({ ...query, where: whereCall(filter), orderBy: newestFirst, take: limit, skip }),
    }),
    total: t.int({ resolve: ({ filter }, _args, { work: { session } }) => session.prisma.voiceCall.count({ where: whereCall(filter) }) }),
  }),
})

const PatientCalls = builder.objectRef<{ patientId: number; calls: VoiceCallRow[] }>('PatientCalls').implement({
  fields: (t) => ({
    patientId: t.exposeInt('patientId'),
    calls: t.field({ type: [VoiceCall], description: 'Newest first', resolve: ({ calls }) => calls }),
    count: t.int({ description: 'Calls returned', resolve: ({ calls }) => calls.length }),
  }),
})

const Jcodes = builder.objectRef<Record<string, string>>('Jcodes').implement({
  description: 'HCPCS Level II codes',
  fields: (t) => ({
    jcodes: t.field({ type: 'StringMap', description: 'By the names as sent; unknown ones are left out', resolve: (codes) => codes }),
  }),
})

builder.queryFields((t) => ({
  voiceCall: t.prismaField({
    type: VoiceCall,
    nullable: true,
    authScopes: toReadPatients,
    description: "A call by our `id` or by the platform's `callId`",
    args: { id: t.arg.int(), callId: t.arg.string() },
    resolve: (query, _root, { id, callId }, { work }) => {
      if ((id == null) === (callId == null)) {
        throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['id'], message: 'give either id or callId' }])
      }
      return work.session.prisma.voiceCall.findFirst({ ...query, where: id == null ? { callId: callId ?? '' } : { id } })
    },
  }),
  voiceCalls: t.field({
    type: VoiceCallPage,
    authScopes: toReadPatients,
    args: {
      filter: t.arg({ type: CallFilterInput }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_root, { filter, ...page }) => ({ filter: filter ?? {}, ...validate(offsetPage, page) }),
  }),
  voiceCallConnection: t.prismaConnection({
    type: VoiceCall,
    cursor: 'id',
    authScopes: toReadPatients,
    description: 'The same list for dashboards that scroll, newest first',
    args: { filter: t.arg({ type: CallFilterInput }) },
    totalCount: (_parent, { filter }, { work: { session } }) => session.prisma.voiceCall.count({ where: whereCall(filter ?? {}) }),
    resolve: (query, _root, { filter }, { work: { session } }) =>
      session.prisma.voiceCall.findMany({ ...query, where: whereCall(filter ?? {}), orderBy: newestFirst }),
  }),
  patientCalls: t.field({
    type: PatientCalls,
    nullable: true,
    authScopes: toReadPatients,
    description: 'The calls of a patient; null where there is no such patient',
    args: {
      patientId: t.arg.int({ required: true }),
      limit: t.arg.int({ required: true, defaultValue: 10, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: async (_root, { patientId, ...page }, { work: { session } }) => {
      const { limit, skip } = validate(callListInput, page)
      if (!(await session.prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } }))) return null
      return {
        patientId,
        calls: await session.prisma.voiceCall.findMany({ where: { patientId }, orderBy: newestFirst, take: limit, skip }),
      }
    },
  }),
  jcodes: t.field({
    type: Jcodes,
    authScopes: toReadPatients,
    args: { medications: t.arg.stringList({ required: true, description: 'Brand or generic names, at most 1000' }) },
    resolve: (_root, args) => jcodesInTurns(validate(jcodesInput, args).medications),
  }),
}))

const RegisterCallInput = builder.inputType('RegisterCallInput', {
  fields: (t) => ({
    callId: t.string({ required: true, description: "The platform's id of the conversation" }),
    direction: t.field({ type: CallDirection }),
    phoneNumber: t.string({ description: 'E.164' }),
    agentType: t.string({ description: 'For example patient' }),
    callType: t.string({ description: 'patient, or benefits_verification for a call to a payer' }),
    patientId: t.int({ description: 'For calls to a payer: whose benefits they are about' }),
  }),
})

const CompleteCallInput = builder.inputType('CompleteCallInput', {
  fields: (t) => ({
    conversationId: t.string({ required: true }),
    status: t.string({ description: "The platform's own word" }),
    durationSeconds: t.int(),
    audioUrl: t.string({ description: 'Where the recording lies' }),
    transcript: t.string({ description: 'At most 1,000,000 characters' }),
  }),
})

const CompleteCallPayload = builder.objectRef<VoiceCallRow>('CompleteCallPayload').implement({
  fields: (t) => ({
    success: t.boolean({ resolve: () => true }),
    voiceCallId: t.exposeInt('id'),
    status: t.expose('status', { type: CallStatus }),
    analysisStatus: t.expose('analysisStatus', { type: AnalysisStatus }),
  }),
})

const AddUtterancePayload = builder.objectRef<UtteranceIntake>('AddUtterancePayload').implement({
  fields: (t) => ({
    success: t.boolean({ resolve: () => true }),
    utteranceId: t.exposeInt('utteranceId'),
    voiceCallId: t.exposeInt('voiceCallId'),
    duplicate: t.exposeBoolean('duplicate', { description: 'The same utterance was there before' }),
    insightsExtracted: t.exposeBoolean('insightsExtracted'),
  }),
})

builder.mutationFields((t) => ({
  registerCall: t.field({
    type: VoiceCall,
    authScopes: asPlatformOrStaff,
    description: 'Tells of a call what its webhooks do not. It may come before them, after them or again.',
    args: { input: t.arg({ type: RegisterCallInput, required: true }) },
    resolve: (_root, { input }, { work }) => registerCall(work, validate(registerCallInput, input)),
  }),
  addUtterance: t.field({
    type: AddUtterancePayload,
    authScopes: asPlatformOrStaff,
    description: 'Takes in something said in a call, and finds topics, medications and sentiment in it at once',
    args: {
      voiceCallId: t.arg.int({ required: true }),
      text: t.arg.string({ required: true, description: 'At most 10,000 characters' }),
      speaker: t.arg.string({ description: 'Default user' }),
      timestamp: t.arg({ type: 'DateTime', description: 'Default now' }),
    },
    resolve: (_root, { voiceCallId, timestamp, ...args }, { work, jobs }) => {
      const input = validate(addUtteranceInput, { ...args, timestamp: timestamp?.toISOString() })
      return addUtterance(work, jobs, voiceCallId, { ...input, timestamp: input.timestamp == null ? null : new Date(input.timestamp) })
    },
  }),
  completeCall: t.field({
    type: CompleteCallPayload,
    authScopes: asPlatformOrStaff,
    description: 'Ends a call with what the platform tells of it, and starts its analysis',
    args: { input: t.arg({ type: CompleteCallInput, required: true }) },
    resolve: (_root, { input }, { work, jobs }) => completeCall(work, jobs, validate(postCallInput, input)),
  }),
}))

builder.subscriptionFields((t) => ({
  callActivity: t.field({
    type: CallActivity,
    nullable: true,
    authScopes: toReadPatients,
    description: 'What happens in a call, as it happens: utterances with their insights, and functions the agent invokes',
    args: { callId: t.arg.int({ required: true, description: 'Our `id` of the call' }) },
    subscribe: (_root, { callId }, context) => changes(context, [callActivity], { field: 'voiceCallId', is: callId }),
    resolve: (event, _args, context, info) => activityOf(event, context, info),
  }),
  callUpdated: t.prismaField({
    type: VoiceCall,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A call, each time it was linked, ended or analysed: one call, or all without `id`',
    args: { id: t.arg.int() },
    // A call shows its cases.
    subscribe: (_root, { id }, context) => changes(context, [callUpdated, casesChanged], { field: 'voiceCallId', is: id }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['call', query], () => work.session.prisma.voiceCall.findUnique({ ...query, where: { id: event.voiceCallId } })),
  }),
}))
