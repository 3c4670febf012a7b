import { defineSettings, flag, integer, type ValuesOf } from '../../platform/settings.ts'

export const benefitsSettings = defineSettings(
  { VERIFICATION_MAX_AGE_HOURS: integer(1, 8760).default(24), SAMPLE_POLICIES: flag.optional() },
  (value) => ({
    /** A verification younger than this is told to a caller without asking the payer again. */
    verificationMaxAgeHours: value.VERIFICATION_MAX_AGE_HOURS,
    /** Undefined where it is not said: samples go with the sandbox. */
    samplePolicies: value.SAMPLE_POLICIES,
  }),
)

export type BenefitsSettings = ValuesOf<typeof benefitsSettings>
