import type { Session } from '../../platform/database/session.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { isReported } from '../safety/cases/gather.ts'
import { extendAdverseEvent } from '../safety/cases/report.ts'
import { needsImmediateAction } from '../safety/cases/severity.ts'
import { type ChatTurn, reportWhatWasTold } from './begin-turn.ts'
import type { Assessment } from './policy/assess-message.ts'

/**
 * Files what a model sees in a message, after the message's own transaction: once, though the message is sent again and answered anew.
 * The open case that the message has already becomes one of the further kinds, and as grave.
 */
export const reportSeen = (work: UnitOfWork, { questionId, text, reporters }: ChatTurn, told: Assessment): Promise<void> =>
  work.session.transaction(async (session) => {
    const inner = { ...work, session }
    const isKnown = (await isReported(session, questionId)) && !(await isGatheredAsLess(session, questionId, told))
    await (isKnown ? raiseCase(inner, questionId, told) : reportWhatWasTold(inner, questionId, told, text, reporters))
  })

/** A report that is gathered with others stays as it is: one of danger is told again. */
async function isGatheredAsLess({ prisma }: Session, chatMessageId: number, { emergency }: Assessment): Promise<boolean> {
  if (!emergency || (await prisma.adverseEvent.findFirst({ where: { chatMessageId }, select: { id: true } }))) return false
  const gathered = await prisma.gatheredReport.findMany({ where: { chatMessageId }, select: { severity: true } })
  return !gathered.some(({ severity }) => needsImmediateAction(severity))
}

async function raiseCase(work: UnitOfWork, chatMessageId: number, { emergency, adverseEvent }: Assessment): Promise<void> {
  const { prisma } = work.session
  const open = await prisma.adverseEvent.findFirst({ where: { chatMessageId, reviewState: 'open' } })
  if (!open) return
  const kinds = [...new Set([...open.kinds, ...(adverseEvent?.kinds ?? [])])]
  const severity = emergency && !needsImmediateAction(open.severity) ? 'severe' : open.severity
  if (kinds.length === open.kinds.length && severity === open.severity) return
  const { eventDescription, symptoms } = open
  const medicationName = open.medicationName ?? adverseEvent?.drug ?? null
  await extendAdverseEvent(work, open, { eventDescription, severity, medicationName, symptoms }, [])
  // Its description tells of fewer than were seen.
  await prisma.adverseEvent.update({ where: { id: open.id }, data: { kinds }, select: { id: true } })
}
