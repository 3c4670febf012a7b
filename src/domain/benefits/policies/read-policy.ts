import { assembleRules } from './assemble-rules.ts'
import { documentNames } from './document-names.ts'
import { drugGroups } from './drug-groups.ts'
import { withNames } from './drug-mentions.ts'
import { policyLines } from './policy-lines.ts'
import { statementsOf } from './policy-reader.ts'
import type { PolicyRule, PolicySection } from './policy-rule.ts'
import { codesIn, withoutCode } from './requirement-codes.ts'
import { explainedIn } from './step-drugs.ts'

/**
 * Reads the rules of a payer's policy document: for each drug it covers, and for all drugs that no policy names
 * (`ingredient` null), whether it is excluded, whether prior authorization and step therapy are required, and the criteria, each
 * with its quote. The stages, in order:
 *
 * 1. `policy-lines` makes lines of the sections: headings, list leads, list items, table rows, text. `drug-groups` finds what the
 *    document calls preferred or of step 1, `requirement-codes` what its codes stand for.
 * 2. `policy-reader` follows what each line stands under (`policy-frames`: headings, questions, leads, lists; `policy-tables`: the
 *    columns; `noted-drugs`: notes), and so what it is about. `optional-lines` marks items that are one of several ways.
 * 3. Each line makes statements: `policy-sentences` from its clauses, each judged by `clause-requirements` and `exclusion-status`
 *    (`effective-dates`: today's rules only); `step-drugs` finds which drugs come first; `criteria` what is asked for.
 * 4. `assemble-rules` merges the statements into one rule for each drug, or for each product where products differ.
 *
 * A field that the document does not state plainly is null: silence, hedges, conditions and contradictions decide nothing.
 * Linear in the length of the document.
 * @param title of the document: the heading over everything, which no section has
 * @param today `YYYY-MM-DD`: what holds later is not said yet, what held until then no longer
 */
export function readPolicy(
  sections: readonly PolicySection[],
  { title = null, today = new Date().toISOString().slice(0, 10) }: { title?: string | null; today?: string } = {},
): PolicyRule[] {
  const lines = policyLines(sections)
  return withNames(documentNames(lines), () => {
    const groups = drugGroups(lines)
    const said = statementsOf(lines, {
      title,
      today,
      codes: codesIn(lines, today),
      free: withoutCode(lines, today),
      texts: lines.map(({ text }, index) => groups(text, index)),
    })
    return assembleRules(said, new Set(lines.flatMap(({ text }) => explainedIn(text))))
  })
}
