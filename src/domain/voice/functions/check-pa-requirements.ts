import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { requirementsMessage } from '../../benefits/agent-messages.ts'
import { type BenefitsSetup, usesSamples } from '../../benefits/benefits-setup.ts'
import { caseOf, requirementsOfCase } from '../../benefits/pa-cases/refresh-requirements.ts'
import type { PolicySource } from '../../benefits/policies/requirements.ts'
import { drugOf } from '../../drugs/drug-of.ts'
import { forInsured } from './insured-patient.ts'
import { invokeReading } from './invocation.ts'

/** docs/contract.md, check_pa_requirements. */
export interface PaRequirementsResult {
  status: string
  payer: string | null
  medication: string | null
  jcode: string | null
  paRequired: boolean | null
  paStatus: string | null
  stepTherapyRequired: boolean | null
  stepTherapyDrugs: string[] | null
  criteria: string[] | null
  sources: string[] | null
  message: string
}

const unknown = {
  payer: null,
  medication: null,
  jcode: null,
  paRequired: null,
  paStatus: null,
  stepTherapyRequired: null,
  stepTherapyDrugs: null,
  criteria: null,
  sources: null,
}

/** What the verified patient's payer requires before it pays for a medicine, as its policies state it. Never a guess. */
export async function checkPaRequirements(
  work: UnitOfWork,
  setup: BenefitsSetup,
  conversationId: string,
  input: { patientId?: number | null; medication: string },
): Promise<PaRequirementsResult> {
  const invocation = { conversationId, functionName: 'check_pa_requirements' as const, parameters: input }
  return invokeReading<PaRequirementsResult>(work, invocation, (_work, call) =>
    forInsured(work, call, input, unknown, async (insured) => {
      const { medication } = input
      const found = await requirementsOfCase(work, { ...insured, medication }, usesSamples(setup))
      const isSaid = found.excluded === true || found.paRequired !== null || found.stepTherapyRequired !== null
      return {
        status: isSaid ? 'completed' : found.sources.length > 0 ? 'unclear_in_policy' : 'not_found_in_policy',
        payer: insured.payerId,
        medication,
        jcode: drugOf(medication)?.jcode ?? null,
        paRequired: found.paRequired,
        paStatus: await paStatusOf(work, { ...insured, medication }),
        stepTherapyRequired: found.stepTherapyRequired,
        stepTherapyDrugs: found.stepTherapyDrugs,
        criteria: found.criteria,
        sources: [...new Set(found.sources.map(sourceLine))],
        message: requirementsMessage(medication, found),
      }
    }),
  )
}

/** The state of the case at this payer; before it is submitted, that of the medication record. */
async function paStatusOf(work: UnitOfWork, subject: { patientId: number; payerId: string; medication: string }): Promise<string | null> {
  const paCase = await caseOf(work.session, subject)
  if (!paCase) return null
  const { status, medicationRecord } = paCase
  return status === 'pending' || status === 'approved' || status === 'denied' ? status : (medicationRecord?.paStatus ?? null)
}

const sourceLine = ({ title, header, page, url }: PolicySource) =>
  [title, header, page === null ? null : `page ${page}`, url].filter((part) => part !== null).join(', ')
