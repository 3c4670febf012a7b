import { Prisma, type VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'

export interface CallFilter {
  patientId?: number | null
  status?: VoiceCall['status'] | null
  direction?: VoiceCall['direction'] | null
  callType?: string | null
  callbackRequested?: boolean | null
}

/** The calls a filter keeps. */
export const whereCall = ({ patientId, status, direction, callType, callbackRequested }: CallFilter): Prisma.VoiceCallWhereInput => ({
  ...(patientId != null && { patientId }),
  ...(status != null && { status }),
  ...(direction != null && { direction }),
  ...(callType != null && { callType }),
  ...(callbackRequested != null && { callbackRequested }),
})

/** Newest first (docs/contract.md, Lists). */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

export const noSuchCall = (id: number | string) => new Failure('NOT_FOUND', `There is no voice call ${id}.`)

/** What a function needs to know of the call it runs in. */
export type CallState = Pick<VoiceCall, 'id' | 'phoneNumber' | 'patientId' | 'verified' | 'verifiedPatientIds' | 'failedLookups'>

const stateColumns = Prisma.sql`id, phone_number AS "phoneNumber", patient_id AS "patientId", verified,
  verified_patient_ids AS "verifiedPatientIds", failed_lookups AS "failedLookups"`

/**
 * The call of a conversation; the first event that names it makes it (docs/contract.md, Call records).
 * Events that arrive at once get the same one. It is on the way of every function that an agent waits for, so it is one
 * statement, of the columns that they ask for.
 */
export const openCall = (session: Session, callId: string): Promise<CallState> => findOrMake(session, callId, Prisma.empty)

/** As `openCall`, and keeps others from changing the call until the transaction ends. */
export const lockCall = (session: Session, callId: string): Promise<CallState> => findOrMake(session, callId, Prisma.sql`FOR NO KEY UPDATE`)

async function findOrMake({ prisma }: Session, callId: string, lock: Prisma.Sql): Promise<CallState> {
  const find = () => prisma.$queryRaw<CallState[]>`SELECT ${stateColumns} FROM voice_call WHERE call_id = ${callId} ${lock}`
  const [known] = await find()
  if (known) return known
  const [made] = await prisma.$queryRaw<CallState[]>`
    INSERT INTO voice_call (call_id) VALUES (${callId}) ON CONFLICT (call_id) DO NOTHING RETURNING ${stateColumns}`
  // None: another has made it just now.
  const [call] = made ? [made] : await find()
  if (!call) throw noSuchCall(callId)
  return call
}

/** As `lockCall`, with all of the call. */
export async function lockWholeCall(session: Session, callId: string): Promise<VoiceCall> {
  const { id } = await lockCall(session, callId)
  return session.prisma.voiceCall.findUniqueOrThrow({ where: { id } })
}

/** @throws Failure NOT_FOUND */
export async function lockCallById({ prisma }: Session, id: number): Promise<VoiceCall> {
  await prisma.$queryRaw`SELECT 1 FROM voice_call WHERE id = ${id} FOR NO KEY UPDATE`
  const call = await prisma.voiceCall.findUnique({ where: { id } })
  if (!call) throw noSuchCall(id)
  return call
}

/** For audit events: whose record a call is, as far as it is known. */
export const patientOf = ({ patientId }: { patientId: number | null }): number[] => (patientId === null ? [] : [patientId])
