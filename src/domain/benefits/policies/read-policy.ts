import { assembleRules } from './assemble-rules.ts'
import { criteriaIn } from './criteria.ts'
import { documentNames } from './document-names.ts'
import { drugGroups } from './drug-groups.ts'
import { withNames } from './drug-mentions.ts'
import { contextAtLine, contextDrugs, documentContext, type LineContext } from './line-context.ts'
import { besides, statementsOfList } from './list-statements.ts'
import { listingsOf } from './listing.ts'
import { optionalLines } from './optional-lines.ts'
import { type PolicyLine, policyLines, withoutBullet } from './policy-lines.ts'
import type { Place } from './policy-place.ts'
import { answer, withoutPrefix } from './policy-questions.ts'
import type { PolicyRule, PolicySection } from './policy-rule.ts'
import type { PolicyStatement } from './policy-statement.ts'
import { headDrugs } from './policy-subject.ts'
import { topicOf } from './policy-topics.ts'
import { reconciled } from './reconcile-scopes.ts'
import { type Codes, codesIn, withoutCode } from './requirement-codes.ts'
import { explainedIn, named } from './step-drugs.ts'
import { statementsByStructure } from './structure-reader.ts'
import { cellsOf, codedRow, statementsInCell, statementsInRow, tableOf } from './table-statements.ts'
import { statementsInText } from './text-statements.ts'

/**
 * Reads the rules of a payer's policy document: for each drug it covers, and for all drugs that no policy names
 * (`ingredient` null), whether it is excluded, whether prior authorization and step therapy are required, and the criteria, each
 * with its quote. The stages, in order:
 *
 * 1. `policy-lines` makes lines of the sections: headings, list leads, list items, table rows, text. `drug-groups` finds what the
 *    document calls preferred or of step 1, `requirement-codes` what its codes stand for.
 * 2. `line-context` follows what each line stands under: the drugs (`policy-subject`, `drug-mentions`), the topic
 *    (`policy-topics`: criteria, renewal, exclusion, quantity limit …), the table, the lists (`open-lists`), and what is said of
 *    all drugs listed there (`listing`). `optional-lines` marks items that are one of several ways.
 * 3. Each line makes statements: `text-statements` from sentences, `table-statements` from rows and "label: value" lines,
 *    `policy-questions` from answers, `criteria` from criteria. `requirement-status` and `exclusion-status` judge each clause:
 *    required, not required, unclear or later (`effective-dates`); `step-drugs` finds which drugs come first.
 * 4. `structure-reader` reads the same lines by where they stand (`structure-frames`: headings, questions, leads; `structure-tables`;
 *    `noted-drugs`: notes; `clause-requirements`: what a clause says of whomever). `reconcile-scopes` joins both.
 * 5. `assemble-rules` merges the statements into one rule for each drug, or for each product where products differ.
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
  return withNames(documentNames(lines), () => rulesOfLines(lines, title, today))
}

function rulesOfLines(lines: readonly PolicyLine[], title: string | null, today: string): PolicyRule[] {
  const optional = optionalLines(lines)
  const groups = drugGroups(lines)
  const codes = codesIn(lines)
  const free = withoutCode(lines, today)
  const texts = lines.map(({ text }, index) => groups(text, index))
  const { byLine, ofAll } = statementsByStructure(lines, { title, today, codes, free, texts })
  const said: PolicyStatement[] = []
  let reading: LineContext = documentContext(title, lines, today)
  for (const [index, written] of lines.entries()) {
    const line = { ...written, text: texts[index] ?? written.text }
    reading = contextAtLine(reading, line, lines[index - 1], lines[index + 1])
    const inWords = statementsInLine(line, reading, { written: written.text, optional: optional.has(index), codes, free, today })
    const inPlace = byLine[index] ?? []
    said.push(...reconciled(inWords, inPlace, line.text), ...inPlace.map((one) => ({ ...one, structural: true })))
  }
  said.push(...ofAll.map((one) => ({ ...one, structural: true })))
  return assembleRules(said, new Set(lines.flatMap(({ text }) => explainedIn(text))))
}

interface Manner {
  written: string
  /** The line is one of several ways to meet a criterion, and another way is no trial. */
  optional: boolean
  codes: Codes
  /** What is not required of a drug without a code. */
  free: readonly ('authorization' | 'step')[]
  today: string
}

/** Under "Coming on 1 January" these words tell what holds until then. */
const present = /\b(?:until|today|currently|now)\b/i
const headlines = { authorization: 'Prior authorization', step: 'Step therapy' } as const

function statementsInLine(line: PolicyLine, outer: LineContext, manner: Manner): PolicyStatement[] {
  const over =
    line.kind === 'item' ? outer.lists.filter(({ depth }) => depth < line.depth).findLast(({ drugs }) => drugs.length > 0) : undefined
  const reading = over ? { ...outer, context: { drugs: [...over.drugs] } } : outer
  const { topic, answering, context } = reading
  const { today, optional } = manner
  const at = { section: line.section, quote: manner.written }
  if (line.kind === 'heading') return statementsInHeading(line, reading, manner)
  if (topic === 'aside')
    return line.kind === 'row'
      ? []
      : answer({ ...line, text: line.text }, answering, today).map((one) => ({ ...one, quote: manner.written }))
  const list = reading.lists.at(-1)
  const place: Place = {
    section: line.section,
    written: manner.written,
    context: answering?.named ? { drugs: [...answering.drugs] } : topic === 'limits' ? null : context,
    demanding: (topic === 'criteria' || topic === 'step' || (reading.ofDrug && (topic === null || topic === 'authorization'))) && !optional,
    about: reading.about,
    lastList: reading.lastList,
    headline: topic === 'authorization' || topic === 'step' ? headlines[topic] : null,
    indication: list?.indication ?? reading.indication,
    codes: manner.codes,
    today,
  }
  if (line.kind === 'row') return statementsInRowLine(line, reading, place, manner)
  const isNow = !reading.later || present.test(line.text)
  if (!isNow) return []
  const listed = line.kind === 'lead' ? [] : listedDrugs(line, reading, place, manner)
  if (topic === 'exclusion') {
    // "Requests will be denied as an exclusion" is not said of the drug of another chapter.
    const own = statementsInText(withoutPrefix(line.text), { ...place, demanding: false, context: reading.ofDrug ? place.context : null })
    return [...listed, ...own.filter(({ thing }) => thing === 'note' || 'exclusion' in thing), ...answer(line, answering, today)]
  }
  if (topic === 'renewal') return []
  const drugs = contextDrugs(place.context)
  const tried = list?.trying && line.kind === 'item' && !optional && !/:$/.test(line.text) ? named(line.text).drugs : []
  if (tried.length > 0) {
    const set = { indication: place.indication, drugs: tried, needed: list?.needed ?? null }
    const steps = drugs.flatMap((of): PolicyStatement[] => {
      const sets = besides(of, [set])
      return sets.length > 0 ? [{ of, thing: { step: 'required', sets }, list: list?.id, ...at }] : []
    })
    return [...steps, ...criteriaIn(line, reading)]
  }
  const labelled = /^(?:[-•*] )?([\w /()-]{2,40}):\s+(.+)$/.exec(line.text)
  const direct = labelled ? statementsInCell(labelled[1] ?? '', labelled[2] ?? '', drugs, at, today) : []
  const own = direct.length > 0 ? direct : listed.length > 0 ? [] : statementsInText(withoutPrefix(line.text), place)
  return [
    ...listed,
    ...own,
    ...criteriaIn({ ...line, text: manner.written }, reading),
    ...answer(line, answering, today).map((one) => ({ ...one, quote: manner.written })),
  ]
}

/** "Entresto — prior authorization removed" says so itself. */
function statementsInHeading(line: PolicyLine, reading: LineContext, { written, codes, today }: Manner): PolicyStatement[] {
  const { drugs, rest } = headDrugs(line.text)
  if (drugs.length === 0 && /:\s/.test(line.text) && reading.topic !== 'aside' && !reading.later)
    return statementsInText(line.text, { ...emptyPlace, section: line.section, written, codes, today }).filter(
      ({ thing }) => thing !== 'note',
    )
  if (drugs.length === 0 || rest === '' || reading.topic === 'aside' || reading.later) return []
  const place = { ...emptyPlace, section: line.section, written, codes, today }
  return statementsOfList(drugs, listingsOf(rest, today, false), place, { section: line.section, quote: written })
}

const emptyPlace = { context: null, demanding: false, about: [], lastList: null, headline: null, indication: null } as const

/** A line of drugs under a heading or lead that says something of all drugs listed there. */
function listedDrugs(line: PolicyLine, reading: LineContext, place: Place, { written }: Manner): PolicyStatement[] {
  if (reading.listings.length === 0 || reading.lists.some(({ trying }) => trying)) return []
  const bare = withoutBullet(line.text).replace(/\.$/, '')
  const { drugs, rest } = headDrugs(bare)
  // Under the policy of a drug, names in a list are something else: what it is compared with, or what comes first.
  const isForeign =
    contextDrugs(reading.context).length > 0 &&
    drugs.some(({ of }) => !contextDrugs(reading.context).some(({ ingredient }) => ingredient === of.ingredient)) &&
    !reading.listings.some(({ thing }) => 'exclusion' in thing)
  if (drugs.length === 0 || isForeign) return []
  if (/^(?:yes|no|none|not required|required|n\/a)\b/i.test(rest)) return []
  const at = { section: line.section, quote: written }
  const tail = rest === '' ? [] : statementsInText(bare, place).filter(({ thing }) => thing !== 'note' && !('criterion' in thing))
  const kinds = new Set(tail.map(({ thing }) => Object.keys(thing)[0]))
  return [
    ...statementsOfList(
      drugs,
      reading.listings.filter(({ thing }) => !kinds.has(Object.keys(thing)[0])),
      place,
      at,
    ),
    ...tail,
  ]
}

function statementsInRowLine(
  line: PolicyLine,
  reading: LineContext,
  place: Place,
  { codes, free, today, written }: Manner,
): PolicyStatement[] {
  const cells = cellsOf(line.text)
  const at = { section: line.section, quote: written }
  if (tableOf(cells) || reading.later) return []
  if (reading.table) {
    const own = statementsInRow(cells, reading.table, at, { today, codes, free })
    const columns = 'columns' in reading.table ? reading.table.columns : []
    const drug = columns.indexOf('drug')
    if (reading.listings.length === 0 || drug < 0 || cells.length !== columns.length) return own
    const kinds = new Set(own.map(({ thing }) => Object.keys(thing)[0]))
    return [
      ...own,
      ...statementsOfList(
        headDrugs(cells[drug] ?? '').drugs,
        reading.listings.filter(({ thing }) => !kinds.has(Object.keys(thing)[0])),
        place,
        at,
      ),
    ]
  }
  const [label = '', value = ''] = cells
  const coded = codedRow(cells, at, codes)
  if (cells.length !== 2 || coded.length > 0) return coded
  const direct = statementsInCell(label, value, contextDrugs(reading.context), at, today)
  if (direct.length > 0) return direct
  const topic = /\b(?:required medical information|other criteria|medical necessity|approval|criteria)\b/i.test(label)
    ? (topicOf(label) ?? 'criteria')
    : topicOf(label)
  if (topic !== 'criteria' && topic !== 'step')
    return listedDrugs({ ...line, text: label }, reading, place, { codes, today, written, optional: false, free })
  const own = statementsInText(value, { ...place, written: value === '' ? written : value, demanding: true })
  return [...own, ...criteriaIn({ ...line, kind: 'text', text: value }, { ...reading, topic: 'criteria', headed: 'criteria' })]
}
