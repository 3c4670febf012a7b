import { piecesOf } from '../../language/pieces.ts'
import type { PatientNote } from '../../platform/database/generated/prisma/client.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { adverseMentions } from '../safety/signs/adverse-mentions.ts'
import { patientUpdated } from './events.ts'
import { lockPatient } from './lock-patient.ts'
import { patientNoteText } from './sealed-columns.ts'

/**
 * Adds a note to a patient's record; it stands as it was written. One that may tell of an adverse event says so from then on: it opens no
 * case by itself.
 * @throws Failure NOT_FOUND
 */
export async function addPatientNote({ session, actor, events }: UnitOfWork, patientId: number, text: string): Promise<PatientNote> {
  const mayReport = await mayTellOfAdverseEvent(text)
  return session.transaction(async (inner) => {
    await lockPatient(inner, patientId)
    const sealedText = inner.fields.seal(patientNoteText, patientId, text)
    const note = await inner.prisma.patientNote.create({ data: { patientId, author: actor.id, sealedText, mayReport } })
    await recordEvent(inner, actor, { action: 'patient_note.create', patientIds: [patientId], recordIds: [note.id] })
    events.publish(inner, patientUpdated, { patientId })
    return note
  })
}

async function mayTellOfAdverseEvent(text: string): Promise<boolean> {
  for (const part of piecesOf(text)) {
    await ownTurn()
    if ((await adverseMentions([{ speaker: 'staff', text: part }], { onMedication: true })).length > 0) return true
  }
  return false
}
