import { drugOf } from '../domain/drugs/drug-of.ts'
import { jcodesInTurns } from '../domain/drugs/jcodes-of.ts'
import { casesChanged } from '../domain/safety/events.ts'
import { addUtterance } from '../domain/voice/add-utterance.ts'
import { newestFirst } from '../domain/voice/call.ts'
import { completeCall } from '../domain/voice/complete-call.ts'
import { callActivity, callUpdated } from '../domain/voice/events.ts'
import { registerCall } from '../domain/voice/register-call.ts'
import { given, within } from '../platform/database/conditions.ts'
import type { Prisma, VoiceCall as VoiceCallRow } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { builder, restOnly } from './builder.ts'
import { activityOf, CallActivity } from './call-activity.ts'
import { AnalysisStatus, CallDirection, CallOutcome, CallStatus, CallType, whereCallType } from './call-enums.ts'
import { callFor } from './call-of-platform.ts'
import { changes } from './changes.ts'
import { DateTimeRange, orderOf } from './connections.ts'
import { asPlatformOrStaff, toLookUpCodes, toReadPatients } from './permissions.ts'
import { requestKey } from './request-key.ts'
import { readOnce } from './shared-reads.ts'
import { Utterance } from './utterance.ts'
import { byCallId, VoiceCall, VoiceCallConnection } from './voice-call.ts'
import { addUtteranceInput, callListInput, jcodesInput, postCallInput, registerCallInput } from './voice-input.ts'

const CallFilterInput = builder.inputType('VoiceCallFilter', {
  description: 'Which calls; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'Of this patient' }),
    statuses: t.field({ type: [CallStatus], description: 'In one of these states' }),
    direction: t.field({ type: CallDirection, description: 'Who called whom' }),
    callType: t.field({ type: CallType, description: 'Whom the agent spoke with' }),
    outcomes: t.field({ type: [CallOutcome], description: 'With one of these outcomes' }),
    analysisStatus: t.field({ type: AnalysisStatus, description: 'How far the analysis has come' }),
    verified: t.boolean({ description: 'Whether the caller was verified' }),
    callbackRequested: t.boolean({ description: 'Whether the caller wants to be called back' }),
    topic: t.string({ description: 'A topic that was spoken of' }),
    medication: t.string({ description: 'A medicine that was named: brand, generic or J-code' }),
    created: t.field({ type: DateTimeRange, description: 'When the service first heard of it' }),
  }),
})

const order = orderOf('VoiceCall', {
  CREATED_AT: { columns: ['createdAt'], description: 'When the service first heard of it' },
  UPDATED_AT: { columns: ['updatedAt'], description: 'When the record was last changed' },
})

const whereCall = ({
  statuses,
  callType,
  outcomes,
  topic,
  medication,
  created,
  ...exact
}: typeof CallFilterInput.$inferInput = {}): Prisma.VoiceCallWhereInput => ({
  ...given(exact),
  joinedToId: null,
  ...(statuses != null && { status: { in: statuses } }),
  ...(callType != null && whereCallType(callType)),
  ...(outcomes != null && { callOutcome: { in: outcomes } }),
  ...(topic != null && { topicsDiscussed: { has: topic } }),
  ...(medication != null && { medicationsDiscussed: { hasSome: namesOf(medication) } }),
  ...(created != null && { createdAt: within(created) }),
})

/** How calls may name a medicine: as it was asked for, and as the dictionary writes it. */
const namesOf = (medication: string): string[] => [...new Set([medication, drugOf(medication)?.name ?? medication])]

const PatientCalls = builder.objectRef<{ patientId: number; calls: VoiceCallRow[] }>('PatientCalls').implement({
  description: 'The calls of a patient, as REST gives them',
  fields: (t) => ({
    patientId: t.exposeInt('patientId', { description: 'Whose calls' }),
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
    args: {
      id: t.arg.int({ description: 'Our number of it' }),
      callId: t.arg.string({ description: "The platform's id of the conversation" }),
    },
    resolve: async (query, _root, { id, callId }, { work }) => {
      if ((id == null) === (callId == null)) {
        throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['id'], message: 'give either id or callId' }])
      }
      for (const where of id == null ? byCallId(callId ?? '') : [{ id }]) {
        const found = await work.session.prisma.voiceCall.findFirst({ ...query, where })
        if (found) return found
      }
      return null
    },
  }),
  voiceCalls: t.prismaConnection(
    {
      type: VoiceCall,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'Calls, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: CallFilterInput, description: 'Which' }),
        orderBy: t.arg({ type: order.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work: { session } }) => session.prisma.voiceCall.count({ where: whereCall(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work: { session } }) =>
        session.prisma.voiceCall.findMany({ ...query, where: whereCall(filter ?? {}), orderBy: order.by(orderBy) }),
    },
    VoiceCallConnection,
  ),
  patientCalls: t.field({
    ...restOnly,
    type: PatientCalls,
    nullable: true,
    authScopes: toReadPatients,
    description: 'The calls of a patient; null where there is no such patient',
    args: {
      patientId: t.arg.int({ required: true, description: 'Whose' }),
      limit: t.arg.int({ required: true, defaultValue: 10, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0, description: 'How many to leave out, from the front' }),
    },
    resolve: async (_root, { patientId, ...page }, { work: { session } }) => {
      const { limit, skip } = validate(callListInput, page)
      if (!(await session.prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } }))) return null
      return {
        patientId,
        calls: await session.prisma.voiceCall.findMany({ where: { patientId, joinedToId: null }, orderBy: newestFirst, take: limit, skip }),
      }
    },
  }),
  jcodes: t.field({
    type: Jcodes,
    authScopes: toLookUpCodes,
    description: 'The HCPCS codes of medicines',
    args: { medications: t.arg.stringList({ required: true, description: 'Brand or generic names, at most 1000' }) },
    resolve: (_root, args) => jcodesInTurns(validate(jcodesInput, args).medications),
  }),
}))

builder.relayMutationField(
  'registerCall',
  {
    description: 'What `registerCall` takes',
    inputFields: (t) => ({
      callId: t.string({ required: true, description: "The platform's id of the conversation" }),
      direction: t.field({ type: CallDirection, description: 'Who called whom' }),
      phoneNumber: t.string({ description: 'E.164' }),
      agentType: t.string({ description: 'For example patient' }),
      callType: t.string({ description: 'What it is for: patient, or benefits_verification for a call to a payer' }),
      patientId: t.int({ description: 'For calls to a payer: whose benefits they are about' }),
    }),
  },
  {
    authScopes: asPlatformOrStaff,
    nullable: true,
    description: 'Tells of a call what its webhooks do not. It may come before them, after them or again.',
    resolve: async (_root, { input }, { work, caller }) => {
      const sent = validate(registerCallInput, input)
      const isPlatform = caller.scopes.has('voice:webhook') && caller.staffMemberId === null
      return { voiceCall: await registerCall(work, sent, { isPlatform, mayReplace: caller.scopes.has('patients:write') }), sent }
    },
  },
  {
    description: 'What `registerCall` gives',
    outputFields: (t) => ({
      voiceCall: t.field({
        type: VoiceCall,
        description: "The call as it now stands; for a platform's key its number, and of the rest what the key has told",
        resolve: ({ voiceCall, sent }, _args, context) => {
          const { direction, agentType, callType } = sent
          return callFor(context, voiceCall, given({ direction, agentType, callType }))
        },
      }),
    }),
  },
)

builder.relayMutationField(
  'addUtterance',
  {
    description: 'What `addUtterance` takes',
    inputFields: (t) => ({
      voiceCallId: t.int({ required: true, description: 'Our number of the call' }),
      text: t.string({ required: true, description: 'At most 10,000 characters' }),
      speaker: t.string({ description: 'Default user' }),
      timestamp: t.field({ type: 'DateTime', description: 'Default now' }),
      requestKey: requestKey(t),
    }),
  },
  {
    authScopes: asPlatformOrStaff,
    nullable: true,
    description:
      'Takes in something said in a call, and finds topics, medications and sentiment in it at once. Refused for a call that is erased.',
    resolve: (_root, { input: { voiceCallId, timestamp, ...said } }, { work, jobs }) => {
      const utterance = validate(addUtteranceInput, { ...said, timestamp: timestamp?.toISOString() })
      const spokenAt = utterance.timestamp == null ? null : new Date(utterance.timestamp)
      return addUtterance(work, jobs, voiceCallId, { ...utterance, timestamp: spokenAt })
    },
  },
  {
    description: 'What `addUtterance` gives',
    outputFields: (t) => ({
      utterance: t.prismaField({
        type: Utterance,
        description: 'What was said, as it is stored',
        resolve: (query, { utteranceId }, _args, { work }) =>
          work.session.prisma.utterance.findUniqueOrThrow({ ...query, where: { id: utteranceId } }),
      }),
      duplicate: t.boolean({ description: 'The same utterance was there before', resolve: ({ duplicate }) => duplicate }),
      insightsExtracted: t.boolean({
        description: 'Whether a topic, a medication or a sentiment other than neutral was found',
        resolve: ({ insightsExtracted }) => insightsExtracted,
      }),
      success: t.boolean({ ...restOnly, description: 'Always true: a failure is an error', resolve: () => true }),
      utteranceId: t.int({ ...restOnly, description: 'Our number of the utterance', resolve: ({ utteranceId }) => utteranceId }),
      voiceCallId: t.int({ ...restOnly, description: 'Our number of the call', resolve: ({ voiceCallId }) => voiceCallId }),
    }),
  },
)

builder.relayMutationField(
  'completeCall',
  {
    description: 'What `completeCall` takes',
    inputFields: (t) => ({
      conversationId: t.string({ required: true, description: "The platform's id of the conversation" }),
      status: t.string({ description: "The platform's own word" }),
      durationSeconds: t.int({ description: 'How long the call took' }),
      audioUrl: t.string({ description: 'Where the recording lies' }),
      transcript: t.string({ description: 'At most 1,000,000 characters' }),
    }),
  },
  {
    authScopes: asPlatformOrStaff,
    nullable: true,
    description: 'Ends a call with what the platform tells of it, and starts its analysis. Changes nothing of a call that is erased.',
    resolve: async (_root, { input }, { work, jobs }) => {
      const sent = validate(postCallInput, input)
      return { voiceCall: await completeCall(work, jobs, sent), sent }
    },
  },
  {
    description: 'What `completeCall` gives',
    outputFields: (t) => ({
      voiceCall: t.field({
        type: VoiceCall,
        description: "The call as it now stands; for a platform's key its number and state, and of the rest what the key has sent",
        resolve: ({ voiceCall, sent: { status: providerStatus, durationSeconds, audioUrl } }, _args, context) => {
          const { status, analysisStatus } = voiceCall
          return callFor(context, voiceCall, { status, analysisStatus, ...given({ providerStatus, durationSeconds, audioUrl }) })
        },
      }),
      success: t.boolean({ ...restOnly, description: 'Always true: a failure is an error', resolve: () => true }),
      voiceCallId: t.int({ ...restOnly, description: 'Our number of the call', resolve: ({ voiceCall }) => voiceCall.id }),
      status: t.field({ type: CallStatus, ...restOnly, description: 'How the call stands', resolve: ({ voiceCall }) => voiceCall.status }),
      analysisStatus: t.field({
        type: AnalysisStatus,
        ...restOnly,
        description: 'How far the analysis has come',
        resolve: ({ voiceCall }) => voiceCall.analysisStatus,
      }),
    }),
  },
)

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
    args: { id: t.arg.int({ description: 'Only of this call, by our number' }) },
    // A call shows its cases.
    subscribe: (_root, { id }, context) => changes(context, [callUpdated, casesChanged], { field: 'voiceCallId', is: id }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['call', query], () => work.session.prisma.voiceCall.findUnique({ ...query, where: { id: event.voiceCallId } })),
  }),
}))
