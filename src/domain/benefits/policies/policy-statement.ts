import type { Mention } from './drug-mentions.ts'
import type { RequirementStatus } from './requirement-status.ts'

export interface Evidence {
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
export type Thing =
  | { authorization: RequirementStatus }
  | { step: RequirementStatus; sets: StepSet[] }
  /** `required`: the plan does not cover it at all. */
  | { exclusion: RequirementStatus }
  | { criterion: string }
  /** Worth quoting and no requirement. */
  | 'note'

/** One thing that a policy states about a drug, or (null) about every drug that no policy names. */
export interface PolicyStatement extends Evidence {
  of: Mention | null
  thing: Thing
  /** Said of a group ("unless marked"), or by a word that another requirement explains: what is said of the drug itself goes before it. */
  weak?: boolean
  /** Read from where it stands more than from its words: what the words say goes before it. */
  structural?: boolean
  /** Items of one list of drugs to try make one set. */
  list?: number
  /** What has to be tried is that of another drug ("same as Qulipta"), or of a list above. */
  like?: { ingredient?: string; list?: number }
}
