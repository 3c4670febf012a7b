import type { BenefitsVerification } from '../../../platform/database/generated/prisma/client.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { benefitsMessage, requirementsMessage } from '../../benefits/agent-messages.ts'
import { type BenefitsSetup, usesSamples } from '../../benefits/benefits-setup.ts'
import { remaining } from '../../benefits/merge-benefits.ts'
import { requirementsOfCase } from '../../benefits/pa-cases/refresh-requirements.ts'
import type { Requirements } from '../../benefits/policies/requirements.ts'
import { freshVerification, settledWithin } from '../../benefits/verification/latest-verification.ts'
import { startVerification } from '../../benefits/verification/start-verification.ts'
import type { Benefits } from '../../payers/benefits.ts'
import { forInsured, type Insured } from './insured-patient.ts'
import { invokeReading } from './invocation.ts'

/** Amounts are in currency units (docs/contract.md, verify_benefits). */
export interface BenefitsResult {
  /** The verification's id. */
  jobId: string | null
  status: string
  payer: string | null
  medication: string | null
  deductible: number | null
  deductibleRemaining: number | null
  outOfPocketMax: number | null
  outOfPocketRemaining: number | null
  copayPharmacy: number | null
  copaySpecialty: number | null
  coinsurancePercentage: number | null
  paRequired: boolean | null
  message: string
}

const unknown = {
  jobId: null,
  payer: null,
  medication: null,
  deductible: null,
  deductibleRemaining: null,
  outOfPocketMax: null,
  outOfPocketRemaining: null,
  copayPharmacy: null,
  copaySpecialty: null,
  coinsurancePercentage: null,
  paRequired: null,
}

/** How long a caller waits for the payer before the agent says that it takes longer. The webhook's own limit is five seconds. */
const callerPatienceMs = 3_000

/**
 * The verified patient's coverage, and whether a medicine needs prior authorization. A fresh verification answers at once.
 * Otherwise one is started, the call waits a moment for it, and asking again tells how far it is.
 */
export async function verifyBenefits(
  work: UnitOfWork,
  setup: BenefitsSetup,
  conversationId: string,
  input: { patientId?: number | null; medication?: string | null },
): Promise<BenefitsResult> {
  const invocation = { conversationId, functionName: 'verify_benefits' as const, parameters: input }
  return invokeReading<BenefitsResult>(work, invocation, (_work, call) =>
    forInsured(work, call, input, unknown, async (insured) => {
      const medication = input.medication ?? null
      const requirements = medication === null ? null : await requirementsOfCase(work, { ...insured, medication }, usesSamples(setup))
      const verification = await verified(work, setup, insured, medication)
      const message = [spokenOutcome(verification), requirements && medication && requirementsMessage(medication, requirements)]
      return {
        ...unknown,
        ...amounts(verification.benefits as Benefits),
        jobId: String(verification.id),
        status: statusWords[verification.status],
        payer: verification.payerId,
        medication,
        paRequired: paRequiredBy(requirements),
        message: message.filter((sentence) => sentence).join(' '),
      }
    }),
  )
}

const statusWords = { PENDING: 'in_progress', IN_PROGRESS: 'in_progress', VERIFIED: 'completed', PARTIAL: 'partial', FAILED: 'failed' }

const paRequiredBy = (requirements: Requirements | null) => requirements?.paRequired ?? null

async function verified(work: UnitOfWork, setup: BenefitsSetup, insured: Insured, medication: string | null) {
  const fresh = await freshVerification(work.session, { ...insured, hours: setup.maxAgeHours, driver: setup.driver?.name ?? null })
  if (fresh) return fresh
  const { id } = await startVerification(work, { patientId: insured.patientId, trigger: 'agent', medication })
  return settledWithin(work, id, callerPatienceMs)
}

/** No amounts of a coverage that is not active: they would sound as if they counted. */
function amounts({ coverage_status, ...told }: Benefits) {
  const benefits = coverage_status === 'inactive' ? {} : told
  return {
    deductible: benefits.deductible_individual ?? null,
    deductibleRemaining: remaining(benefits.deductible_individual, benefits.deductible_met_ytd) ?? null,
    outOfPocketMax: benefits.out_of_pocket_max ?? null,
    outOfPocketRemaining: remaining(benefits.out_of_pocket_max, benefits.out_of_pocket_met_ytd) ?? null,
    copayPharmacy: benefits.copay_pharmacy ?? null,
    copaySpecialty: benefits.copay_specialty ?? null,
    coinsurancePercentage: benefits.coinsurance_percentage ?? null,
  }
}

function spokenOutcome({ status, benefits }: BenefitsVerification): string {
  if (status === 'VERIFIED' || status === 'PARTIAL') return benefitsMessage(benefits as Benefits)
  if (status === 'FAILED')
    return 'I could not get your coverage from your insurance. A member of our team will check it and get back to you.'
  return 'I am still waiting for your insurance to answer. I can check again in a moment, or our team can call you back with the result.'
}
