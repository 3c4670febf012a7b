import { clauseRequirements, withPriorAuthorization } from './clause-requirements.ts'
import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import type { PolicyStatement, StepSet } from './policy-statement.ts'
import { isDiagnosis } from './policy-topics.ts'
import { besides, trialIn } from './step-drugs.ts'

/** What a question asks, for the lines that answer it. */
export interface PolicyQuestion {
  kind: 'authorization' | 'step' | 'coverage' | null
  /** It asks which ones, so that the answer is names. */
  open: boolean
  /** The opposite: "without a prior authorization". */
  without: boolean
  drugs: readonly Mention[]
  /** The drugs that it asks about as those to try: "Do you require A before B?" */
  sets: StepSet[]
  /** It only names a drug: "What about Uptravi?", "And before Adbry?" */
  follows: boolean
  /** It asks about one use: what the answer denies, another use may need. */
  ofUse: boolean
}

const tries =
  /\b(?:try|tried|use[ds]?|take|fail\w*|come)\b.*\b(?:first|before|else|other|another|different)\b|\bsteptherapy\b|^(?!.*\b(?:call|fill|pick|order|authorization|approval)\b).*\bbefore\b/
const covers =
  /\b(?:cover(?:ed|s|age)?|pay(?:s)? for|a (?:covered )?benefit|on (?:the |your |our )?(?:formulary|drug list|list)|available)\b/

/** The question of a line; null where it asks nothing. */
export function askedIn(text: string): PolicyQuestion | null {
  if (!/\?\W*$/.test(text)) return null
  const bare = text.replace(/^\W*(?:Q(?:uestion)?\s?\d*[.:)]|\d+[.)])\s*/i, '')
  const words = withPriorAuthorization(bare)
  const open = /^\W*(?:(?:and|so),? )?(?:which|what|who|how)\b/.test(words)
  const without = /\b(?:without|open access|no|unrestricted)\b/.test(words)
  const all = distinct(drugMentions(bare))
  const before = /\b(?:before|prior to|ahead of)\b/i.exec(bare)
  const goals = before ? all.filter(({ start }) => start > before.index) : []
  const drugs = goals.length > 0 ? goals : all
  const kind =
    tries.test(words) && !/\bpriorauth\b/.test(words)
      ? 'step'
      : /priorauth|\bopen access\b/.test(words)
        ? 'authorization'
        : covers.test(words)
          ? 'coverage'
          : null
  const firsts = goals.length > 0 ? all.filter(({ start }) => before && start < before.index) : []
  const sets = !open && kind === 'step' && firsts.length > 0 ? (trialIn(`trial of ${bare.slice(0, before?.index)}`)?.sets ?? []) : []
  const isName = drugs.length > 0 && bare.split(' ').length < 5
  const follows = isName || /^\W*(?:and|what about|how about|what of|is it the same)\b/i.test(bare)
  return { kind, open, without, drugs, sets, follows, ofUse: isDiagnosis(bare) }
}

/** An answer to a question: what it says of drugs, and of every drug of the document. */
interface Answer {
  said: { of: Mention; thing: PolicyStatement['thing']; weak?: boolean }[]
  ofAll: PolicyStatement['thing'] | null
  /** It begins with "yes", "no" or the like. */
  isWord: boolean
}

const yesNo =
  /^(?:for [^,.]{3,60}, )?(yes|no|not any ?more|no longer|not (?:at present|currently|now|yet|today)|it does|they do|it is\b(?! not)|it does not|it doesn't|always)\b/i
const hedged = /\b(?:if|when|unless|only|except|may|depends|some|most)\b/i

/** What "Yes", "No" or a list of names says as the answer to a question; null where nothing of a requirement was asked. */
export function answerTo(asked: PolicyQuestion, body: string, today: string): Answer | null {
  const { kind, drugs, sets, ofUse, open, without } = asked
  if (!kind) return null
  const first = body.split(/(?<=[.;])\s/)[0] ?? ''
  const word = yesNo.exec(first)?.[1]?.toLowerCase()
  if (word === undefined) {
    const named = open && drugs.length === 0 && kind === 'authorization' ? distinct(drugMentions(first)) : []
    const isList = named.length > 0 && clauseRequirements(first, today).length === 0
    const thing = { authorization: without ? ('not_required' as const) : ('required' as const) }
    return { said: isList ? named.map((of) => ({ of, thing })) : [], ofAll: null, isWord: false }
  }
  const isYes = /^(?:yes|it does$|they do|it is$|always)/.test(word) && !without
  const isOfAll = kind !== 'coverage' && drugs.length === 0 && isYes && /\b(?:all|each|every|any|both)\b/i.test(first)
  const ofAll = !isOfAll ? null : kind === 'step' ? { step: 'required' as const, sets: [] } : { authorization: 'required' as const }
  const said = drugs.map((of) =>
    kind === 'coverage'
      ? { of, thing: isYes ? null : { exclusion: 'required' as const } }
      : kind === 'authorization'
        ? { of, thing: { authorization: isYes ? ('required' as const) : ('not_required' as const) } }
        : isYes
          ? { of, thing: { step: 'required' as const, sets: besides(of, sets) } }
          : { of, thing: { step: 'not_required' as const, sets: [] }, weak: ofUse },
  )
  const isHedged = hedged.test(first)
  return { said: isHedged ? [] : said.flatMap(({ thing, ...one }) => (thing ? [{ ...one, thing }] : [])), ofAll, isWord: true }
}
