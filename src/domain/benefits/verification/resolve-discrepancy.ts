import type { BenefitDiscrepancy } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { beginDecision, type DecisionInput, endDecision } from '../../work/decision.ts'
import type { Reader } from '../merge-benefits.ts'
import { lockVerification, recordStep, settleVerification } from './settle-verification.ts'

/**
 * Records which source staff chose for a discrepancy, and updates the verification's benefits. A decision can be changed.
 * @throws Failure NOT_FOUND, CONFLICT (`beginDecision`)
 */
export async function resolveDiscrepancy(
  { session, actor, events }: UnitOfWork,
  { id, keep, ...deciding }: DecisionInput & { id: number; keep: Reader },
): Promise<BenefitDiscrepancy> {
  return session.transaction(async (inner) => {
    const found = await inner.prisma.benefitDiscrepancy.findUnique({ where: { id }, select: { verificationId: true, workItemId: true } })
    const verification = found && (await lockVerification(inner, found.verificationId))
    // What was heard meanwhile may have settled it.
    const stands = verification && (await inner.prisma.benefitDiscrepancy.findUnique({ where: { id }, select: { id: true } }))
    if (!stands) throw new Failure('NOT_FOUND', `There is no discrepancy ${id}.`)
    await beginDecision(inner, actor, found.workItemId, deciding)
    const data = { kept: keep, resolvedBy: actor.id, resolvedAt: new Date(), note: deciding.note ?? null }
    const discrepancy = await inner.prisma.benefitDiscrepancy.update({ where: { id }, data })
    await recordStep(inner, verification.id, 'contradiction_resolved', `${discrepancy.field}: ${keep}`)
    await settleVerification({ session: inner, events }, verification)
    const { patientId } = discrepancy
    await recordEvent(inner, actor, { action: 'benefit_discrepancy.update', patientIds: [patientId], recordIds: [id], fields: ['kept'] })
    await endDecision({ session: inner, events }, found.workItemId)
    return discrepancy
  })
}
