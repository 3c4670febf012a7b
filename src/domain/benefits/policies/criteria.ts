import { clauseRequirements } from './clause-requirements.ts'
import type { Mention } from './drug-mentions.ts'
import { type PolicyLine, sentencesOf, withoutBullet } from './policy-lines.ts'
import type { PolicyStatement } from './policy-statement.ts'
import type { Topic } from './policy-topics.ts'
import { trialIn } from './step-drugs.ts'

const demand =
  /\b(?:must|need(?:s|ed)? to|has to|have to|(?:approved|covered|authorized|considered medically necessary)(?: only)? (?:when|if|for|after)|documentation|diagnosis|diagnosed|has (?:had|tried|failed|a\b)|prescribed by|years of age|shows?)\b/i
const conditionalCover =
  /\b(?:approved|covered|authorized|considered medically necessary)(?: only)? (?:when|if|for (?:members|patients|adults))\b/i
const refused = /\b(?:not|never) (?:be )?(?:covered|approved|authorized)\b/i
const renewal = /^(?:continu(?:ation|ed|ing)|renewals?|re-?authori[sz]ations?|subsequent)\b/i
const ofAuthorization =
  /\b(?:prior[- ]?auth\w*|pre-?cert\w*|pre-?auth\w*|PA) (?:[\w-]+ )?(?:criteria|criterion|requirements?|policy|guidelines?)\b/i

/** What a line asks for before a first approval. What renewals ask for and what is excluded is none of it. */
export function criteriaIn(
  line: PolicyLine,
  { drugs, topic, headings }: { drugs: readonly (Mention | null)[]; topic: Topic | null; headings: readonly string[] },
): PolicyStatement[] {
  const texts = (
    topic === 'criteria' ? listed(line) : topic === null || topic === 'other' || topic === 'authorization' ? told(line) : []
  ).filter((text) => /\p{L}{3}/u.test(text) && clauseRequirements(text, '9999-12-31').every(({ kind }) => kind === 'exclusion'))
  // "Prior authorization criteria" that hold something to fulfil are those of an authorization that is required.
  const authorization = texts.length > 0 && topic === 'criteria' && headings.some((above) => ofAuthorization.test(above))
  return drugs.flatMap((of) =>
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
