import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { headedDrugs } from './headed-drugs.ts'
import { type Listing, listingsOf } from './listing.ts'
import { type OpenList, openLists } from './open-lists.ts'
import { type PolicyLine, withoutBullet } from './policy-lines.ts'
import { answeredBy, type Question } from './policy-questions.ts'
import { drugsAlone, generality, headDrugs, headingDrugs, type Subject } from './policy-subject.ts'
import { isDiagnosis, type Topic, topicOf } from './policy-topics.ts'
import { trialIn } from './step-drugs.ts'
import { cellsOf, type Table, tableOf } from './table-statements.ts'

/** What the lines above tell about a line. */
export interface LineContext {
  context: Subject
  topic: Topic | null
  table: Table | null
  /** The last table that had a heading row. */
  recent: Table | null
  /** The lists that the line stands in, outermost first. */
  lists: readonly OpenList[]
  /** What the heading, or a sentence under it, says of the drugs that are listed below. */
  listings: readonly Listing[]
  /** A heading said that what follows holds from a later day. */
  later: boolean
  laterDepth: number
  /** The question in the line before. */
  answering: Question | null
  /** The topic of the heading; the topic of a list ends with the list. */
  headed: Topic | null
  /** Topics of the headings above, by their depth. */
  topics: readonly (Topic | null)[]
  /** A heading above names the drugs: what it says of patients under it is asked of them. */
  ofDrug: boolean
  drugDepth: number
  /** The drugs that the document is about, by its title or in its own words. */
  about: readonly Mention[]
  /** The last list of drugs to try. */
  lastList: number | null
  /** The use that the heading names. */
  indication: string | null
  /** Topics seen under the present drug, where the document has several: a second "Criteria" is of another drug. */
  seen: ReadonlySet<Topic> | null
  /** The heading above, and the title of the document. */
  heading: string[]
  titled: string | null
  /** `YYYY-MM-DD` */
  today: string
  /** Whose drugs counted before the line that opened a list named its own. */
  lent: { from: Subject } | null
  /** A line has named the drugs of the document. */
  told: boolean
}

const aboutLine =
  /^(?:[-•*] )?(?:(?:policy |document )?(?:title|name|subject)|(?:drugs?|brand|generic|medications?|medicines?|products?)(?: names?)?(?: covered| addressed(?: by this policy)?| affected| in this policy)?(?: \([\w ]+\))?|applies to|policy for|drugs? affected|affected drugs?|subject)\s*(?::| \|)\s*\S/i
const aboutSentence =
  /^th(?:is|ese) (?:\w+ )?(?:policy|document|guideline|criteria|program|bulletin) (?:apply to|cover|address|appl(?:y|ies) to|covers|addresses|is (?:for|about)|describes|concerns|governs|sets)\b/i
const others =
  /\b(?:other|remaining|additional) (?:[\w-]+ )?(?:drugs?|medicines?|medications?|products?|biologics?|therap(?:y|ies)|treatments?|agents?)\b|\bmiscellaneous\b/i

/** The context at the beginning of a document: its title names the drugs. */
export function documentContext(title: string | null, lines: readonly PolicyLine[], today: string): LineContext {
  const drugs = distinct(headingDrugs(title ?? ''))
  const own = drugs.length > 0 ? { drugs } : isGeneral(title ?? '') ? 'general' : null
  const headed = new Set(
    lines.filter(({ kind }) => kind === 'heading').flatMap(({ text }) => headingDrugs(text).map(({ ingredient }) => ingredient)),
  )
  const topic = topicOf(title ?? '')
  return {
    context: own,
    topic: null,
    table: null,
    recent: null,
    lists: [],
    listings: own === null ? listingsOf(title ?? '', today, false) : [],
    later: false,
    laterDepth: -1,
    answering: null,
    headed: null,
    topics: [topic === 'criteria' || topic === 'step' ? topic : null],
    ofDrug: drugs.length > 0,
    drugDepth: -1,
    about: drugs.length > 1 ? drugs : headedDrugs(lines),
    lastList: null,
    indication: null,
    seen: headed.size > 1 ? new Set() : null,
    told: drugs.length > 0,
    lent: null,
    heading: title === null ? [] : [title],
    titled: title,
    today,
  }
}

const isGeneral = (heading: string): boolean =>
  generality(heading) === 'all' ||
  /\bgeneral (?:[\w-]+ ){0,3}(?:policy|rules?)\b|\b(?:all )?other (?:drugs|medicines|medications)\b/i.test(heading)

/** The context at a line, from the one at the line before. */
export function contextAtLine(
  before: LineContext,
  line: PolicyLine,
  previous: PolicyLine | undefined,
  next: PolicyLine | undefined,
): LineContext {
  const { kind, text } = line
  const above = before.lent && kind !== 'item' ? { ...before, context: before.lent.from, lent: null } : before
  if (kind === 'heading' && !/\?\s*$/.test(text)) return afterHeading(above, line)
  if (/\?\s*$/.test(text) && kind !== 'row' && !/^[-(]/.test(text)) return afterQuestion(above, line)
  const names = kind === 'row' || !next || next.kind === 'row' ? [] : headedBy(above, line, next)
  if (names.length > 0)
    return {
      ...afterHeading(above, { ...line, depth: Math.max(1, above.topics.length - 1) }),
      context: { drugs: names },
      ofDrug: true,
      told: true,
    }
  if (kind === 'row') {
    const cells = cellsOf(text)
    const own = tableOf(cells)
    const goesOn = above.recent !== null && 'columns' in above.recent && above.recent.columns.length === cells.length && cells.length > 2
    // A row with one cell ("Hepatitis C") stands between the rows as a heading.
    const table = own ?? (previous?.kind === 'row' ? above.table : null) ?? (goesOn ? above.recent : null)
    return about({ ...above, table, recent: own ?? above.recent, answering: null, lists: [] }, line)
  }
  const lists = openLists(above.lists, line, next)
  const reading = about(
    {
      ...above,
      table: null,
      lists,
      lastList: lists.findLast(({ trying }) => trying)?.id ?? above.lastList,
      answering: answeredBy(previous, above.context),
    },
    line,
  )
  if (kind === 'lead') return afterLead(reading, text)
  if (
    /^which (?:drugs|medicines|medications|products)\b.*\b(?:page|policy|document|guideline|bulletin)\b.*\?/i.test(previous?.text ?? '')
  ) {
    const drugs = distinct(drugMentions(text))
    return { ...reading, about: drugs, told: true, context: { drugs } }
  }
  if (kind === 'item') return /:$/.test(text) ? lend(reading, text) : reading
  return afterText({ ...reading, topic: above.headed }, text)
}

/** "4. CINRYZE" over what is asked for it: a line with nothing but the drug works as a heading, where it is not one of a list. */
function headedBy(before: LineContext, line: PolicyLine, next: PolicyLine): Mention[] {
  if (before.listings.length > 0 || before.lists.length > 0 || line.text.includes(',')) return []
  const drugs = drugsAlone(withoutBullet(line.text))
  const isNumbered = line.kind !== 'item' || !line.text.startsWith('- ')
  return isNumbered && drugs.length > 0 && drugs.length < 4 && drugsAlone(withoutBullet(next.text)).length === 0
    ? drugs.map(({ of }) => of)
    : []
}

/** A question works as a heading of what answers it. */
function afterQuestion(before: LineContext, line: PolicyLine): LineContext {
  const drugs = distinct(drugMentions(line.text))
  const asked = answeredBy(line, before.context)?.term ?? null
  const topic =
    asked === 'steptherapy' || /\b(?:tried|try|first|step)\b/i.test(line.text)
      ? 'step'
      : asked === 'priorauth'
        ? 'authorization'
        : /\b(?:ask for|criteria|needed|needs?|require[sd]?|conditions?)\b/i.test(line.text)
          ? 'criteria'
          : null
  const context = drugs.length > 0 ? { drugs } : before.about.length > 0 ? { drugs: [...before.about] } : before.context
  const indication = useOf(line.text)
  return {
    ...before,
    context,
    topic,
    headed: topic,
    table: null,
    lists: [],
    listings: [],
    answering: null,
    lent: null,
    ofDrug: drugs.length > 0,
    indication,
  }
}

const useOf = (heading: string): string | null =>
  isDiagnosis(heading) && !/^(?:general|all|indications?|adults?)\b|\?/i.test(heading) ? heading.replace(/\s[–—-]\s.*$/, '') : null

const lasting: ReadonlySet<Topic | null> = new Set(['aside', 'exclusion', 'renewal'])

function afterLead(reading: LineContext, text: string): LineContext {
  const { headed } = reading
  const told = topicOf(text)
  const short = text.split(' ').length <= 6
  const renames = short && /\b(?:initial|approval|criteria for|exclu\w+|re-?auth\w+|renewal|continu\w+)\b/i.test(text)
  // "All of the following:" under "Renewal" are no criteria of a first approval, and under "Background" none at all.
  if (headed === 'aside' || (lasting.has(headed) && !renames)) return { ...reading, topic: headed, lists: [] }
  // A word on how long an approval lasts, or on a form, does not turn a list of criteria into another.
  const own = headed === 'criteria' && (told === 'limits' || told === 'aside' || told === 'authorization') ? 'criteria' : told
  const trying = trialIn(text) !== undefined
  const topic = trying && own !== 'exclusion' && own !== 'renewal' ? (reading.topic ?? own) : own
  const trial = trialIn(text)
  // "A trial of Avastin is required before any of these:"
  const before: Listing[] =
    trial && trial.sets.length > 0 && trial.targets.length === 0 && /\b(?:these|following|below)\b/i.test(text.slice(trial.start))
      ? [{ thing: { step: 'required', sets: trial.sets }, weak: false }]
      : []
  const listing = headingDrugs(text).length === 0 ? [...listingsOf(text, reading.today), ...before] : []
  // A short line with a colon works as a heading.
  const heads = own !== null && !trying && short
  const headedNow = heads ? own : headed
  const after = {
    ...reading,
    topic: topic ?? headed,
    headed: headedNow,
    listings: listing.length > 0 ? listing : heads ? [] : reading.listings,
  }
  return own === 'criteria' || trying ? lend(after, text) : after
}

/** "Remicade or Renflexis is covered when both are met:" tells whose criteria follow. */
function lend(reading: LineContext, text: string): LineContext {
  const subject = /^.*?(?=,? (?:when|if|after|provided|once|contingent|unless)\b)/i.exec(text)?.[0] ?? (trialIn(text) ? '' : text)
  const drugs = distinct(headingDrugs(subject))
  return drugs.length > 0 ? { ...reading, context: { drugs }, lent: reading.lent ?? { from: reading.context } } : reading
}

const pointing = /\b(?:following|these|below|listed|this list)\b/i

/** "The following medicines are excluded." before a list or a table; where the heading lists drugs, any sentence without a name. */
function afterText(reading: LineContext, text: string): LineContext {
  if (text.length > 1000 || (reading.context !== null && !pointing.test(text))) return reading
  const said = text
    .split(/(?<=\.)\s+/)
    .filter((sentence) => drugMentions(sentence).length === 0 && (pointing.test(sentence) || reading.listings.length > 0))
    .flatMap((sentence) => sentence.split(/;\s/))
    .flatMap((sentence) => listingsOf(sentence, reading.today, false))
  if (said.length === 0) return reading
  const kinds = said.map(({ thing }) => Object.keys(thing)[0])
  return { ...reading, listings: [...reading.listings.filter(({ thing }) => !kinds.includes(Object.keys(thing)[0])), ...said] }
}

/** What a heading says of the drugs under it, or its part behind a dash: "Group C — prior authorization". */
function listingsUnder(text: string, today: string): Listing[] {
  const whole = listingsOf(text, today)
  const part = text.split(/\s[–—-]\s|:\s/).at(-1) ?? ''
  return whole.length > 0 || part === text ? whole : listingsOf(part, today)
}

function afterHeading(before: LineContext, { text, depth }: PolicyLine): LineContext {
  const own = topicOf(text)
  const drugs = distinct(headingDrugs(text))
  const inherited = before.topics.slice(0, depth + 1).findLast((topic) => topic !== null) ?? null
  const above = drugs.length > 0 && inherited !== 'criteria' && inherited !== 'step' ? null : inherited
  const beside = before.headed === 'criteria' || before.headed === 'step' ? before.headed : null
  const topic = own ?? (isDiagnosis(text) || drugs.length > 0 ? (above ?? beside) : null)
  const base = {
    ...before,
    topic,
    headed: topic,
    topics: [...before.topics.slice(0, depth + 1), topic],
    table: null,
    lists: [],
    listings: drugs.length === 0 ? listingsUnder(text, before.today) : [],
    answering: null,
    indication: useOf(text),
    ofDrug: drugs.length > 0 || (before.ofDrug && depth > before.drugDepth),
    drugDepth: drugs.length > 0 ? depth : before.drugDepth,
    heading: before.titled === null ? [text] : [text, before.titled],
    later: timing(text, before.today) === 'future' || (before.later && depth > before.laterDepth),
    laterDepth: timing(text, before.today) === 'future' ? depth : before.laterDepth,
  }
  if (isGeneral(text)) return { ...base, context: 'general', seen: before.seen && new Set() }
  if (drugs.length > 0 && (headDrugs(text).drugs.length > 0 || own !== 'step' || /\bfor\b/i.test(text)) && own !== 'exclusion')
    return { ...base, context: { drugs }, seen: before.seen && new Set(own ? [own] : []), told: true }
  if (others.test(text)) return { ...base, context: null }
  if (before.seen === null || own === null || own === 'aside') return base
  if (before.seen.has(own)) return { ...base, context: null, seen: new Set() }
  return { ...base, seen: new Set([...before.seen, own]) }
}

function about(reading: LineContext, { text }: PolicyLine): LineContext {
  const products = /^(?:products?|drugs?|medications?) (?:affected|names?) \| /i.test(text)
  if ((reading.told && !products) || !(aboutLine.test(text) || aboutSentence.test(text))) return reading
  const drugs = distinct(headingDrugs(text))
  return drugs.length > 0 ? { ...reading, context: { drugs }, about: drugs, told: true } : reading
}

/** The drugs that a line is about if it names none itself. */
export const contextDrugs = (context: Subject): readonly Mention[] => (context === null || context === 'general' ? [] : context.drugs)
