import type { PolicyReading, PolicyRule, Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { beginDecision, type Deciding, endDecision } from '../../work/decision.ts'
import type { QuotedReading } from './quoted-readings.ts'

type Rule = Pick<PolicyRule, 'drugKey' | 'product' | 'excluded' | 'paRequired' | 'stepTherapyRequired'>

const columns = { excluded: 'excluded', pa_required: 'paRequired', step_therapy_required: 'stepTherapyRequired' } as const

/** Where rules say this of a drug, whichever of its products is named; null where they do not, or not with one voice. */
function localValue(rules: readonly Rule[], { drugKey, field }: Pick<PolicyReading, 'drugKey' | 'field'>): boolean | null {
  const ofDrug = rules.filter((rule) => rule.drugKey === drugKey)
  const ofAll = ofDrug.filter(({ product }) => product === null)
  const said = new Set((ofAll.length > 0 ? ofAll : ofDrug).map((rule) => rule[columns[field]]).filter((value) => value !== null))
  return said.size === 1 ? [...said][0] === true : null
}

/**
 * Puts what a model read in a policy beside its rules. A decision on the same two readings stays; other readings than before are open.
 * @param contentHash of what was read: where the document has changed since, nothing is kept
 */
export async function keepReadings(
  { session, events }: Pick<UnitOfWork, 'session' | 'events'>,
  { documentId, contentHash }: { documentId: number; contentHash: string },
  readings: readonly QuotedReading[],
): Promise<void> {
  await session.transaction(async (inner) => {
    const { prisma } = inner
    if ((await lockDocument(inner, documentId))?.contentHash !== contentHash) return
    const rules = await prisma.policyRule.findMany({ where: { documentId } })
    const before = await prisma.policyReading.findMany({ where: { documentId } })
    const stays = (one: QuotedReading) => before.find((known) => known.drugKey === one.drugKey && known.field === one.field)
    await prisma.policyReading.deleteMany({ where: { documentId, id: { notIn: readings.flatMap((one) => stays(one)?.id ?? []) } } })
    for (const { value: modelValue, ...reading } of readings) {
      const now = { ...reading, modelValue, localValue: localValue(rules, reading) }
      const known = stays({ ...reading, value: modelValue })
      const isSame = known?.modelValue === now.modelValue && known.localValue === now.localValue
      if (known) await prisma.policyReading.update({ where: { id: known.id }, data: { ...now, ...(isSame ? {} : undecided) } })
      else await prisma.policyReading.create({ data: { documentId, ...now } })
    }
    await prisma.policyDocument.update({ where: { id: documentId }, data: { modelContentHash: contentHash } })
    await countOpen(inner, documentId)
    await announceWork({ session: inner, events })
  })
}

/** Holds the readings of a model against rules that were read anew. */
export async function compareAgain(session: Session, documentId: number): Promise<void> {
  const { prisma } = session
  const readings = await prisma.policyReading.findMany({ where: { documentId } })
  if (readings.length === 0) return
  const rules = await prisma.policyRule.findMany({ where: { documentId } })
  for (const { id, ...reading } of readings) {
    const now = localValue(rules, reading)
    if (now !== reading.localValue) await prisma.policyReading.update({ where: { id }, data: { localValue: now, ...undecided } })
  }
  await countOpen(session, documentId)
}

/** Of a document that says something else now nothing stands that a model read before. */
export async function forgetReadings(session: Session, documentId: number): Promise<void> {
  const { count } = await session.prisma.policyReading.deleteMany({ where: { documentId } })
  if (count > 0) await countOpen(session, documentId)
}

const undecided = { kept: null, resolvedBy: null, resolvedAt: null, note: null }

/** What staff have to decide: the model reads something else, or something that rules do not say. */
export const differingReadings: Prisma.PolicyReadingWhereInput = {
  OR: [{ localValue: null }, { localValue: true, modelValue: false }, { localValue: false, modelValue: true }],
}

async function countOpen({ prisma }: Session, documentId: number): Promise<void> {
  const openReadings = await prisma.policyReading.count({ where: { documentId, kept: null, ...differingReadings } })
  await prisma.policyDocument.update({ where: { id: documentId }, data: { openReadings } })
}

async function lockDocument({ prisma }: Session, id: number) {
  await prisma.$queryRaw`SELECT 1 FROM policy_document WHERE id = ${id} FOR NO KEY UPDATE`
  return prisma.policyDocument.findUnique({ where: { id } })
}

export interface ReadingsDecision extends Deciding {
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
    await countOpen(inner, documentId)
    await recordEvent(inner, actor, { action: 'policy.update', patientIds: [], recordIds: [documentId], fields: ['readings'] })
    await endDecision({ session: inner, events }, document.workItemId)
    return prisma.policyDocument.findUniqueOrThrow({ where: { id: documentId } })
  })
}
