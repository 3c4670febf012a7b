import { distinct, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import type { PolicyLine } from './policy-lines.ts'
import { generality, headingDrugs, type Subject } from './policy-subject.ts'
import { isDiagnosis, type Topic, topicOf } from './policy-topics.ts'
import { normalised } from './requirement-status.ts'
import { trialIn } from './step-drugs.ts'
import { cellsOf, type Table, tableOf } from './table-statements.ts'

/** What the lines above tell about a line. */
export interface LineContext {
  context: Subject
  topic: Topic | null
  table: Table | null
  /** The items of the list are drugs that must be tried. */
  trying: boolean
  /** A heading said that what follows holds from a later day. */
  later: boolean
  /** The question in the line before. */
  answering: { term: 'priorauth' | 'steptherapy'; drugs: readonly Mention[] } | null
  /** The topic of the heading; the topic of a list ends with the list. */
  headed: Topic | null
  /** Topics seen under the present drug, where the document has several: a second "Criteria" is of another drug. */
  seen: ReadonlySet<Topic> | null
  /** The heading above, and the title of the document. */
  heading: string[]
  titled: string | null
  /** `YYYY-MM-DD` */
  today: string
  /** The drugs come from the line before a list, and end with the list. */
  lent: boolean
  /** A line has named the drugs of the document. */
  told: boolean
}

const aboutLine =
  /^(?:[-•*] )?(?:(?:policy |document )?(?:title|name|subject)|(?:drugs?|brand|generic|medications?|medicines?|products?)(?: names?)?(?: covered| addressed| in this policy)?(?: \([\w ]+\))?|applies to|policy for|drugs? affected|affected drugs?|subject)\s*(?::| \|)\s*\S/i
const aboutSentence =
  /^this (?:\w+ )?(?:policy|document|guideline|criteria|program) (?:applies to|covers|addresses|is (?:for|about)|describes|concerns|governs|sets)\b/i
const others =
  /\b(?:other|remaining|additional) (?:[\w-]+ )?(?:drugs?|medicines?|medications?|products?|biologics?|therap(?:y|ies)|treatments?|agents?)\b|\bmiscellaneous\b/i

/** The context at the beginning of a document: its title names the drugs. */
export function documentContext(title: string | null, lines: readonly PolicyLine[], today: string): LineContext {
  const drugs = distinct(headingDrugs(title ?? ''))
  const own = drugs.length > 0 ? { drugs } : isGeneral(title ?? '') ? 'general' : null
  const headed = new Set(
    lines.filter(({ kind }) => kind === 'heading').flatMap(({ text }) => headingDrugs(text).map(({ ingredient }) => ingredient)),
  )
  return {
    context: own,
    topic: null,
    table: null,
    trying: false,
    later: false,
    answering: null,
    headed: null,
    seen: headed.size > 1 ? new Set() : null,
    told: drugs.length > 0,
    lent: false,
    heading: title === null ? [] : [title],
    titled: title,
    today,
  }
}

const isGeneral = (heading: string): boolean =>
  generality(heading) === 'all' ||
  /\bgeneral (?:[\w-]+ ){0,3}(?:policy|rules?)\b|\b(?:all )?other (?:drugs|medicines|medications)\b/i.test(heading)

/** The context at a line, from the one at the line before. */
export function contextAtLine(before: LineContext, line: PolicyLine, previous: PolicyLine | undefined): LineContext {
  const { kind, text } = line
  const above = before.lent && kind !== 'item' ? { ...before, context: null, lent: false } : before
  if (kind === 'heading') return afterHeading(above, text)
  if (kind === 'row') {
    const table = tableOf(cellsOf(text)) ?? (previous?.kind === 'row' ? above.table : null)
    return about({ ...above, table, answering: null }, line)
  }
  const reading = about({ ...above, table: null, answering: question(above, previous) }, line)
  if (kind === 'lead') return afterLead(reading, text)
  if (kind === 'item') return { ...reading, trying: opensTrials(text) || (above.trying && isListed(text)) }
  return { ...reading, topic: above.headed, trying: false }
}

const lasting: ReadonlySet<Topic | null> = new Set(['aside', 'exclusion', 'renewal'])

function afterLead(reading: LineContext, text: string): LineContext {
  const { headed, context } = reading
  const told = topicOf(text)
  const short = text.split(' ').length <= 6
  const renames = short && /\b(?:initial|approval|criteria for|exclu\w+|re-?auth\w+|renewal|continu\w+)\b/i.test(text)
  // "All of the following:" under "Renewal" are no criteria of a first approval, and under "Background" none at all.
  if (headed === 'aside' || (lasting.has(headed) && !renames)) return { ...reading, topic: headed, trying: false }
  // A word on how long an approval lasts, or on a form, does not turn a list of criteria into another.
  const own = headed === 'criteria' && (told === 'limits' || told === 'aside' || told === 'authorization') ? 'criteria' : told
  const trying = trialIn(text) !== undefined || (headed === 'step' && /\b(?:following|these|one of|any of|first|try)\b/i.test(text))
  const topic = trying && own !== 'exclusion' && own !== 'renewal' ? (reading.topic ?? own) : own
  const drugs = own === 'criteria' && context === null ? distinct(headingDrugs(text)) : []
  const lent = drugs.length > 0
  // A short line with a colon works as a heading.
  const heads = own !== null && !trying && short
  return { ...reading, topic: topic ?? headed, headed: heads ? own : headed, trying, lent, context: lent ? { drugs } : context }
}

const opensTrials = (text: string): boolean => /:$/.test(text) && trialIn(text) !== undefined

/** Lists within lists come as one: a sentence of its own is no drug of the list above it. */
const isListed = (text: string): boolean =>
  !/:$|\b(?:not|no|will|is|are|has|have|must|member|patient|individual|prescribed|prescriber|diagnosis|documentation|age|years|requested)\b/i.test(
    text,
  )

function afterHeading(before: LineContext, text: string): LineContext {
  const own = topicOf(text)
  const drugs = distinct(headingDrugs(text))
  const topic = own ?? (isDiagnosis(text) && drugs.length === 0 ? before.headed : null)
  const base = {
    ...before,
    topic,
    headed: topic,
    table: null,
    trying: false,
    answering: null,
    heading: before.titled === null ? [text] : [text, before.titled],
    later: timing(text, before.today) === 'future',
  }
  if (isGeneral(text)) return { ...base, context: 'general', seen: before.seen && new Set() }
  if (drugs.length > 0 && (own !== 'step' || /\bfor\b/i.test(text)) && own !== 'exclusion')
    return { ...base, context: { drugs }, seen: before.seen && new Set(own ? [own] : []), told: true }
  if (others.test(text)) return { ...base, context: null }
  if (before.seen === null || own === null || own === 'aside') return base
  if (before.seen.has(own)) return { ...base, context: null, seen: new Set() }
  return { ...base, seen: new Set([...before.seen, own]) }
}

function about(reading: LineContext, { text }: PolicyLine): LineContext {
  if (reading.told || !(aboutLine.test(text) || aboutSentence.test(text))) return reading
  const drugs = distinct(headingDrugs(text))
  return drugs.length > 0 ? { ...reading, context: { drugs }, told: true } : reading
}

function question(before: LineContext, previous: PolicyLine | undefined): LineContext['answering'] {
  if (!previous || !/\?\s*$/.test(previous.text)) return null
  const words = normalised(previous.text)
  const term = words.includes('priorauth') ? 'priorauth' : words.includes('steptherapy') ? 'steptherapy' : null
  if (term === null || /\b(?:how|where|who|what|why|which)\b/.test(words)) return null
  const named = distinct(headingDrugs(previous.text))
  const context = before.context === null || before.context === 'general' ? [] : before.context.drugs
  return { term, drugs: named.length > 0 ? named : context }
}
