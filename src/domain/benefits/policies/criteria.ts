import type { LineContext } from './line-context.ts'
import { type PolicyLine, sentencesOf, withoutBullet } from './policy-lines.ts'
import type { PolicyStatement } from './policy-statement.ts'
import { normalised, requirementStatus } from './requirement-status.ts'
import { trialIn } from './step-drugs.ts'

const demand =
  /\b(?:must|need(?:s|ed)? to|has to|have to|(?:approved|covered|authorized|considered medically necessary)(?: only)? (?:when|if|for|after)|documentation|diagnosis|diagnosed|has (?:had|tried|failed|a\b)|prescribed by|years of age|shows?)\b/i
const conditionalCover =
  /\b(?:approved|covered|authorized|considered medically necessary)(?: only)? (?:when|if|for (?:members|patients|adults))\b/i
const refused = /\b(?:not|never) (?:be )?(?:covered|approved|authorized)\b/i
const ofAuthorization =
  /\b(?:prior[- ]?auth\w*|pre-?cert\w*|pre-?auth\w*|PA) (?:[\w-]+ )?(?:criteria|criterion|requirements?|policy|guidelines?)\b/i

/** What a line asks for before a first approval. What renewals ask for and what is excluded is none of it. */
export function criteriaIn(line: PolicyLine, { context, topic, heading }: LineContext): PolicyStatement[] {
  const ofs = context === 'general' ? [null] : (context?.drugs ?? [])
  if (ofs.length === 0) return []
  const texts = (
    topic === 'criteria' ? listed(line) : topic === null || topic === 'other' || topic === 'authorization' ? told(line) : []
  ).filter((text) => /\p{L}{3}/u.test(text) && !isRequirement(text))
  // "Prior authorization criteria" that hold something to fulfil are those of an authorization that is required.
  const authorization = texts.length > 0 && topic === 'criteria' && heading.some((above) => ofAuthorization.test(above))
  return ofs.flatMap((of) =>
    texts.flatMap((text): PolicyStatement[] => {
      const at = { of, section: line.section, quote: text }
      return [{ ...at, thing: { criterion: text } }, ...(authorization ? [{ ...at, thing: { authorization: 'required' as const } }] : [])]
    }),
  )
}

function listed({ kind, text }: PolicyLine): string[] {
  if (kind === 'item') return [withoutBullet(text)]
  if (kind === 'lead') return trialIn(text) ? [text] : []
  return sentencesOf(text).filter((sentence) => demand.test(sentence) && !refused.test(sentence) && !renewal.test(sentence))
}

const told = ({ kind, text }: PolicyLine): string[] =>
  kind === 'text'
    ? sentencesOf(text).filter((sentence) => conditionalCover.test(sentence) && !refused.test(sentence) && !renewal.test(sentence))
    : []

const renewal = /^(?:continu(?:ation|ed|ing)|renewals?|re-?authori[sz]ations?|subsequent)\b/i

/** "Prior authorization is required." is told as such and no criterion. */
function isRequirement(text: string): boolean {
  const words = normalised(text)
  return (
    requirementStatus('priorauth', words, '9999-12-31') !== undefined || requirementStatus('steptherapy', words, '9999-12-31') !== undefined
  )
}
