import type { PaCase } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { drugOf } from '../../drugs/drug-of.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { asActor } from '../../work/acting.ts'
import { announceWork } from '../../work/announce-work.ts'
import { type Requirements, requirementsFor } from '../policies/requirements.ts'
import { openCase } from './open-case.ts'
import { syncRecord } from './sync-record.ts'

interface Subject {
  patientId: number
  payerId: string
  medication: string
}

/** A payer's own statements on HCPCS codes, for a member. */
type Authorizations = { hcpcs: string; required: boolean }[]

/**
 * Finds the requirements for a patient's medicine and records them in its case, opening one if there is none.
 * @param samples whether the fictional sample policies count
 */
export async function requirementsOfCase(work: UnitOfWork, subject: Subject, samples: boolean): Promise<Requirements> {
  const { patientId, payerId, medication } = subject
  return work.session.transaction(async (session) => {
    const inner = { ...work, session }
    const { memberId } = await lockPatient(session, patientId)
    const found = await withPayersAnswer(
      session,
      { ...subject, memberId },
      await requirementsFor(session, { payerId, medication, samples }),
    )
    await recordRequirements(inner, await openCase(inner, subject), found)
    return found
  })
}

/**
 * Updates a patient's cases at a payer after the payer has answered: one for each medicine that has a case at any payer, so that
 * a decision of the previous payer does not stand after a change of insurance.
 */
export async function refreshRequirements(
  work: UnitOfWork,
  paCase: Pick<PaCase, 'patientId' | 'payerId'>,
  samples: boolean,
): Promise<void> {
  const { patientId, payerId } = paCase
  const cases = await work.session.prisma.paCase.findMany({ where: { patientId, drugKey: { not: '' } }, orderBy: { id: 'asc' } })
  const medicines = new Map(cases.map(({ drugKey, medicationName }) => [drugKey, medicationName]))
  for (const medication of medicines.values()) {
    if (medication !== null) await requirementsOfCase(work, { patientId, payerId, medication }, samples)
  }
}

/** The case of a patient's medicine, if there is one, with its medication record. */
export const caseOf = ({ prisma }: Session, { patientId, payerId, medication }: Subject) =>
  prisma.paCase.findUnique({
    where: { patientId_payerId_drugKey: { patientId, payerId, drugKey: drugKeyOf(medication) } },
    include: { medicationRecord: true },
  })

/** Records requirements in a case and its medication record. A case that staff have moved on keeps its status. */
async function recordRequirements(work: UnitOfWork, paCase: PaCase, found: Requirements): Promise<void> {
  const { session, actor } = work
  const { excluded, paRequired, stepTherapyRequired, stepTherapyDrugs, criteria } = found
  const sources = found.sources.map((source) => ({ ...source }))
  const stepTherapySets = found.stepTherapySets.map((set) => ({ ...set }))
  const wanted = { excluded, paRequired, stepTherapyRequired, stepTherapyDrugs, stepTherapySets, criteria, sources }
  const status = statusAfter(paCase, paRequired)
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => !isSame(wanted[field], paCase[field]))
  if (fields.length === 0 && status === paCase.status) return
  await asActor(session, actor.id, status === paCase.status ? null : 'Read from the policies of the payer.')
  const changed = await session.prisma.paCase.update({ where: { id: paCase.id }, data: { ...wanted, status } })
  await recordEvent(session, actor, { action: 'pa_case.update', patientIds: [paCase.patientId], recordIds: [paCase.id], fields })
  await syncRecord(work, changed)
  await announceWork(work)
}

const statusAfter = ({ status }: PaCase, paRequired: boolean | null): PaCase['status'] =>
  status === 'open' && paRequired === false ? 'not_required' : status === 'not_required' && paRequired === true ? 'open' : status

/** Compares values regardless of key order: the database returns JSON with its keys in another order. */
const isSame = (one: unknown, other: unknown) => ordered(one) === ordered(other)
const ordered = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )

/** How long a payer's answer on a code is valid. */
const answerValidMs = 31 * 86_400_000

/** Adds the payer's latest answer for this member. Authorization is required if either the policy or the answer requires it. */
async function withPayersAnswer(
  { prisma }: Session,
  { patientId, payerId, memberId, medication }: Subject & { memberId: string | null },
  found: Requirements,
): Promise<Requirements> {
  if (memberId === null) return found
  const since = new Date(Date.now() - answerValidMs)
  const latest = await prisma.verificationMethod.findFirst({
    where: { method: 'api', success: true, verification: { patientId, payerId, memberId, completedAt: { gte: since } } },
    orderBy: { verificationId: 'desc' },
    select: { authorizations: true },
  })
  const jcode = drugOf(medication)?.jcode ?? medication.trim()
  const stated = ((latest?.authorizations ?? []) as Authorizations).filter(({ hcpcs }) => hcpcs.toUpperCase() === jcode.toUpperCase())
  if (stated.length === 0) return found
  const required = stated.some((authorization) => authorization.required)
  const quote = `Authorization for ${jcode}: ${required ? 'required' : 'not required'}`
  const source = { documentId: null, title: "The payer's answer to the eligibility request", url: null, header: null, page: null, quote }
  return { ...found, paRequired: required || (found.paRequired ?? false), sources: [...found.sources, source] }
}
