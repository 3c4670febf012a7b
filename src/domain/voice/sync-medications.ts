import type { MedicationRecord } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { drugOf } from '../drugs/drug-of.ts'
import { patientUpdated } from '../patients/events.ts'
import { lockPatient } from '../patients/lock-patient.ts'

export interface MedicationSync {
  patientId: number
  created: number
  updated: number
  /** The records of all medications discussed, whether created, updated or unchanged. */
  medications: MedicationRecord[]
}

/** A drug discussed in a patient's calls. */
interface DiscussedDrug {
  /** The name used first. */
  name: string
  firstMentionedAt: Date
  callIds: Set<number>
}

/**
 * Creates or completes one medication record for each drug discussed in the patient's calls; a brand and its generic are one drug.
 * Idempotent.
 * @throws Failure NOT_FOUND
 */
export async function syncMedications({ session, actor, events }: UnitOfWork, patientId: number): Promise<MedicationSync> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await lockPatient(inner, patientId)
    const records = await prisma.medicationRecord.findMany({ where: { patientId }, orderBy: { id: 'asc' } })
    const known = new Map<string, MedicationRecord>()
    for (const record of records) if (!known.has(drugKey(record.medicationName))) known.set(drugKey(record.medicationName), record)

    const sync: MedicationSync = { patientId, created: 0, updated: 0, medications: [] }
    for (const [key, { name, firstMentionedAt, callIds }] of await discussedDrugs(inner, patientId)) {
      const record = known.get(key)
      const first = record?.firstMentionedAt && record.firstMentionedAt < firstMentionedAt ? record.firstMentionedAt : firstMentionedAt
      const conversationIds = [...new Set([...(record?.conversationIds ?? []), ...callIds])].sort((one, two) => one - two)
      if (!record) {
        sync.created++
        sync.medications.push(
          await prisma.medicationRecord.create({ data: { patientId, medicationName: name, firstMentionedAt: first, conversationIds } }),
        )
      } else if (record.firstMentionedAt?.getTime() !== first.getTime() || conversationIds.join() !== record.conversationIds.join()) {
        sync.updated++
        sync.medications.push(
          await prisma.medicationRecord.update({ where: { id: record.id }, data: { firstMentionedAt: first, conversationIds } }),
        )
      } else sync.medications.push(record)
    }
    const recordIds = sync.medications.map(({ id }) => id)
    if (sync.created + sync.updated > 0) {
      const fields = ['firstMentionedAt', 'conversationIds']
      await recordEvent(inner, actor, { action: 'medication_record.update', patientIds: [patientId], recordIds, fields })
      events.publish(inner, patientUpdated, { patientId })
    } else await recordEvent(inner, actor, { action: 'medication_record.read', patientIds: [patientId], recordIds })
    return sync
  })
}

/** Identifies a drug by its ingredient, or by its name if the dictionary does not know it. */
const drugKey = (name: string) => drugOf(name)?.ingredient ?? name.trim().toLowerCase()

/** The drugs of all of a patient's calls, in the order in which they were first mentioned. */
async function discussedDrugs({ prisma }: Session, patientId: number): Promise<Map<string, DiscussedDrug>> {
  const mentions = await prisma.$queryRaw<{ name: string; callId: number; at: Date }[]>`
    SELECT name, voice_call.id AS "callId",
      coalesce((SELECT min(spoken_at) FROM utterance WHERE voice_call_id = voice_call.id AND name = ANY (medications)), created_at) AS at
    FROM voice_call, unnest(medications_discussed) WITH ORDINALITY AS discussed (name, position)
    WHERE patient_id = ${patientId} ORDER BY at, voice_call.id, position`
  const drugs = new Map<string, DiscussedDrug>()
  for (const { name, callId, at } of mentions) {
    const drug = drugs.get(drugKey(name))
    if (drug) drug.callIds.add(callId)
    else drugs.set(drugKey(name), { name, firstMentionedAt: at, callIds: new Set([callId]) })
  }
  return drugs
}
