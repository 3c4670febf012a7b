import type { ClauseRequirement } from './clause-requirements.ts'
import type { Mention } from './drug-mentions.ts'

/** `unclear`: of some drugs or on a condition. */
export type RequirementStatus = 'required' | 'not_required' | 'unclear'

interface Quotation {
  section: number
  quote: string
}

/** What has to be tried first. */
export interface StepSet {
  /** The use that the policy asks it for, in its own words; null: for every use, or it does not say. */
  indication: string | null
  /** Drugs and classes, as the policy names them. */
  drugs: string[]
  /** How many of them; null where the policy does not say. */
  needed: number | null
}

/** What a statement says of a drug. */
export type Claim =
  | { authorization: RequirementStatus }
  | { step: RequirementStatus; sets: StepSet[] }
  /** `required`: the plan does not cover it at all. */
  | { exclusion: RequirementStatus }
  | { criterion: string }
  /** Worth quoting and no requirement. */
  | 'note'

/** One thing that a policy states about a drug, or (null) about every drug that no policy names. */
export interface PolicyStatement extends Quotation {
  of: Mention | null
  thing: Claim
  /** Said of a group ("unless marked"), or by a word that another requirement explains: what is said of the drug itself goes before it. */
  weak?: boolean
  /** Items of one list of drugs to try make one set. */
  list?: number
}

/** What a clause says, as said of a drug. */
export const thingOf = ({ kind, required }: Pick<ClauseRequirement, 'kind' | 'required'>): Exclude<Claim, 'note'> => {
  const status = required ? 'required' : 'not_required'
  return kind === 'authorization' ? { authorization: status } : kind === 'step' ? { step: status, sets: [] } : { exclusion: status }
}
