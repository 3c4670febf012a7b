import type { Session } from '../../../platform/database/session.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { drugOf } from '../../voice/jcodes/drug-of.ts'
import type { Work } from '../../work.ts'
import { type Requirements, requirementsFor } from '../policies/requirements.ts'
import { drugKeyOf } from './drug-key.ts'
import { openCase, recordRequirements } from './open-case.ts'

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
export async function requirementsOfCase(work: Work, subject: Subject, samples: boolean): Promise<Requirements> {
  const { patientId, payerId, medication } = subject
  return work.session.transaction(async (session) => {
    const inner = { ...work, session }
    await lockPatient(session, patientId)
    const found = await withPayersAnswer(session, subject, await requirementsFor(session, { payerId, medication, samples }))
    await recordRequirements(inner, await openCase(inner, subject), found)
    return found
  })
}

/** As `requirementsOfCase`, for a case that is there; the case of the coverage itself has nothing to ask. */
export async function refreshRequirements(work: Work, paCaseId: number, samples: boolean): Promise<void> {
  const { medicationName, patientId, payerId } = await work.session.prisma.paCase.findUniqueOrThrow({ where: { id: paCaseId } })
  if (medicationName !== null) await requirementsOfCase(work, { patientId, payerId, medication: medicationName }, samples)
}

/** The case of a patient's medicine with its medication record, if there is one. */
export const caseOf = ({ prisma }: Session, { patientId, payerId, medication }: Subject) =>
  prisma.paCase.findUnique({
    where: { patientId_payerId_drugKey: { patientId, payerId, drugKey: drugKeyOf(medication) } },
    include: { medicationRecord: true },
  })

/** The payer's latest answer for this member adds to a policy in one direction: what either asks for is asked for. */
async function withPayersAnswer({ prisma }: Session, { patientId, payerId, medication }: Subject, found: Requirements) {
  const latest = await prisma.verificationMethod.findFirst({
    where: { method: 'api', success: true, verification: { patientId, payerId } },
    orderBy: { verificationId: 'desc' },
    select: { authorizations: true },
  })
  const jcode = drugOf(medication)?.jcode ?? medication.trim()
  const said = ((latest?.authorizations ?? []) as Authorizations).filter(({ hcpcs }) => hcpcs.toUpperCase() === jcode.toUpperCase())
  if (said.length === 0) return found
  return { ...found, paRequired: said.some(({ required }) => required) || (found.paRequired ?? false) }
}
