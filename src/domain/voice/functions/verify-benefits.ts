import type { Work } from '../../work.ts'
import { invokeReading } from './invocation.ts'
import { identityRequired, isVerified } from './verified-patient.ts'

/** Amounts are in currency units (SPEC.md, verify_benefits). */
export interface BenefitsResult {
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

/**
 * The coverage of the verified patient, and whether a medicine needs prior authorization. No payer is connected so
 * far: nothing is known, and the agent is told so.
 */
export async function verifyBenefits(
  work: Work,
  conversationId: string,
  input: { patientId?: number | null; medication?: string | null },
): Promise<BenefitsResult> {
  const invocation = { conversationId, functionName: 'verify_benefits' as const, parameters: input }
  return invokeReading<BenefitsResult>(work, invocation, async ({ session }, call) => {
    if (!isVerified(call, input.patientId)) return { outcome: 'identity_required', result: { ...unknown, ...identityRequired } }
    const { payerId } = await session.prisma.patient.findUniqueOrThrow({ where: { id: input.patientId }, select: { payerId: true } })
    return {
      patientId: input.patientId,
      audit: { action: 'patient.read', patientIds: [input.patientId] },
      result: {
        ...unknown,
        status: 'unavailable',
        payer: payerId,
        medication: input.medication ?? null,
        message: 'I cannot reach your insurance at the moment. A member of our team will check your coverage.',
      },
    }
  })
}
