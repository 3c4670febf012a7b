import type { PolicyReading, PolicyRule, Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { beginDecision, type DecisionInput, endDecision } from '../../work/decision.ts'
import { hasSiblings, type QuotedReading } from './quoted-readings.ts'

/** Which column of a rule a reading is about. */
export const columnOf = { excluded: 'excluded', pa_required: 'paRequired', step_therapy_required: 'stepTherapyRequired' } as const

type Rule = Pick<PolicyRule, 'drugKey' | 'product' | 'excluded' | 'paRequired' | 'stepTherapyRequired'>

/** What rules say of the drug or product of a reading; null where they do not, or not with one voice. */
function localValue(
  rules: readonly Rule[],
  { drugKey, product, field }: Pick<PolicyReading, 'drugKey' | 'product' | 'field'>,
): boolean | null {
  const ofDrug = rules.filter((rule) => rule.drugKey === drugKey)
  const ofProduct = ofDrug.filter((rule) => rule.product === product)
  const own = !hasSiblings(drugKey) ? ofDrug : ofProduct.length > 0 ? ofProduct : ofDrug.filter((rule) => rule.product === null)
  const said = new Set(own.map((rule) => rule[columnOf[field]]).filter((value) => value !== null))
  return said.size === 1 ? [...said][0] === true : null
}

/**
 * Puts what a model read in a policy beside its rules.
 * @param contentHash of what was read: where the document has changed since, or was read already, nothing is kept
 */
export async function keepReadings(
  { session, events }: Pick<UnitOfWork, 'session' | 'events'>,
  { documentId, contentHash }: { documentId: number; contentHash: string },
  readings: readonly QuotedReading[],
): Promise<void> {
  await session.transaction(async (inner) => {
    const { prisma } = inner
    const document = await lockDocument(inner, documentId)
    if (document?.contentHash !== contentHash || document.modelContentHash === contentHash) return
    const rules = await prisma.policyRule.findMany({ where: { documentId } })
    await prisma.policyReading.deleteMany({ where: { documentId } })
    await prisma.policyReading.createMany({
      data: readings.map(({ value: modelValue, ...reading }) => ({
        ...reading,
        documentId,
        modelValue,
        localValue: localValue(rules, reading),
      })),
    })
    await prisma.policyPartReading.deleteMany({ where: { documentId } })
    await prisma.policyDocument.update({ where: { id: documentId }, data: { modelContentHash: contentHash } })
    await changed({ session: inner, events }, documentId)
  })
}

/** Holds the readings of a model against rules that were read anew. */
export async function compareAgain(work: Pick<UnitOfWork, 'session' | 'events'>, documentId: number): Promise<void> {
  const { prisma } = work.session
  const readings = await prisma.policyReading.findMany({ where: { documentId } })
  const rules = await prisma.policyRule.findMany({ where: { documentId } })
  const moved = readings.flatMap(({ id, localValue: before, ...reading }) => {
    const now = localValue(rules, reading)
    return now === before ? [] : [{ id, now }]
  })
  for (const { id, now } of moved)
    await prisma.policyReading.update({
      where: { id },
      data: { localValue: now, kept: null, resolvedBy: null, resolvedAt: null, note: null },
    })
  if (moved.length > 0) await changed(work, documentId)
}

/** Of a document that says something else now nothing stands that a model read before. */
export async function forgetReadings(work: Pick<UnitOfWork, 'session' | 'events'>, documentId: number): Promise<void> {
  const { prisma } = work.session
  await prisma.policyPartReading.deleteMany({ where: { documentId } })
  const { count } = await prisma.policyReading.deleteMany({ where: { documentId } })
  await prisma.policyDocument.update({ where: { id: documentId }, data: { modelContentHash: null } })
  if (count > 0) await changed(work, documentId)
}

/**
 * What staff have to decide: the model reads something else, or something that rules do not say. That a medicine is not excluded says
 * nothing new where nobody says that it is.
 */
export const differingReadings: Prisma.PolicyReadingWhereInput = {
  OR: [
    { localValue: null, NOT: { field: 'excluded', modelValue: false } },
    { localValue: true, modelValue: false },
    { localValue: false, modelValue: true },
  ],
}

/** Counts what is open after a change, by which the work item is kept, and tells of it. */
async function changed({ session, events }: Pick<UnitOfWork, 'session' | 'events'>, documentId: number): Promise<void> {
  const { prisma } = session
  const openReadings = await prisma.policyReading.count({ where: { documentId, kept: null, ...differingReadings } })
  await prisma.policyDocument.update({ where: { id: documentId }, data: { openReadings, readingsVersion: { increment: 1 } } })
  await announceWork({ session, events })
}

async function lockDocument({ prisma }: Session, id: number) {
  await prisma.$queryRaw`SELECT 1 FROM policy_document WHERE id = ${id} FOR NO KEY UPDATE`
  return prisma.policyDocument.findUnique({ where: { id } })
}

export interface ReadingsDecision extends DecisionInput {
  documentId: number
  readingIds: readonly number[]
  keep: 'local' | 'model'
}

/**
 * Records whose reading staff keep, of several readings of a policy at once. A decision can be changed.
 * @throws Failure NOT_FOUND where the policy, or one of the readings in it, is not there; CONFLICT (`beginDecision`)
 */
export async function resolveReadings(
  { session, actor, events }: UnitOfWork,
  { documentId, readingIds, keep, ...deciding }: ReadingsDecision,
) {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const document = await lockDocument(inner, documentId)
    if (!document) throw new Failure('NOT_FOUND', `There is no policy document ${documentId}.`)
    const where: Prisma.PolicyReadingWhereInput = { documentId, id: { in: [...readingIds] } }
    if ((await prisma.policyReading.count({ where })) !== new Set(readingIds).size)
      throw new Failure('NOT_FOUND', 'One of these readings is no longer there: the policy was read again.')
    await beginDecision(inner, actor, document.workItemId, deciding)
    const data = { kept: keep, resolvedBy: actor.id, resolvedAt: new Date(), note: deciding.note ?? null }
    await prisma.policyReading.updateMany({ where, data })
    await changed({ session: inner, events }, documentId)
    await recordEvent(inner, actor, { action: 'policy.update', patientIds: [], recordIds: [documentId], fields: ['readings'] })
    await endDecision({ session: inner, events }, document.workItemId)
    return prisma.policyDocument.findUniqueOrThrow({ where: { id: documentId } })
  })
}
