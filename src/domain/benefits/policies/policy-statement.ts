import type { Mention } from './drug-mentions.ts'
import type { RequirementStatus } from './requirement-status.ts'

interface Evidence {
  section: number
  quote: string
}

/** One thing that a policy states about a drug, or (null) about every drug that no policy names. */
export interface PolicyStatement extends Evidence {
  of: Mention | null
  thing:
    | { authorization: RequirementStatus }
    /** `drugs`: what has to be tried first. */
    | { step: RequirementStatus; drugs: string[] }
    | { criterion: string }
    /** Worth quoting and no requirement: "not covered". */
    | 'note'
}
