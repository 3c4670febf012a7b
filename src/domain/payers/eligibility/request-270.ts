import { randomInt } from 'node:crypto'
import type { EligibilityRequest } from './eligibility.ts'

/** The provider on whose behalf we ask: most payers require the name and NPI of an enrolled provider. */
export interface AskingProvider {
  organizationName: string
  npi: string
}

/** Service types to ask for (EQ01): the plan, pharmacy, office visits. */
const serviceTypeCodes = ['30', '88', '98']

/**
 * The JSON form of an X12 270, of Change Healthcare and Stedi's legacy JSON endpoint. It contains what identifies the member, and
 * no other patient data. The control number has nine digits and need not be unique.
 */
export function request270(request: EligibilityRequest, provider: AskingProvider | undefined) {
  return {
    controlNumber: String(randomInt(1, 1_000_000_000)).padStart(9, '0'),
    tradingPartnerServiceId: request.tradingPartnerId ?? request.payerId,
    ...(provider ? { provider: { organizationName: provider.organizationName, npi: provider.npi } } : {}),
    subscriber: {
      memberId: request.memberId,
      firstName: request.firstName,
      lastName: request.lastName,
      dateOfBirth: request.dateOfBirth.replaceAll('-', ''),
    },
    encounter: { serviceTypeCodes },
  }
}
