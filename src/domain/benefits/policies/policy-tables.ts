import { type ClauseRequirement, clauseRequirements } from './clause-requirements.ts'
import { drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { listing } from './policy-frames.ts'
import { type PolicyLine, sentencesOf } from './policy-lines.ts'
import { type PolicyStatement, type StepSet, thingOf } from './policy-statement.ts'
import { drugsAlone, subjectsIn } from './policy-subject.ts'
import { type Codes, thingsInCodes } from './requirement-codes.ts'
import { besides, setsIn, trialIn } from './step-drugs.ts'

export type Column = 'past' | 'now' | 'drug' | 'excluded' | 'authorization' | 'step' | 'alternatives' | 'when' | 'use' | 'told' | 'other'

/** By what words the heading of a column tells what stands under it; the first that fits. */
const columns: [Column, RegExp][] = [
  ['other', /\btiers?\b/],
  ['when', /\b(?:effective|dates?|when|starts?|begins?|as of)\b/],
  ['alternatives', /\b(?:alternatives?|instead|substitutes?|covered (?:options|choices|products|drugs)|choices)\b/],
  ['excluded', /^(?:\w+ )?(?:excluded|non-?covered|not covered|removed)\b(?! ?\?)/],
  [
    'step',
    /\bstep[- ]?(?:therapy|edits?|drugs?|requirements?)\b|\bsteps?$|\bstep (?:today|now)\b|^st\b|\b(?:come|be|used|taken|given|go) before$|\btri(?:ed|als?)\b|\btry\b|\bfirst\b|\bprerequisites?\b|\bfail\w*\b|\bprior (?:drugs?|therap\w+|use)\b/,
  ],
  ['authorization', /\b(?:prior |pre-?)?auth\w*|\bpre-?cert\w*|\bpa\b|\bprior approval\b|\bapproval (?:needed|required)\b/],
  ['use', /^(?:conditions?|indications?|diagnos[ie]s|diseases?|uses?)\b/],
  [
    'told',
    /\b(?:um|utilization|status|coverage|covered|formulary|changes?|decisions?|requirements?|limits?|notes?|remarks?|marks?|signs?|symbols?|criteria|rules?|comments?|restrictions?|edits?|position|(?<!hcpcs |cpt |icd |j-?)codes?|what)\b/,
  ],
  ['drug', /\b(?:drugs?|products?|medic\w+|brands?|agents?|names?|therapy|generic)\b/],
]

/** What the columns hold, in a heading row; null where the row is none. */
export function columnsOf(cells: readonly string[], isOfSteps: boolean, today: string): Column[] | null {
  if (cells.length < 2 || cells.some((cell) => drugMentions(cell).length > 0 || cell.length > 70)) return null
  if (cells.some((cell) => /^(?:yes|no|none|required|not required)$/i.test(cell))) return null
  const found = cells.map((cell): Column => {
    const words = cell.toLowerCase()
    // What held before, or will later.
    if (/^(?:today|now|current(?:ly)?\b|present\b)/.test(words)) return 'now'
    if (timing(cell, today) !== 'now' || /\b(?:old|former|previous(?:ly)?|until)\b|\bbefore (?=\w)/.test(words)) return 'past'
    if (/^(?:non-?preferred|target|affected|requested|restricted) (?:drugs?|products?|agents?|brands?)$/.test(words)) return 'drug'
    return columns.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
  })
  if (!found.includes('drug') && !found.includes('excluded')) {
    if (found[0] !== 'other' && found[0] !== 'told') return null
    if (!found.some((column) => column === 'authorization' || column === 'step')) return null
    found[0] = 'drug'
  }
  if (found.every((column) => column === 'drug' || column === 'other')) return null
  // The alternatives are those to try where the chapter is about steps.
  if (isOfSteps) return found.map((column) => (column === 'alternatives' ? 'step' : column))
  return found
}

/** The drugs that the columns of a table are for ("Requirement | Humira | Lantus"); null where the row is no such heading. */
export function drugColumnsOf(cells: readonly string[], today: string): Mention[][] | null {
  const drugs = cells.slice(1).map((cell) => drugsAlone(cell).map(({ of }) => of))
  const isHeading = drugs.length >= 2 && drugs.every((mentions) => mentions.length > 0) && drugMentions(cells[0] ?? '').length === 0
  return isHeading && clauseRequirements(cells[0] ?? '', today).length === 0 && !trialIn(cells[0] ?? '') ? drugs : null
}

/** What the heading of each column says of the drugs below it ("No PA | PA required"); null where none does, or another kind of table begins. */
export function listingColumnsOf(
  cells: readonly string[],
  today: string,
  ofGroups: ReadonlyMap<string, readonly ClauseRequirement[]> = new Map(),
): (readonly ClauseRequirement[])[] | null {
  if (cells.length < 2 || cells.some((cell) => drugMentions(cell).length > 0 || cell.length > 120)) return null
  const said = cells.map((cell): readonly ClauseRequirement[] => {
    const own = listing(cell, today)
    return own.length > 0 ? own : (ofGroups.get(groupIn(cell) ?? '') ?? [])
  })
  const isOne = (cell: string, index: number) =>
    (said[index]?.length ?? 0) > 0 || /\b(?:preferred|covered|criteria|comments?|notes?|remarks?|limits?)\b/i.test(cell)
  return said.some((one) => one.length > 0) && cells.every(isOne) ? said : null
}

const groupIn = (text: string): string | undefined =>
  /^\W*(?:all |the )?(non-?preferred|preferred)\b/i.exec(text)?.[1]?.toLowerCase().replace('nonp', 'non-p')

/** What a document says of its preferred drugs and of the others, for columns of that name: "Non-preferred drugs require …". */
export function groupRules(lines: readonly PolicyLine[], today: string): ReadonlyMap<string, readonly ClauseRequirement[]> {
  const found = new Map<string, readonly ClauseRequirement[]>()
  for (const { kind, text } of lines) {
    if (kind === 'row' || text.length > 1500) continue
    for (const sentence of sentencesOf(text.replace(/^\W*[\w -]{3,30}:\s+(?=(?:non-?)?preferred\b)/i, ''))) {
      const group = groupIn(sentence)
      const rule = /^\W*(?:all |the )?(?:non-?preferred|preferred)(?::| (?:drugs?|agents?|products?|medic\w+|brands?)\b)(.*)/i.exec(
        sentence,
      )?.[1]
      if (!group || !rule || found.has(group)) continue
      const said = clauseRequirements(`These drugs ${rule.split(/,? (?:except|unless)\b/)[0] ?? ''}`, today).filter(({ weak }) => !weak)
      if (said.length > 0) found.set(group, said)
    }
  }
  return found
}

/** What a row says of the drug of each column: "Prior authorization | Yes | No". */
export function cellStatements(
  cells: readonly string[],
  drugs: readonly (readonly Mention[])[],
  at: { section: number; quote: string },
  today: string,
): PolicyStatement[] {
  const label = (cells[0] ?? '').toLowerCase()
  const column = columns.find(([, pattern]) => pattern.test(label))?.[0]
  return drugs.flatMap((mentions, index) => {
    const cell = cells[index + 1] ?? ''
    const status = yesNo(cell)
    const sets = status === false ? [] : inStepCell(cell, null)
    const things: PolicyStatement['thing'][] =
      column === 'authorization' && status !== null
        ? [{ authorization: status ? 'required' : 'not_required' }]
        : column === 'step' && (status !== null || sets.length > 0)
          ? [{ step: status === false ? 'not_required' : 'required', sets }]
          : clauseRequirements(cell, today).map((one) => thingOf(one))
    return mentions.flatMap((of) =>
      things.map((thing) => ({
        of,
        thing: thing !== 'note' && 'step' in thing ? { ...thing, sets: besides(of, thing.sets) } : thing,
        ...at,
      })),
    )
  })
}

/** The columns under a heading that spans several of them: its second row tells which. */
export function withSecondRow(known: readonly Column[], cells: readonly string[], today: string): Column[] | null {
  if (cells.some((cell) => drugMentions(cell).length > 0)) return null
  const own = cells.map((cell) => columns.find(([, pattern]) => pattern.test(cell.toLowerCase()))?.[0] ?? 'other')
  if (cells.length === known.length) {
    return own.some((column) => column === 'authorization' || column === 'step')
      ? known.map((column, index) => (own[index] === 'other' ? column : (own[index] as Column)))
      : null
  }
  const at = known.includes('told', 1) ? known.indexOf('told', 1) : known.lastIndexOf('other')
  if (at < 1 || !own.some((column) => column === 'authorization' || column === 'step') || today === '') return null
  return [...known.slice(0, at), ...own, ...known.slice(at + 1)]
}

/** The statements of a row whose columns are known. A cell over several columns counts as words of its own. */
export function rowStatements(
  cells: readonly string[],
  columns: readonly Column[],
  at: { section: number; quote: string },
  {
    today,
    codes,
    free,
    told,
  }: {
    today: string
    codes: Codes
    free: readonly ('authorization' | 'step')[]
    told: (text: string, of: readonly Mention[]) => PolicyStatement[]
  },
): PolicyStatement[] {
  const of = (column: Column) => cells.flatMap((cell, index) => (columns[index] === column && cell !== '' ? [cell] : []))
  const when = of('when').map((cell) => timing(`effective ${cell}`, today))
  if (when.includes('future')) return []
  const excluded = of('excluded').flatMap((cell) => subjectsIn(cell))
  // "Hadlima ●": what may be used instead has marks of its own.
  const beside = of('alternatives')
    .flatMap((cell) => cell.split(/,\s+(?![^[(]*[\])])/))
    .flatMap((part) => drugsAlone(part).map((one) => ({ ...one, inBrackets: /\[([^\]]+)\]/.exec(part)?.[1] ?? '' })))
  const first = columns.indexOf('drug')
  const subjects = of('drug').flatMap((cell) => {
    const alone = drugsAlone(cell)
    return alone.length > 0 ? alone.map(({ of }) => of) : subjectsIn(cell)
  })
  const found: PolicyStatement[] = excluded.map((drug) => ({ of: drug, thing: { exclusion: 'required' }, ...at }))
  for (const { of: drug, mark, inBrackets } of beside)
    for (const { thing, weak } of mark === '' ? [] : (thingsInCodes(mark, codes) ?? [])) {
      const isStep = 'step' in thing && thing.step === 'required'
      found.push({ of: drug, thing: isStep ? { ...thing, sets: besides(drug, setsIn(inBrackets)) } : thing, weak, ...at })
    }
  const say = (thing: PolicyStatement['thing'], weak = false) => found.push(...subjects.map((drug) => ({ of: drug, thing, weak, ...at })))
  if (subjects.length === 0) return found
  for (const { of: drug, mark } of of('drug').flatMap((cell) => drugsAlone(cell)))
    for (const { thing, weak } of mark === '' ? [] : (thingsInCodes(mark, codes) ?? [])) found.push({ of: drug, thing, weak, ...at })
  // A row may lack its last cells.
  const whole = cells.length === columns.length || (free.length > 0 && cells.length < columns.length)
  for (const [index, cell] of cells.entries()) {
    if (index === first || cell === '') continue
    const column = whole ? columns[index] : 'told'
    if (column === 'drug' || column === 'excluded' || column === 'when' || column === 'past' || column === 'alternatives') continue
    if (clauseRequirements(cell, today).some(({ kind, required }) => kind === 'exclusion' && required)) say({ exclusion: 'required' })
    else if (column === 'authorization') {
      // "X = not reimbursed": the document's own mark. Yes and no mean another thing in each column.
      const own = /^[YN]$/i.test(cell) ? undefined : codes.get(cell.toUpperCase())
      for (const { thing, weak } of own ?? []) say(thing, weak)
      const status = own ? null : yesNo(cell)
      if (status !== null) say({ authorization: status ? 'required' : 'not_required' })
      if (cell.length > 16) found.push(...told(cell, subjects))
    } else if (column === 'step') {
      const status = yesNo(cell)
      const sets = status === false ? [] : inStepCell(cell, of('use')[0] ?? null)
      if (status === false) say({ step: 'not_required', sets: [] })
      else if (sets.length > 0 || status === true)
        found.push(...subjects.map((drug) => ({ of: drug, thing: { step: 'required' as const, sets: besides(drug, sets) }, ...at })))
    } else if (column === 'told' || column === 'now' || column === 'other') {
      const isNone = free.length > 0 && column === 'told' && /^(?:none|no restrictions?|no requirements?|open access)$/i.test(cell)
      const coded = isNone ? undefined : thingsInCodes(cell, codes)
      if (coded) for (const { thing, weak } of coded) say(thing, weak)
      else if (isNone) {
        for (const kind of free) say(kind === 'step' ? { step: 'not_required', sets: [] } : { authorization: 'not_required' }, true)
      } else if (column !== 'other') found.push(...told(cell.replace(/\s\(?\d{1,2}[.)]\s(?=\p{Lu})/gu, ', ').replace(/:,/g, ':'), subjects))
    }
  }
  if (free.length > 0 && columns.includes('told') && !found.some(({ thing }) => thing !== 'note' && 'exclusion' in thing))
    for (const kind of free) say(kind === 'step' ? { step: 'not_required', sets: [] } : { authorization: 'not_required' }, true)
  return found
}

function yesNo(cell: string): boolean | null {
  if (/^(?:y|yes|required|needed|applies|always|PA|ST)\b|^x$|^[✓✔●•☒]$/i.test(cell)) return true
  return /^(?:n|no|none|not (?:required|needed|applicable)|never|nothing|does not apply|open access)\b(?!\/a)|^\(?none\b|^[✗✘×]$/i.test(
    cell,
  )
    ? false
    : null
}

/** The whole cell names what to try, whatever its words. */
function inStepCell(cell: string, indication: string | null): StepSet[] {
  if (/^(?:see|n\/a|[–—-])/i.test(cell)) return []
  const sets = trialIn(cell)?.sets ?? []
  return (sets.length > 0 ? sets : setsIn(cell.replace(/^yes\W*/i, ''))).map((set) => ({
    ...set,
    indication: set.indication ?? indication,
  }))
}
