import { randomInt } from 'node:crypto'
import type { EligibilityRequest } from './eligibility.ts'

/** Who asks: most payers want the name and NPI of a provider that is enrolled with them. */
export interface AskingProvider {
  organizationName: string
  npi: string
}

/** What is asked for (EQ01): the plan, pharmacy, office visits. */
const serviceTypeCodes = ['30', '88', '98']

/**
 * The JSON form of an X12 270, as Change Healthcare made it and Stedi's legacy JSON endpoint takes it. It holds what
 * finds the member, and nothing else of the patient. The control number is nine digits that need not be unique.
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
