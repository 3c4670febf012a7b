import type { Mention } from './drug-mentions.ts'
import type { Subject } from './policy-subject.ts'
import type { Codes } from './requirement-codes.ts'

/** Where a line stands. */
export interface Place {
  section: number
  /** The line as it is written, where the one that is read names drugs in place of a group. */
  written: string
  context: Subject
  /** A trial named here is required: in a list of criteria, or in a chapter on step therapy. */
  demanding: boolean
  /** The drugs that the document is about: "all drugs in this policy". */
  about: readonly Mention[]
  /** The list of drugs to try that ended last: "the classes above". */
  lastList: number | null
  /** What the heading is about: "Nucala – Yes" answers it. */
  headline: 'Prior authorization' | 'Step therapy' | null
  indication: string | null
  codes: Codes
  today: string
}
