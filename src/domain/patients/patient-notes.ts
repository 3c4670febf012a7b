import type { PatientNote } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { adverseMentions } from '../safety/signs/adverse-mentions.ts'
import { patientUpdated } from './events.ts'
import { lockPatient } from './lock-patient.ts'
import { patientNoteText } from './sealed-columns.ts'

/** Adds a note to a patient's record; it stands as it was written. @throws Failure NOT_FOUND */
export async function addPatientNote({ session, actor, events }: UnitOfWork, patientId: number, text: string): Promise<PatientNote> {
  return session.transaction(async (inner) => {
    await lockPatient(inner, patientId)
    const sealedText = inner.fields.seal(patientNoteText, patientId, text)
    const note = await inner.prisma.patientNote.create({ data: { patientId, author: actor.id, sealedText } })
    await recordEvent(inner, actor, { action: 'patient_note.create', patientIds: [patientId], recordIds: [note.id] })
    events.publish(inner, patientUpdated, { patientId })
    return note
  })
}

/** Whether a note tells of what may be an adverse event, which has to be a case of its own: whoever wrote it is asked. */
export async function mayTellOfAdverseEvent(text: string): Promise<boolean> {
  return (await adverseMentions([{ speaker: 'staff', text }], { onMedication: true })).length > 0
}
