import { assembleRules } from './assemble-rules.ts'
import { criteriaIn } from './criteria.ts'
import { contextAtLine, documentContext, type LineContext } from './line-context.ts'
import { optionalLines } from './optional-lines.ts'
import { type PolicyLine, policyLines, sentencesOf } from './policy-lines.ts'
import type { PolicyRule, PolicySection } from './policy-rule.ts'
import type { PolicyStatement } from './policy-statement.ts'
import { normalised, requirementStatus } from './requirement-status.ts'
import { named } from './step-drugs.ts'
import { cellsOf, statementsInCell, statementsInRow, tableOf } from './table-statements.ts'
import { statementsInText } from './text-statements.ts'

/**
 * Reads the rules of a payer's policy document: for each drug it covers, and for all drugs that no policy names
 * (`ingredient` null), whether prior authorization and step therapy are required, and the criteria, each with its quote.
 * The stages, in order:
 *
 * 1. `policy-lines` makes lines of the sections: headings, list leads, list items, table rows, text.
 * 2. `line-context` follows what each line stands under: the drugs (`policy-subject`, `drug-mentions`), the topic
 *    (`policy-topics`: criteria, renewal, exclusion, quantity limit …), the table, the list. `optional-lines` marks items that
 *    are one of several ways.
 * 3. Each line makes statements: `text-statements` from sentences, `table-statements` from rows and "label: value" lines,
 *    `criteria` from criteria. `requirement-status` judges each clause: required, not required, unclear or later
 *    (`effective-dates`); `step-drugs` finds which drugs come first.
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
  const optional = optionalLines(lines)
  const said: PolicyStatement[] = []
  let reading: LineContext = documentContext(title, lines, today)
  for (const [index, line] of lines.entries()) {
    reading = contextAtLine(reading, line, lines[index - 1])
    said.push(...statementsInLine(line, reading, { optional: optional.has(index), today }))
  }
  return assembleRules(said)
}

interface Manner {
  /** The line is one of several ways to meet a criterion, and another way is no trial. */
  optional: boolean
  today: string
}

function statementsInLine(line: PolicyLine, reading: LineContext, { optional, today }: Manner): PolicyStatement[] {
  const { context, topic } = reading
  if (line.kind === 'heading' || topic === 'aside') return line.kind === 'row' && topic !== 'aside' ? [] : faq(line, reading, today)
  const drugs = context === null || context === 'general' ? [] : context.drugs
  const at = { section: line.section, quote: line.text }
  if (line.kind === 'row') {
    const cells = cellsOf(line.text)
    if (tableOf(cells)) return []
    if (reading.table) return statementsInRow(cells, reading.table, at, today)
    return cells.length === 2 ? statementsInCell(cells[0] ?? '', cells[1] ?? '', drugs, at, today) : []
  }
  if (topic === 'exclusion')
    return statementsInText(line.text, { section: line.section, context, demanding: false, today }).filter(({ thing }) => thing === 'note')
  if (reading.later || topic === 'renewal') return []
  const demanding = (topic === 'criteria' || topic === 'step') && !optional
  const labelled = /^(?:[-•*] )?([\w /()-]{2,40}):\s+(.+)$/.exec(line.text)
  const direct = labelled ? statementsInCell(labelled[1] ?? '', labelled[2] ?? '', drugs, at, today) : []
  const own =
    direct.length > 0
      ? direct
      : statementsInText(line.text, { section: line.section, context: topic === 'limits' ? null : context, demanding, today })
  const listed = reading.trying && line.kind === 'item' && !optional ? named(line.text).drugs : []
  const steps = own.some(({ thing }) => thing !== 'note' && 'step' in thing)
    ? []
    : listed.length > 0
      ? drugs.map(
          (of): PolicyStatement => ({
            of,
            thing: { step: 'required', drugs: listed.filter((drug) => drug.toLowerCase() !== of.written.toLowerCase()) },
            ...at,
          }),
        )
      : []
  return [...own, ...steps, ...criteriaIn(line, reading), ...(reading.answering ? faq(line, reading, today) : [])]
}

/** "Does the drug require prior authorization?" with "Yes" or "No" as the next word. */
function faq(line: PolicyLine, { answering }: LineContext, today: string): PolicyStatement[] {
  const answer = /^(yes|no)\b[.,:;]?\s*/i.exec(line.text)
  if (!answering || !answer || line.kind === 'heading') return []
  const first = sentencesOf(line.text)[0] ?? ''
  const status = requirementStatus(
    answering.term,
    normalised(`${answering.term === 'priorauth' ? 'prior authorization' : 'step therapy'}: ${first.replace(/^(yes|no)\b.*/i, '$1')}`),
    today,
  )
  const hedge = /\b(?:if|when|unless|only|except|may|depends)\b/i.test(first)
  if (!status) return []
  return answering.drugs.map((of) => {
    const told = hedge ? 'unclear' : status
    return {
      of,
      thing: answering.term === 'priorauth' ? { authorization: told } : { step: told, drugs: [] },
      section: line.section,
      quote: line.text,
    }
  })
}
