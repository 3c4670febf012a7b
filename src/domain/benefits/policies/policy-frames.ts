import { type ClauseRequirement, clauseRequirements } from './clause-requirements.ts'
import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { type PolicyLine, sentencesOf, withoutBullet } from './policy-lines.ts'
import type { StepSet } from './policy-statement.ts'
import { drugsAlone, headingDrugs, isGeneral } from './policy-subject.ts'
import { isDiagnosis, type Topic, topicOf } from './policy-topics.ts'
import { useIn } from './policy-uses.ts'
import { askedIn, type PolicyQuestion } from './question-asked.ts'
import { setsIn, trialIn } from './step-drugs.ts'

/** How what stands under a heading or lead is meant: `aside` asks nothing, `renewal` nothing of a first approval. */
type FrameManner = 'aside' | 'renewal' | 'excluding' | 'demanding' | 'open'

/** A heading, the line before a list, or an item with items under it: what it says of everything below. */
export interface Frame {
  depth: number
  manner: FrameManner | null
  /** The drugs that what stands below is about. */
  drugs: readonly Mention[]
  /** What it says of each drug that is listed below. */
  listed: readonly ClauseRequirement[]
  /** It is a sentence about them ("what needs prior authorization"), not the name of a chapter. */
  rules: boolean
  /** What it is about; `inherited` from what stands over it where it only names a drug, a disease or a list. */
  topic: Topic | 'inherited' | null
  heading: string | null
  /** What stands below is said of every drug that no policy names; null where it does not tell. */
  general: boolean | null
  indication: string | null
  later: boolean
  asked: PolicyQuestion | null
  /** What has to be tried before each drug that is listed below. */
  steps: readonly StepSet[]
  /** The items below are drugs to try: how many of them, and one number for the list. */
  trying: { needed: number | null; id: number } | null
}

const exclusionHeading =
  /\b(?:exclu(?:sions?|ded)|not covered|non-?covered|never covered|no coverage|non-?formulary|deny always|not payable|(?:do|does|will) not (?:cover|pay)|(?:don['’]t|doesn['’]t|won['’]t|never) (?:cover|pay))\b/i
const ofUses = /\b(?:conditions?|uses?|indications?|criteria|limitations?|circumstances|experimental|investigational|services|when)\b/i
const aside =
  /\b(?:background|(?<!coverage |program )rationale|evidence|references?|revision|history|definitions?|codes?|coding|safety|clinical remarks|studies|clinical notes?|dosing|duration|appeals?|how to|did you know|about this|quantity limits?|site of care|contact|description|pharmacology|ended rules?|introduction)\b/i

/** The frame that a heading opens. */
export function headingFrame(line: PolicyLine, today: string): Frame {
  const { text, depth } = line
  const asked = askedIn(text)
  const drugs = asked ? [...asked.drugs] : distinct(headingDrugs(text))
  const topic = topicOf(text)
  const listed = drugs.length > 0 || asked ? [] : listing(text, today)
  const manner: FrameManner | null = asked
    ? null
    : exclusionHeading.test(text) && !ofUses.test(text)
      ? 'excluding'
      : aside.test(text) && !/\bcriteria\b/i.test(text)
        ? 'aside'
        : topic === 'renewal'
          ? 'renewal'
          : topic === 'criteria' || topic === 'step'
            ? 'demanding'
            : null
  const indication = drugs.length === 0 && isDiagnosis(text) && text.split(' ').length < 9 && !asked ? text : null
  const rules = listed.length > 0 && /\b(?:requir|need)/i.test(text)
  const inherits = topic === null && (drugs.length > 0 || isDiagnosis(text))
  const general = isGeneral(text) ? true : drugs.length > 0 ? false : null
  return {
    depth,
    manner,
    drugs,
    listed,
    rules,
    topic: inherits ? 'inherited' : topic,
    heading: text,
    general,
    indication,
    later: timing(text, today) === 'future',
    asked,
    steps: [],
    trying: null,
  }
}

/** What a heading or lead says of the drugs that are listed under it. */
export function listing(text: string, today: string): ClauseRequirement[] {
  const bare = text
    .replace(/:\s*$/, '')
    .replace(/^(?:list|table|section|part)\s\w{1,3}[.:]?\s/i, '')
    // The form that is sent in is the request.
    .replace(/\bforms?(?= (?:is |are )?(?:not )?(?:needed|required|necessary)\b)/i, 'prior authorization')
  if (/\b(?:criteria|criterion|form|requests?|summary|program)\b/i.test(bare)) return []
  // "Group C — prior authorization": the part behind a dash says it too.
  const parts = [bare, bare.split(/\s[–—-]\s|:\s/).at(-1) ?? bare].map((part) =>
    clauseRequirements(part.replace(/\b(?:that|which)\b/gi, ''), today),
  )
  const told = parts.find((part) => part.length > 0) ?? []
  if (told.length > 0) return told
  if (exclusionHeading.test(bare) && !ofUses.test(bare)) return [{ kind: 'exclusion', required: true, weak: false }]
  if (/\b(?:open access|unrestricted|no restrictions?)\b/i.test(bare)) return [{ kind: 'authorization', required: false, weak: false }]
  return []
}

/** The frame that a line opens for the items below it; null where it opens none. */
export function listFrame(line: PolicyLine, next: PolicyLine | undefined, today: string): Frame | null {
  const body = withoutBullet(line.text)
  if (next?.kind === 'row' && line.kind !== 'item') return tableFrame(body, today)
  if (next?.kind !== 'item' || (line.kind === 'item' && next.depth <= line.depth)) return null
  const trial = trialIn(body)
  const leads = /:\W*$|\bfollowing\W*$/i.test(body)
  const alone = drugsAlone(body.replace(/[.:]$/, '')).map(({ of }) => of)
  const begun = /^([^.:]{3,60})[.:](?:\s|$)/.exec(body)?.[1]
  const heading = begun ? drugsAlone(begun).map(({ of }) => of) : []
  const named = line.kind === 'item' || trial ? [] : distinct(headingDrugs(body))
  const drugs = alone.length > 0 ? alone : heading.length > 0 ? heading : named
  const tries = leads && (trial !== undefined ? trial.drugs.length === 0 : countsDrugs.test(body))
  const needed = tries ? countOf(body.slice(trial?.start ?? 0)) : null
  return {
    depth: (line.kind === 'item' ? line.depth : -1) + 1000,
    manner: null,
    drugs,
    listed: tries || drugs.length > 0 ? [] : leads ? listing(body, today) : line.kind === 'item' ? [] : pointingAt(body, today),
    rules: false,
    topic: topicOf(body) ?? 'inherited',
    heading: null,
    general: null,
    indication: useIn(body)?.name ?? (isDiagnosis(body) && body.length < 60 && drugs.length === 0 ? body.replace(/[.:]$/, '') : null),
    later: timing(body, today) === 'future',
    asked: null,
    steps: tries ? [] : stepsBehind(body),
    trying: tries ? { needed, id: line.section * 100_000 + hashed(line.text) } : null,
  }
}

/** "Two of the following drugs, each taken for 8 weeks:" */
const countsDrugs =
  /\b(?:one|two|three|all|both|any|each) of (?:the following|these) (?:[\w-]+ )?(?:drugs?|medicines?|medications?|agents?|products?|therap\w+|classes)\b[^.;]{0,80}\b(?:taken|used|given|received|at an? [\w ]*dose|for \d|without|weeks|months)\b/i

/** "Step 2 — after one of atorvastatin or rosuvastatin" over the drugs of that step. */
function stepsBehind(body: string): StepSet[] {
  const [before = '', behind = ''] = body.split(/\b(?:after|follows?|following)\b(?! (?:drugs?|products?|agents?)\b)/i, 2)
  return drugMentions(before).length === 0 && before.split(' ').length < 8 ? setsIn(behind) : []
}

const pointing = /\b(?:following|these|below|listed|this (?:list|table))\b/i

/** "The following require prior authorization. No step therapy applies.": what a paragraph without names says of the drugs below it. */
function pointingAt(text: string, today: string): ClauseRequirement[] {
  const sentences = sentencesOf(text)
  if (!pointing.test(sentences[0] ?? '') || drugMentions(subjectOf(text)).length > 0) return []
  return sentences.filter((sentence) => drugMentions(subjectOf(sentence)).length === 0).flatMap((sentence) => listing(sentence, today))
}

/** What stands before the first verb. */
const subjectOf = (sentence: string): string => sentence.split(/\b(?:requires?|needs?|is|are|must|has|have|does|do|may|can)\b/, 1)[0] ?? ''

/** The frame that the paragraph before a table opens for its rows. */
function tableFrame(text: string, today: string): Frame | null {
  const listed = /:\W*$/.test(text) && drugMentions(text).length === 0 ? listing(text, today) : pointingAt(text, today)
  const base = {
    depth: 999,
    manner: null,
    drugs: [],
    rules: false,
    topic: 'inherited' as const,
    heading: null,
    general: null,
    indication: null,
    asked: null,
    steps: [],
    trying: null,
  }
  return listed.length > 0 ? { ...base, listed, later: timing(text, today) === 'future' } : null
}

const numbers: Record<string, number> = { one: 1, either: 1, any: 1, two: 2, three: 3, four: 4 }

function countOf(text: string): number | null {
  const found = /\b(?:at least )?(one|either|any|two|three|four|[1-4]|both|all|each)\b(?! (?:months?|weeks?|days?|years?))/i.exec(text)?.[1]
  if (!found) return null
  return /^(?:both|all|each)$/i.test(found) ? Number.POSITIVE_INFINITY : (numbers[found.toLowerCase()] ?? Number(found))
}

const hashed = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991, 11)
