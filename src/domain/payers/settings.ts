import { z } from 'zod'
import { plaintextHosts, refusePlaintext } from '../../platform/plain-transport.ts'
import { ConfigError, defineSettings, integer, url, type ValuesOf } from '../../platform/settings.ts'

/** The longest that a payer's answer is waited for, in seconds. The slowest real ones take half a minute. */
export const longestCheckSeconds = 90

const shape = {
  ...plaintextHosts,
  ELIGIBILITY_DRIVER: z.enum(['sandbox', 'clearinghouse'], 'must be sandbox or clearinghouse').optional(),
  ELIGIBILITY_URL: url('https:', 'http:').optional(),
  ELIGIBILITY_API_KEY: z.string().optional(),
  ELIGIBILITY_TIMEOUT_SECONDS: integer(1, longestCheckSeconds).default(60),
  ELIGIBILITY_PROVIDER_NAME: z.string().default('Care Outreach'),
  ELIGIBILITY_PROVIDER_NPI: z
    .string()
    .regex(/^\d{10}$/, 'must be a National Provider Identifier of 10 digits')
    .optional(),
}

export const payersSettings = defineSettings(shape, (value, production) => ({
  /** Who answers for payers; undefined where nobody is connected. */
  eligibility: eligibilityOf(value, production),
}))

export type PayersSettings = ValuesOf<typeof payersSettings>

/**
 * The clearinghouse where its address is given, else the sandbox. Production has to ask for the sandbox by name:
 * made-up benefits must not be taken for a patient's.
 */
function eligibilityOf(value: z.output<z.ZodObject<typeof shape>>, production: boolean) {
  const driver = value.ELIGIBILITY_DRIVER ?? (value.ELIGIBILITY_URL ? 'clearinghouse' : production ? undefined : 'sandbox')
  if (driver !== 'clearinghouse') return driver && { driver }
  const {
    ELIGIBILITY_URL: address,
    ELIGIBILITY_API_KEY: apiKey,
    ELIGIBILITY_PROVIDER_NAME: organizationName,
    ELIGIBILITY_PROVIDER_NPI: npi,
  } = value
  if (!address || !apiKey) throw new ConfigError('ELIGIBILITY_URL and ELIGIBILITY_API_KEY must both be set for the clearinghouse')
  refusePlaintext('ELIGIBILITY_URL', address, value.ALLOW_PLAINTEXT, production)
  return {
    driver,
    url: address,
    apiKey,
    timeoutMs: value.ELIGIBILITY_TIMEOUT_SECONDS * 1000,
    /** Who asks, as payers want to know it. */
    ...(npi === undefined ? {} : { provider: { organizationName, npi } }),
  }
}
