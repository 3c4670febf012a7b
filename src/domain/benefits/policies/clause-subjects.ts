import type { ClauseRequirement } from './clause-requirements.ts'
import type { TrialInClause } from './clause-trials.ts'
import { distinct, type Mention } from './drug-mentions.ts'
import { fitsContext, generality, subjectsIn } from './policy-subject.ts'
import type { Trial } from './step-drugs.ts'

const everyDrug =
  /\b(?:all|every|each|any|both)\b(?: (?:of )?(?:the|these))?(?: [\w-]+){0,4}? (?:drugs?|products?|medicines?|medications?|agents?|biologics?)\b[^.:]{0,50}\b(?:title|tables?|polic(?:y|ies)|document|guideline|page|bulletin|notice|lists?|listed|above|below|named|addressed|sheet|ruled on|program)\b|^(?:the )?(?:drugs?|products?|medicines?|medications?) (?:(?:named|listed|shown|found) )?(?:in|on|under) (?:this|these|the)? ?(?:lists?|tables?|sections?|parts?|documents?|polic(?:y|ies)|pages?|bulletin|program|\d)|\b(?:everything else|all others?|every product|all products)\b[^.]{0,40}\b(?:page|document|policy|guideline|list|above|below)\b/i
/** A group that the document does not tell the drugs of. */
const ofGroup = /\b(?:step|tier) \d\b|\b(?:non-?)?preferred (?:agents?|drugs?|products?|medicines?)\b/i
/** What stands before these words is what the clause is about. */
const predicate = /\b(?:requires?|needs?|is|are|must|has|have|does|do|keeps?|continues?|remains?|will|may|can|was|were)\b/i
const pointsAt =
  /^(?:each|all|any|both|every|the following)\b[^.;,]{0,40}\b(?:products?|drugs?|medicines?|medications?|agents?|items?)\b[^.;,]{0,20}\b(?:below|following|listed|in the (?:table|list))\b/i
/** The document's drugs, where a text without names stands under none. */
const eachOfThem =
  /\b(?:each|all|any|both|either|every one) (?:one )?of (?:them|these)\b|\ball (?:two|three|four|five|six|seven|eight|nine|ten)\b/i
const refersBack =
  /^(?:and |but |so )?(?:it|they|both|these|this|each|either|neither|before either|before each|all (?:two|three|four|five|six))\b|\bit (?:is|needs|requires|does)\b|\bthey (?:are|need|require|do)\b|\b(?:before|for) (?:either|it|both|them)\b/i
/** What a clause without a drug says of something else than the drug above it. */
const foreign =
  /\b(?:some|certain|many|(?<!no )other|most|several|few|new|newly) (?:[\w-]+ ){0,2}(?:drugs?|medications?|medicines?|products?|plans)\b|\b(?:infusions?|services?|tests?|procedures?|referrals?|samples?|patients? stabili[sz]ed|supply|site)\b/i

/** What a clause can be about besides the drugs that it names. */
export interface ClauseContext {
  /** Before it in its sentence, and in the sentence before. */
  own: readonly Mention[]
  last: readonly (Mention | null)[]
  /** What it stands under. */
  drugs: readonly Mention[]
  /** What its sentence began with: "Sunosi: …" */
  head: readonly Mention[]
  groups: ReadonlyMap<string, readonly Mention[]>
  /** It stands where every drug is meant that no policy names. */
  general: boolean
}

export interface ClauseSubjects {
  /** The drugs that it names and is about. */
  named: readonly Mention[]
  /** Those that what it says is put on by name. */
  targets: readonly Mention[]
  /** The same, or what it refers to; null is every drug that no policy names. */
  scope: readonly (Mention | null)[]
  /** It speaks of every drug of the document. */
  isAll: boolean
  /** It speaks of only some of the drugs that no policy names. */
  isOfSomeUnnamed: boolean
}

/** Whom a clause is about. */
export function subjectsOfClause(
  words: string,
  requirements: readonly ClauseRequirement[],
  { trial, tried, isFree }: TrialInClause,
  { own, last, drugs, head, groups, general }: ClauseContext,
): ClauseSubjects {
  const named = distinct(subjectsIn(words).filter(({ start }) => !tried.has(start) && isSubject(words, start, trial))).map(
    // "Preferred infliximab product" under the heading of one is that one.
    (one) =>
      one.brand === null && !isListed(words, one)
        ? (drugs.find(({ ingredient, brand }) => ingredient === one.ingredient && brand !== null) ?? one)
        : one,
  )
  const isBeside = head.length > 0 && named.length > 0 && (trial !== undefined || isFree)
  const front = predicate.exec(words)?.index ?? -1
  const leading = requirements.length > 0 ? named.filter(({ start }) => start < front) : []
  // "Each of the products below needs authorization, which looks at a naloxone fill."
  const subjects = leading.length > 0 || pointsAt.test(words) ? leading : named
  const group = [...groups].find(([name]) => words.toLowerCase().includes(name))?.[1]
  const targets = isBeside ? head : subjects.length > 0 ? subjects : (group ?? [])
  if (targets.length > 0) return { named, targets, scope: targets, isAll: false, isOfSomeUnnamed: false }
  // "Nobody has to try any other medicine" is not said of other medicines.
  const isOfOthers = requirements.some(({ kind }) => kind === 'exclusion') || /\b(?:try|tried|trying|trials?)\b/i.test(words)
  const unnamed = isOfOthers ? null : generality(words)
  if (unnamed !== null) return { named, targets, scope: [null], isAll: false, isOfSomeUnnamed: unnamed === 'some' }
  const isEach = drugs.length < 2 && own.length === 0 && last.length === 0 && eachOfThem.test(words)
  const scope = referredTo(words, own, last, drugs, general)
  return { named, targets, scope, isAll: everyDrug.test(words) || isEach, isOfSomeUnnamed: false }
}

/** What a clause is about that names no drug. */
function referredTo(
  words: string,
  own: readonly Mention[],
  last: readonly (Mention | null)[],
  drugs: readonly Mention[],
  general: boolean,
): readonly (Mention | null)[] {
  if (own.length > 0) return own
  if (refersBack.test(words) && last.length > 0) return last
  if (foreign.test(words)) return []
  if (drugs.length > 0) return drugs
  if (general) return fitsContext(words) ? [null] : []
  return ofGroup.test(words) ? [] : last
}

/** Whether the generic is named as such. */
const isListed = (clause: string, { start }: Mention): boolean => /\bgeneric,?\s$/i.test(clause.slice(0, start)) || start === 0

/** Whether a drug is what the clause is about and not an example, a partner or a condition of it. */
function isSubject(clause: string, start: number, trial: Trial | undefined): boolean {
  if (!trial || start < trial.start)
    return !/\b(?:with|on|received|taking|completed|using|take|use|swallow|tolerate|to and|than)\s+(?:[\w-]+\s){0,2}$/.test(
      clause.slice(0, start),
    )
  return (
    /\b(?:before|prior to|for|to receive|approval of|coverage of|to get|of)\s+(?:[\w’'-]+,? ){0,4}$/i.test(clause.slice(0, start)) &&
    trial.targets.some((one) => one.start === start)
  )
}
