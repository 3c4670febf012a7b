import type { Mention } from './drug-mentions.ts'
import type { Stance } from './requirement-words.ts'

interface Evidence {
  section: number
  quote: string
}

/** One thing that a policy says, of a drug or (null) of every drug that no policy names. */
export interface Said extends Evidence {
  of: Mention | null
  thing:
    | { authorization: Stance }
    /** `drugs`: what has to be tried first. */
    | { step: Stance; drugs: string[] }
    | { criterion: string }
    /** Worth keeping and no requirement: "not covered". */
    | 'note'
}
