import { Prisma, type VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'

/** Newest first (docs/contract.md, Lists). */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

export const noSuchCall = (id: number | string) => new Failure('NOT_FOUND', `There is no voice call ${id}.`)

/** The columns that a voice function needs of its call. */
export type CallState = Pick<
  VoiceCall,
  'id' | 'phoneNumber' | 'phoneByPlatform' | 'status' | 'patientId' | 'verified' | 'failedLookups' | 'createdAt' | 'erasedAt'
>

const stateColumns = Prisma.sql`id, phone_number AS "phoneNumber", phone_by_platform AS "phoneByPlatform", status, patient_id AS "patientId", verified,
  failed_lookups AS "failedLookups", created_at AS "createdAt", erased_at AS "erasedAt"`

/**
 * Finds the call of a conversation; the first event that names it creates it (docs/contract.md, Call records).
 * Simultaneous events get the same call. Every voice function does this while an agent waits, so a known call takes a single
 * statement that reads only the columns needed.
 */
export const openCall = (session: Session, callId: string): Promise<CallState> => findOrCreate(session, callId, Prisma.empty)

/** Like `openCall`, but locks the call against changes until the transaction ends. */
export const lockCall = (session: Session, callId: string): Promise<CallState> =>
  findOrCreate(session, callId, Prisma.sql`FOR NO KEY UPDATE`)

async function findOrCreate({ prisma }: Session, callId: string, lock: Prisma.Sql): Promise<CallState> {
  const find = () => prisma.$queryRaw<CallState[]>`SELECT ${stateColumns} FROM voice_call WHERE call_id = ${callId} ${lock}`
  const [known] = await find()
  if (known) return known
  const [created] = await prisma.$queryRaw<CallState[]>`
    INSERT INTO voice_call (call_id) VALUES (${callId}) ON CONFLICT (call_id) DO NOTHING RETURNING ${stateColumns}`
  // No row: another request has just created it.
  const [call] = created ? [created] : await find()
  if (!call) throw noSuchCall(callId)
  return call
}

/** Like `lockCall`, but returns all columns. */
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

/** The patient of a record, if known, as a list for audit events. */
export const patientOf = ({ patientId }: { patientId: number | null }): number[] => (patientId === null ? [] : [patientId])

/** Everybody whose record a call is about, or its functions may have shown. */
export async function patientsOfCall({ prisma }: Session, callId: string): Promise<number[]> {
  const rows = await prisma.$queryRaw<{ id: number }[]>`
    SELECT patients_of_call(id) AS id FROM voice_call WHERE call_id = ${callId}`
  return rows.map(({ id }) => id)
}
