import type { Prisma, VoiceCall } from '../../platform/database/generated/prisma/client.ts'
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

/** Newest first (DECISIONS.md, Conventions). */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

export const noSuchCall = (id: number | string) => new Failure('NOT_FOUND', `There is no voice call ${id}.`)

/**
 * The call of a conversation; the first event that names it makes it (DECISIONS.md, "How a call record comes to be").
 * Events that arrive at once get the same one.
 */
export async function openCall({ prisma }: Session, conversationId: string): Promise<VoiceCall> {
  const known = await prisma.voiceCall.findUnique({ where: { callId: conversationId } })
  if (known) return known
  await prisma.voiceCall.createMany({ data: [{ callId: conversationId }], skipDuplicates: true })
  return prisma.voiceCall.findUniqueOrThrow({ where: { callId: conversationId } })
}

/** As `openCall`, and keeps others from changing the call until the transaction ends. */
export async function lockCall({ prisma }: Session, callId: string): Promise<VoiceCall> {
  const lock = () => prisma.$queryRaw<unknown[]>`SELECT 1 FROM voice_call WHERE call_id = ${callId} FOR UPDATE`
  if ((await lock()).length === 0) {
    await prisma.voiceCall.createMany({ data: [{ callId }], skipDuplicates: true })
    await lock()
  }
  return prisma.voiceCall.findUniqueOrThrow({ where: { callId } })
}

/** @throws Failure NOT_FOUND */
export async function lockCallById({ prisma }: Session, id: number): Promise<VoiceCall> {
  await prisma.$queryRaw`SELECT 1 FROM voice_call WHERE id = ${id} FOR UPDATE`
  const call = await prisma.voiceCall.findUnique({ where: { id } })
  if (!call) throw noSuchCall(id)
  return call
}

/** For audit events: whose record a call is, as far as it is known. */
export const patientOf = ({ patientId }: { patientId: number | null }): number[] => (patientId === null ? [] : [patientId])
