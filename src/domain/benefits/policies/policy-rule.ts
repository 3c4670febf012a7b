import type { StepSet } from './policy-statement.ts'

/** A piece of a policy document as the extraction cuts it (`documents`): about 200 words under one heading. */
export interface PolicySection {
  header: string | null
  /** The headings over that one, outermost first. */
  above?: string[]
  content: string
}

/** What a policy says about one drug, or about all that no policy names. */
export interface PolicyRule {
  /** `drugOf(…).ingredient`: one key for brand, generic and J-code; null for every drug that no specific policy names. */
  ingredient: string | null
  /** The brand, where the policy says something else of other products with this ingredient; else null. */
  product: string | null
  /** As the policy writes it, for people; null where `ingredient` is. */
  name: string | null
  /** Whether the plan does not cover it at all; null where the policy does not say it. */
  excluded: boolean | null
  /** Null where the policy does not say it. */
  paRequired: boolean | null
  stepTherapyRequired: boolean | null
  /** What has to be tried first, as the policy names it: all drugs of all sets. */
  stepTherapyDrugs: string[]
  /** The same by use: which drugs, and how many of them. */
  stepTherapySets: StepSet[]
  /** What a first approval asks for, in the policy's own sentences or list items; not what a renewal asks for. */
  criteria: string[]
  /** Where it stands: the index of the section and its words, one for each thing that is said above. */
  evidence: { section: number; quote: string }[]
}
