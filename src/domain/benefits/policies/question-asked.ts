import { withPriorAuthorization } from './clause-requirements.ts'
import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import type { StepSet } from './policy-statement.ts'
import { isDiagnosis } from './policy-topics.ts'
import { trialIn } from './step-drugs.ts'

/** What a question asks, for the lines that answer it. */
export interface Asked {
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
export function askedIn(text: string): Asked | null {
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
