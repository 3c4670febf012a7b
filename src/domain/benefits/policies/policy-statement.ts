import type { Mention } from './drug-mentions.ts'
import type { RequirementStatus } from './requirement-status.ts'

interface Evidence {
  section: number
  quote: string
}

/** One thing that a policy says, of a drug or (null) of every drug that no policy names. */
export interface PolicyStatement extends Evidence {
  of: Mention | null
  thing:
    | { authorization: RequirementStatus }
    /** `drugs`: what has to be tried first. */
    | { step: RequirementStatus; drugs: string[] }
    | { criterion: string }
    /** Worth keeping and no requirement: "not covered". */
    | 'note'
}
