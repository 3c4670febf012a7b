import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import type { Context } from '../context.ts'
import { toFollowEdges } from '../permissions.ts'

/** Whether a caller reads calls, by any kind of work. */
const reads = ({ caller }: Context): boolean => Object.keys(toFollowEdges.$any).some((scope) => caller.scopes.has(scope as 'benefits'))

/**
 * The call of a mutation's payload. A platform's key is given our number of it, and what the key itself has told of it: whoever
 * knows a conversation's id learns nothing of the call (docs/contract.md, Call records).
 * @param sent what the mutation was given of the call's own fields
 */
export function callFor(context: Context, call: VoiceCall, sent: Partial<VoiceCall>): VoiceCall {
  if (reads(context)) return call
  const { id: self } = context.work.actor
  const { id, callId, createdAt } = call
  return {
    ...blank,
    ...sent,
    id,
    callId,
    createdAt,
    updatedAt: createdAt,
    phoneNumber: call.phoneGivenBy === self ? call.phoneNumber : null,
    patientId: call.patientGivenBy === self && !call.verified ? call.patientId : null,
  }
}

/** A call of which nothing is known. */
const blank: Omit<VoiceCall, 'id' | 'callId' | 'createdAt' | 'updatedAt' | 'phoneNumber' | 'patientId'> = {
  direction: 'inbound',
  status: 'in_progress',
  providerStatus: null,
  durationSeconds: null,
  agentType: 'patient',
  callType: 'patient',
  verified: false,
  failedLookups: 0,
  topicsDiscussed: [],
  medicationsDiscussed: [],
  jcodesDiscussed: {},
  callOutcome: null,
  patientSatisfactionScore: null,
  callbackRequested: false,
  summaryOverview: null,
  summaryPatientConcern: null,
  summaryResolution: null,
  keyFindings: [],
  analysisStatus: 'not_started',
  analysedBy: null,
  analysisRevision: 0,
  audioUrl: null,
  completedAt: null,
  endedByCarrier: false,
  erasedAt: null,
  phoneGivenBy: null,
  phoneByPlatform: false,
  patientGivenBy: null,
  insurancePayerId: null,
  insuranceMemberId: null,
  joinedToId: null,
}
