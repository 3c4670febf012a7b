import type { TokenSentence } from '../../../language/sentences.ts'
import type { CoverageStatus } from '../../payers/benefits.ts'

const thing = '(?:policy|plan|coverage|member|patient|insurance|eligibility|account|subscriber|benefits)'
const inactive = [
  new RegExp(`\\b${thing} (?:\\S+ ){0,4}(?:inactive|termed|terminated|cancell?ed|ineligible|lapsed|expired)\\b`, 'u'),
  /\bno (?:active|current) (?:coverage|policy|plan|benefits)\b/u,
  /\b(?:no longer|not currently|isn't|is not) (?:eligible|active|covered)\b/u,
  /\b(?:termed|terminated) (?:on|as of|effective|back)\b/u,
  /^(?:no )?(?:it's|it is|they're|they are|shows?|showing|showing as) (?:\S+ ){0,2}(?:inactive|termed|terminated)\b/u,
]
const active = [
  /\b(?:and|so) (?:it's|it is|they're|they are) (?:currently )?active\b/u,
  new RegExp(`\\b${thing} (?:\\S+ ){0,4}active\\b`, 'u'),
  /\b(?:active (?:coverage|policy|plan|and eligible|since|as of|effective|with|through)|is (?:currently )?eligible)\b/u,
  /^(?:yes |yep |yeah |okay |so )*(?:it's|it is|they're|they are|the status is|status is|showing|shows?|i'm showing|i show) (?:\S+ ){0,3}active\b/u,
]
const elsewhere =
  /\b(?:if|was|were|until|unless|when|once|dental|vision|secondary|spouse|dependents?|wife|husband|other|another|previous|prior|old|last|phone line|authorization|auth|claim|card|might|maybe|think|believe|should be|not sure|whether|copay card|provider|doctor|will|would|account is active online|portal)\b/u
const past = /\bwas (?:termed|terminated|cancell?ed)\b/u

/** Whether a sentence tells that the coverage is in force; undefined where it tells nothing or not plainly. */
export function coverageIn({ words, asks }: TokenSentence): CoverageStatus | undefined {
  if (asks || /^(?:is|are|do|does|can|was)$/u.test(words[0]?.text ?? '')) return undefined
  for (let from = 0; from < words.length; from += 20) {
    const text = words
      .slice(from, from + 40)
      .map((word) => word.text)
      .join(' ')
    const told = statusIn(text)
    if (told) return told
  }
  return undefined
}

function statusIn(text: string): CoverageStatus | undefined {
  if (elsewhere.test(text.replace(past, 'is terminated'))) return undefined
  if (/\b(?:not|isn't|wasn't|never)(?: been)? (?:terminated|termed|cancell?ed|inactive|expired|lapsed)\b/u.test(text)) return undefined
  if (inactive.some((pattern) => pattern.test(text))) return 'inactive'
  return active.some((pattern) => pattern.test(text)) && !/\b(?:not|isn't|never|no longer|inactive)\b/u.test(text) ? 'active' : undefined
}

/** What a plain yes to a question of ours says: "is the policy active?" */
export function coverageAsked({ words }: TokenSentence): CoverageStatus | undefined {
  const text = words
    .slice(0, 40)
    .map((word) => word.text)
    .join(' ')
  if (
    words.length > 25 ||
    /\b(?:or|what|when|how)\b/u.test(text) ||
    !/\b(?:active|inactive|terminated|termed|eligible)(?: \S+){0,3}$/u.test(text)
  )
    return undefined
  return statusIn(text)
}
