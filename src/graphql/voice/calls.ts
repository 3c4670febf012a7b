import { z } from 'zod'
import { drugOf } from '../../domain/drugs/drug-of.ts'
import { jcodesInTurns } from '../../domain/drugs/jcodes-of.ts'
import { casesChanged } from '../../domain/safety/events.ts'
import { addUtterance } from '../../domain/voice/add-utterance.ts'
import { newestFirst } from '../../domain/voice/call.ts'
import { completeCall } from '../../domain/voice/complete-call.ts'
import { callActivity, callUpdated } from '../../domain/voice/events.ts'
import { findInCalls } from '../../domain/voice/find-in-calls.ts'
import { registerCall } from '../../domain/voice/register-call.ts'
import { given, inTimeRange } from '../../platform/database/conditions.ts'
import type { Prisma, VoiceCall as VoiceCallRow } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { validate } from '../../platform/validate.ts'
import { builder, restOnly } from '../builder.ts'
import { changes } from '../changes.ts'
import { DateTimeRange } from '../connections.ts'
import { findByWords } from '../find-by-words.ts'
import { list } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { asPlatformOrStaff, toLookUpCodes, toReadPatients } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { readOnce } from '../shared-reads.ts'
import { byCallId, VoiceCall, VoiceCallConnection } from './call.ts'
import { activityOf, CallActivity } from './call-activity.ts'
import { AnalysisStatus, CallDirection, CallOutcome, CallStatus, CallType, whereCallType } from './call-enums.ts'
import { callFor } from './call-of-platform.ts'
import { addUtteranceInput, callListInput, jcodesInput, postCallInput, registerCallInput, utteranceInstant } from './input.ts'
import { Utterance } from './utterance.ts'

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

const whereCall = ({
  statuses,
  callType,
  outcomes,
  topic,
  medication,
  created,
  ...exact
}: typeof CallFilterInput.$inferInput): Prisma.VoiceCallWhereInput => ({
  ...given(exact),
  joinedToId: null,
  ...(statuses != null && { status: { in: statuses } }),
  ...(callType != null && whereCallType(callType)),
  ...(outcomes != null && { callOutcome: { in: outcomes } }),
  ...(topic != null && { topicsDiscussed: { has: topic } }),
  ...(medication != null && { medicationsDiscussed: { hasSome: namesOf(medication) } }),
  ...(created != null && { createdAt: inTimeRange(created) }),
})

/** How calls may name a medicine: as it was asked for, and as the dictionary writes it. */
const namesOf = (medication: string): string[] => [...new Set([medication, drugOf(medication)?.name ?? medication])]

const PatientCalls = builder.objectRef<{ patientId: number; calls: VoiceCallRow[] }>('PatientCalls').implement({
  description: 'The calls of a patient, as REST gives them',
  fields: (t) => ({
    patientId: t.exposeInt('patientId', { description: 'Whose calls' }),
    calls: t.expose('calls', { type: [VoiceCall], description: 'Newest first' }),
    count: t.int({ description: 'Calls returned', resolve: ({ calls }) => calls.length }),
  }),
})

const Jcodes = builder.objectRef<Record<string, string>>('Jcodes').implement({
  description: 'HCPCS Level II codes',
  fields: (t) => ({
    jcodes: t.field({ type: 'StringMap', description: 'By the names as sent; unknown ones are left out', resolve: (codes) => codes }),
  }),
})

list('voiceCalls', VoiceCall, {
  authScopes: toReadPatients,
  description: 'Calls, newest first unless ordered otherwise',
  pages: VoiceCallConnection,
  filter: CallFilterInput,
  where: whereCall,
  orders: {
    CREATED_AT: { columns: ['createdAt'], description: 'When the service first heard of it' },
    UPDATED_AT: { columns: ['updatedAt'], description: 'When the record was last changed' },
  },
})

findByWords('findCalls', {
  authScopes: toReadPatients,
  description: 'Calls in which words were said, by whomever; sealed texts are opened and read, up to 1000 calls a request',
  name: 'Call',
  type: VoiceCall,
  find: findInCalls,
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

mutation('registerCall', {
  authScopes: asPlatformOrStaff,
  description: 'Tells of a call what its webhooks do not. It may come before them, after them or again.',
  input: registerCallInput,
  fields: {
    callId: "The platform's id of the conversation",
    direction: [CallDirection, 'Who called whom'],
    phoneNumber: 'E.164',
    agentType: 'For example patient',
    callType: 'What it is for: patient, or benefits_verification for a call to a payer',
    patientId: 'For calls to a payer: whose benefits they are about',
  },
  gives: {
    voiceCall: [VoiceCall, "The call as it now stands; for a platform's key its number, and of the rest what the key has told"],
  },
  run: async (sent, context) => {
    const { work, caller } = context
    const isPlatform = caller.scopes.has('voice:webhook') && caller.staffMemberId === null
    const call = await registerCall(work, sent, { isPlatform, mayReplace: caller.scopes.has('patients:write') })
    const { direction, agentType, callType } = sent
    return { voiceCall: callFor(context, call, given({ direction, agentType, callType })) }
  },
})

mutation('addUtterance', {
  authScopes: asPlatformOrStaff,
  description:
    'Takes in something said in a call, and finds topics, medications and sentiment in it at once. Refused for a call that is erased.',
  input: addUtteranceInput.extend({ voiceCallId: z.int(), timestamp: utteranceInstant.nullish() }),
  fields: {
    voiceCallId: 'Our number of the call',
    text: 'At most 10,000 characters',
    speaker: 'Default user',
    timestamp: 'Default now',
    requestKey,
  },
  gives: {
    utterance: (t) =>
      t.prismaField({
        type: Utterance,
        description: 'What was said, as it is stored',
        resolve: (query, { utteranceId }, _args, { work }) =>
          work.session.prisma.utterance.findUniqueOrThrow({ ...query, where: { id: utteranceId } }),
      }),
    duplicate: ['Boolean', 'The same utterance was there before'],
    insightsExtracted: ['Boolean', 'Whether a topic, a medication or a sentiment other than neutral was found'],
    success: ['Boolean', 'Always true: a failure is an error', restOnly],
    utteranceId: ['Int', 'Our number of the utterance', restOnly],
    voiceCallId: ['Int', 'Our number of the call', restOnly],
  },
  run: async ({ voiceCallId, ...said }, { work }) => ({ success: true, ...(await addUtterance(work, voiceCallId, said)) }),
})

mutation('completeCall', {
  authScopes: asPlatformOrStaff,
  description: 'Ends a call with what the platform tells of it, and starts its analysis. Changes nothing of a call that is erased.',
  input: postCallInput,
  fields: {
    conversationId: "The platform's id of the conversation",
    status: "The platform's own word",
    durationSeconds: 'How long the call took',
    audioUrl: 'Where the recording lies',
    transcript: 'At most 1,000,000 characters',
  },
  gives: {
    voiceCall: [VoiceCall, "The call as it now stands; for a platform's key its number and state, and of the rest what the key has sent"],
    success: ['Boolean', 'Always true: a failure is an error', restOnly],
    voiceCallId: ['Int', 'Our number of the call', restOnly],
    status: [CallStatus, 'How the call stands', restOnly],
    analysisStatus: [AnalysisStatus, 'How far the analysis has come', restOnly],
  },
  run: async (sent, context) => {
    const call = await completeCall(context.work, sent)
    const { id: voiceCallId, status, analysisStatus } = call
    const { status: providerStatus, durationSeconds, audioUrl } = sent
    const told = { status, analysisStatus, ...given({ providerStatus, durationSeconds, audioUrl }) }
    return { voiceCall: callFor(context, call, told), success: true, voiceCallId, status, analysisStatus }
  },
})

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
