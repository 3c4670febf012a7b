import type { Session } from '../../../platform/database/session.ts'

/** Gives the cases of a call that name nobody to the patient whom the call turned out to be with. */
export async function linkAdverseEvents({ prisma }: Session, voiceCallId: number, patientId: number): Promise<void> {
  const { count } = await prisma.adverseEvent.updateMany({
    where: { voiceCallId, patientId: null, claimedPatient: null },
    data: { patientId },
  })
  if (count > 0) await prisma.followUpAction.updateMany({ where: { voiceCallId, patientId: null }, data: { patientId } })
}
