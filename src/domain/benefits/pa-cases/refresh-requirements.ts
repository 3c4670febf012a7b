import type { PaCase } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { drugOf } from '../../drugs/drug-of.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { type Requirements, requirementsFor } from '../policies/requirements.ts'
import { openCase } from './open-case.ts'
import { syncRecord } from './sync-record.ts'

interface Subject {
  patientId: number
  payerId: string
  medication: string
}

/** What a payer itself says of HCPCS codes, for a member. */
type Authorizations = { hcpcs: string; required: boolean }[]

/**
 * What is asked before a patient's medicine is paid, written down in its case, which is opened where there is none.
 * @param samples whether policies made up for the sandbox count
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
 * Brings the cases of a patient at a payer up to date after the payer was asked: that of the verification, and one for each
 * medicine that has a case at another payer, so that a change of insurance does not leave the other's decision standing.
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

/** The case of a patient's medicine with its medication record, if there is one. */
export const caseOf = ({ prisma }: Session, { patientId, payerId, medication }: Subject) =>
  prisma.paCase.findUnique({
    where: { patientId_payerId_drugKey: { patientId, payerId, drugKey: drugKeyOf(medication) } },
    include: { medicationRecord: true },
  })

/** Writes what is asked for to a case and its medication record. A case that staff or the payer have moved keeps its status. */
async function recordRequirements(work: UnitOfWork, paCase: PaCase, found: Requirements): Promise<void> {
  const { session, actor } = work
  const { paRequired, stepTherapyRequired, stepTherapyDrugs, criteria } = found
  const sources = found.sources.map((source) => ({ ...source }))
  const wanted = { paRequired, stepTherapyRequired, stepTherapyDrugs, criteria, sources }
  const status = statusAfter(paCase, paRequired)
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => !isSame(wanted[field], paCase[field]))
  if (fields.length === 0 && status === paCase.status) return
  if (status !== paCase.status) {
    const note = 'Read from the policies of the payer.'
    await session.prisma.paCaseEvent.create({
      data: { paCaseId: paCase.id, fromStatus: paCase.status, toStatus: status, by: actor.id, note },
    })
  }
  const changed = await session.prisma.paCase.update({ where: { id: paCase.id }, data: { ...wanted, status } })
  await recordEvent(session, actor, { action: 'pa_case.update', patientIds: [paCase.patientId], fields })
  await syncRecord(work, changed)
}

const statusAfter = ({ status }: PaCase, paRequired: boolean | null): PaCase['status'] =>
  status === 'open' && paRequired === false ? 'not_required' : status === 'not_required' && paRequired === true ? 'open' : status

/** JSON comes back from the database with its keys in another order. */
const isSame = (one: unknown, other: unknown) => ordered(one) === ordered(other)
const ordered = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )

/** How long a payer's answer on a code counts. */
const answerHoldsMs = 31 * 86_400_000

/** The payer's latest answer for this member adds to a policy in one direction: what either asks for is asked for. */
async function withPayersAnswer(
  { prisma }: Session,
  { patientId, payerId, memberId, medication }: Subject & { memberId: string | null },
  found: Requirements,
): Promise<Requirements> {
  if (memberId === null) return found
  const since = new Date(Date.now() - answerHoldsMs)
  const latest = await prisma.verificationMethod.findFirst({
    where: { method: 'api', success: true, verification: { patientId, payerId, memberId, completedAt: { gte: since } } },
    orderBy: { verificationId: 'desc' },
    select: { authorizations: true },
  })
  const jcode = drugOf(medication)?.jcode ?? medication.trim()
  const said = ((latest?.authorizations ?? []) as Authorizations).filter(({ hcpcs }) => hcpcs.toUpperCase() === jcode.toUpperCase())
  if (said.length === 0) return found
  const required = said.some((authorization) => authorization.required)
  const quote = `Authorization for ${jcode}: ${required ? 'required' : 'not required'}`
  const source = { documentId: null, title: "The payer's answer to the eligibility request", url: null, header: null, page: null, quote }
  return { ...found, paRequired: required || (found.paRequired ?? false), sources: [...found.sources, source] }
}
