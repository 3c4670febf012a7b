import type { Turn } from '../../../language/dialogue.ts'
import type { TokenSentence } from '../../../language/sentences.ts'
import type { CoverageStatus, ReportedBenefit } from '../../payers/benefits.ts'
import { replyOf } from './replies.ts'
import { sentencesIn } from './spoken-tokens.ts'

const opposite: Record<CoverageStatus, CoverageStatus> = { active: 'inactive', inactive: 'active' }

/**
 * Whether the payer's side says that the coverage is in force, by itself or as the answer to our question; undefined where it says
 * neither or both.
 */
export function coverageOfCall(turns: readonly Turn[], isPayer: (turn: Turn) => boolean): ReportedBenefit | undefined {
  const told: ReportedBenefit[] = []
  let asked: CoverageStatus | undefined
  for (const turn of turns) {
    const sentences = sentencesIn(turn.text)
    if (!isPayer(turn)) {
      asked = sentences.map(coverageAsked).findLast((status) => status !== undefined)
      continue
    }
    const said = sentences.map(coverageIn).filter((status) => status !== undefined)
    const reply = asked && said.length === 0 ? replyOf(sentences) : undefined
    const all = asked && reply ? [reply === 'yes' ? asked : opposite[asked]] : said
    for (const value of all) told.push({ field: 'coverage_status', value, quote: turn.text.trim().slice(0, 300).toWellFormed() })
    asked = undefined
  }
  return new Set(told.map(({ value }) => value)).size === 1 ? told.at(-1) : undefined
}

const inForce = new Set(['active', 'eligible', 'current', 'effective', 'force', 'effect'])
const ended = new Set(
  'inactive termed terminated cancelled canceled ineligible lapsed expired disenrolled termination terminates termd'.split(' '),
)
const negated = /\b(?:not|isn't|aren't|wasn't|never|no|no longer|neither|nothing|doesn't have|don't have)(?: \S+){0,2}$/u
/** Of another policy or time, or not certain. */
const elsewhere =
  /\b(?:if|until|unless|when|once|dental|vision|secondary|spouse|dependents?|wife|husband|other|another|previous|prior|old|last|phone line|line|authorization|auth|claim|card|might|maybe|think|believe|should be|not sure|whether|provider|doctor|will|would|account is active online|portal|online|case|referral|request)\b/u
const past = /\b(?:was|were|had been|used to be)\b/u
const ofMember =
  /\b(?:policy|plan|coverage|member|patient|insurance|eligibility|account|subscriber|benefits|status|he|she|he's|she's|it|it's|they|they're|him|her|that|that's|showing|shows?|see|yes|yeah|yep|yup)\b/u
const ofPolicy = /^(?:coverage|policy|plan|and|since|as|effective|with|through|on|member|benefits|insurance|starting|from|now)\b/u

const mostBefore = 9
const mostAfter = 6
const textOf = (words: TokenSentence['words'], from: number, to: number): string =>
  words
    .slice(Math.max(0, from), to)
    .map(({ text }) => text)
    .join(' ')

/** Whether a sentence tells that the coverage is in force; undefined where it tells nothing or not plainly. */
function coverageIn({ words, asks }: TokenSentence): CoverageStatus | undefined {
  if (asks || /^(?:is|are|do|does|did|can|was)$/u.test(words[0]?.text ?? '')) return undefined
  const all = textOf(words, 0, words.length)
  // What was ended and is not, and two benefits of which one is.
  if (/\b(?:reinstated|restored|reversed)\b/u.test(all)) return undefined
  if (/\bmedical\b/u.test(all) && /\bpharmacy\b/u.test(all) && [inForce, ended].every((some) => words.some(({ text }) => some.has(text))))
    return undefined
  let found: CoverageStatus | undefined
  let last = 0
  for (const [at, { text }] of words.entries()) {
    if (!inForce.has(text) && !ended.has(text)) continue
    const told = statusAt(words, at, last)
    last = at + 1
    if (told && found && told !== found) return undefined
    found = told ?? found
  }
  return found
}

/** What the words around a word of status tell; those before `from` belong to another. */
function statusAt(words: TokenSentence['words'], at: number, from: number): CoverageStatus | undefined {
  const word = words[at]?.text ?? ''
  const before = clauseEnd(textOf(words, Math.max(from, at - mostBefore), at))
  const after = textOf(words, at + 1, at + 1 + mostAfter)
  if (
    elsewhere.test(before) ||
    /^with (?:another|a different)\b/u.test(after) ||
    /^(?:on )?(?:authorization|auth|claims?|line|card|referrals?|online)\b/u.test(after)
  )
    return undefined
  const isDenied = negated.test(before)
  if (ended.has(word)) {
    if (word === 'effective' || isDenied || /\b(?:date|no)$/u.test(before)) return undefined
    return ofMember.test(before) || /^(?:on|as of|effective|back|out|due)\b/u.test(after) || words.length <= 4 ? 'inactive' : undefined
  }
  if (!isStatus(word, before, after)) return undefined
  if (isDenied) return ofMember.test(before) || ofPolicy.test(after) ? 'inactive' : undefined
  if (past.test(before) || /^(?:until|till|if|unless)\b/u.test(after)) return undefined
  const isFirst =
    word === 'active' &&
    /^(?:(?:okay|ok|yes|yeah|yep|all right|alright|so|and|sure)(?: |$))*$/u.test(before) &&
    !/^\S*(?:duty|ingredient)/u.test(after)
  return isFirst || /\b(?:is|is still|is currently)$/u.test(before) || ofMember.test(before) || ofPolicy.test(after) || words.length <= 4
    ? 'active'
    : undefined
}

/** "Active" and "eligible" say it alone; "current", "effective", "in force" need what they are said of. */
function isStatus(word: string, before: string, after: string): boolean {
  if (word === 'active' || word === 'eligible')
    return !(word === 'eligible' && /^for\b/u.test(after) && !/^for (?:benefits|coverage)\b/u.test(after))
  if (word === 'force' || word === 'effect') return /\bin$/u.test(before)
  if (word === 'effective') return negated.test(before) && /\b(?:coverage|policy|plan|insurance) \S+ \S+$/u.test(before)
  return /^(?:coverage|policy|insurance)\b/u.test(after) && negated.test(before)
}

/** The words of the last clause: "he was on another plan but now he's active" tells of now. */
const clauseEnd = (text: string): string => text.slice(Math.max(text.lastIndexOf(' but '), text.lastIndexOf(' now '), 0))

/** What a plain yes to a question of ours says: "is the policy active?" */
function coverageAsked({ words }: TokenSentence): CoverageStatus | undefined {
  if (words.length > 25 || /\b(?:or|what|what's|when|how|who|which)\b/u.test(textOf(words, 0, 25))) return undefined
  const at = words.findLastIndex(({ text }) => inForce.has(text) || ended.has(text))
  if (at < 0 || elsewhere.test(textOf(words, 0, words.length).replace(/\bother\b/u, ''))) return undefined
  const before = textOf(words, Math.max(0, at - mostBefore), at)
  const word = words[at]?.text ?? ''
  // What was in force need not be.
  if (/\b(?:was|were|had)\b/u.test(before)) return undefined
  if (ended.has(word)) return negated.test(before) ? undefined : 'inactive'
  if (!isStatus(word, before, textOf(words, at + 1, words.length)) && word !== 'current' && word !== 'effective') return undefined
  return negated.test(before) ? 'inactive' : 'active'
}
