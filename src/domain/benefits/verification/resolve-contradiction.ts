import type { BenefitContradiction } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { Work } from '../../work.ts'
import type { Method } from '../benefits.ts'
import { lockVerification, recordStep, settleVerification } from './settle-verification.ts'

/**
 * Decides which of the two a contradiction is settled by; the verification's benefits follow. A decision can be changed.
 * @throws Failure NOT_FOUND
 */
export async function resolveContradiction(
  { session, actor, events }: Work,
  { id, by, keep, note }: { id: number; by: string; keep: Method; note?: string | null },
): Promise<BenefitContradiction> {
  return session.transaction(async (inner) => {
    const found = await inner.prisma.benefitContradiction.findUnique({ where: { id }, select: { verificationId: true } })
    const verification = found && (await lockVerification(inner, found.verificationId))
    if (!verification) throw new Failure('NOT_FOUND', `There is no contradiction ${id}.`)
    const data = { kept: keep, resolvedBy: by, resolvedAt: new Date(), note: note ?? null }
    const contradiction = await inner.prisma.benefitContradiction.update({ where: { id }, data })
    await recordStep(inner, verification.id, 'contradiction_resolved', `${contradiction.field}: ${keep}`)
    await settleVerification({ session: inner, events }, verification)
    const { patientId } = contradiction
    await recordEvent(inner, actor, { action: 'benefit_contradiction.update', patientIds: [patientId], fields: ['kept'] })
    return contradiction
  })
}
