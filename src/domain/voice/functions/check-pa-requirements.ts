import type { Work } from '../../work.ts'
import { drugOf } from '../jcodes/drug-of.ts'
import { invokeReading } from './invocation.ts'
import { identityRequired, isVerified } from './verified-patient.ts'

/** DECISIONS.md, `check_pa_requirements`. */
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

/**
 * What the payer of the verified patient asks before it pays for a medicine. There is no policy library so far: the
 * answer is what our own records hold, and never a guess.
 */
export async function checkPaRequirements(
  work: Work,
  conversationId: string,
  input: { patientId?: number | null; medication: string },
): Promise<PaRequirementsResult> {
  const invocation = { conversationId, functionName: 'check_pa_requirements' as const, parameters: input }
  return invokeReading<PaRequirementsResult>(work, invocation, async ({ session }, call) => {
    if (!isVerified(call, input.patientId)) return { outcome: 'identity_required', result: { ...unknown, ...identityRequired } }
    const { payerId } = await session.prisma.patient.findUniqueOrThrow({ where: { id: input.patientId }, select: { payerId: true } })
    return {
      patientId: input.patientId,
      audit: { action: 'patient.read', patientIds: [input.patientId] },
      result: {
        ...unknown,
        status: 'unavailable',
        payer: payerId,
        medication: input.medication,
        jcode: drugOf(input.medication)?.jcode ?? null,
        message: 'I did not find this medication in a policy of your insurance. A member of our team will check it.',
      },
    }
  })
}
