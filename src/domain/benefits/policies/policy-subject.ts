import { drugMentions, type Mention } from './drug-mentions.ts'

/** What a statement is about: these drugs, every drug that no policy names, or nothing known. */
export type Subject = { drugs: Mention[] } | 'general' | null

const besides =
  /\b(?:except(?: for)?|other than|with the exception of|excluding|apart from|instead of|rather than|compared (?:with|to)|versus|vs\.?|unlike|in combination with|combined with|together with|along with|concomitant(?:ly)? with|concurrent(?:ly)? with|in addition to|alternatives? to|biosimilars? (?:to|of)|reference product|switch(?:ed|ing)? from|similar to|such as|like)\b[^,;.]*/gi

/** The drugs that a clause is about, without those it excepts, compares with or combines with. */
export function subjectsIn(text: string): Mention[] {
  const masked = text.replace(besides, (words) => ' '.repeat(words.length))
  return drugMentions(masked)
}

const noSubject =
  /\b(?:trials?|tried|try|failed|failure|first|preferred|versus|vs|combination|concomitant|concurrent|switching|alternatives?|other than|step \d|compar\w+|interactions?|history|references?)\b/i

/** The drugs that a heading or title announces. */
export function headingDrugs(heading: string): Mention[] {
  return noSubject.test(heading) ? [] : subjectsIn(heading)
}

const noun = '(?:drugs?|medicines?|medications?|products?|treatments?|therap(?:y|ies)|agents?)'
const restricted =
  /\b(?:specialty|speciality|injectable|injected|infused|infusion|oral|brand(?:ed|-name)?|generic|biologics?|biologic|biosimilar|oncology|cancer|compounded|new-to-market|new|non-?formulary|formulary|preferred|non-?preferred|maintenance|self-administered|provider-administered|physician-administered|part [bd]|tier \d|high-cost|opioid|controlled|topical|inhaled|gene|vaccines?)\b/i
const unnamed = new RegExp(
  `\\b(?:all|any|every|each|the)? ?(?:(?:the )?(?:other|remaining)|(?:[\\w-]+ )?${noun} (?:\\([^)]*\\) )?(?:(?:that|which|who) )?(?:(?:is|are|has|have) )?(?:not|no|without|un(?:listed|named))\\b).*`,
  'i',
)
const unnamedDrug = new RegExp(
  `\\b(?:(?:all|any|every|each) (?:of )?(?:the )?(?:other|remaining) (?:[\\w-]+ )?${noun}|${noun} (?:\\([^)]*\\) )?(?:(?:that|which) )?(?:(?:is|are) )?not (?:specifically |otherwise )?(?:named|listed|mentioned|addressed|described|covered|included)(?: (?:in|by|on|under))?|${noun} (?:that )?(?:is|are)? ?(?:unlisted|unnamed)|${noun} (?:without|that (?:has|have) no|with no|for which there is no|that no) (?:other )?(?:(?:a|an|drug) )?(?:specific |separate |own |drug |individual )*policy|${noun} without (?:a|their|its) (?:own |specific |separate )+policy|all others\\b)`,
  'i',
)

/** Whether a clause speaks of every drug that no policy names: `all`, or `some` of them only ("specialty medicines"). */
export function generality(clause: string): 'all' | 'some' | null {
  if (!unnamedDrug.test(clause)) return null
  return restricted.test(unnamed.exec(clause)?.[0] ?? clause) || restricted.test(clause.slice(0, unnamedDrug.exec(clause)?.index))
    ? 'some'
    : 'all'
}

/** Words that refer to the drug of the heading. */
const anaphor =
  /\b(?:it|they|this|these|both|all (?:products|brands|forms|formulations|uses|requests|strengths)|the (?:drug|medication|medicine|product|treatment|agent)|coverage|brand and|either|each (?:product|brand|course|dose)|use)\b/i
const foreign =
  /\b(?:services?|tests?|testing|procedures?|imaging|admissions?|equipment|devices?|suppl(?:y|ies)|visits?|surgery|transport\w*|site|facility|referrals?|nursing|(?:some|certain|many|other|most|several|few) (?:[\w-]+ ){0,2}(?:drugs?|medications?|medicines?|products?|biologics?|treatments?|therapies|brands?)|others?|biosimilars?|generics?|alternatives?|(?:infused|injectable|specialty|oral|oncology) (?:drugs?|medications?|medicines?|products?|biologics?))\b/i

/**
 * Whether a clause without a drug's name can be about the drug of its heading: "this medicine requires …" is, "home
 * infusion services require …" is not.
 */
export function fitsContext(clause: string): boolean {
  if (foreign.test(clause)) return false
  const before =
    /^(.*?)\b(?:requires?|needs?|(?:is|are) subject to|do(?:es)? not|no longer|(?:is|are) (?:not )?(?:exempt|covered|available))\b/i.exec(
      clause,
    )?.[1] ?? ''
  const bare = before.replace(/\b(?:the|a|an|however|in addition|also|therefore|note|please|yes|no)\b|[^\p{L} ]/giu, '').trim()
  return (
    bare === '' ||
    anaphor.test(before) ||
    /\b(?:prior|pre-?|step|the plan|we|policy|payer|health plan|member\w*|drug|medication|medicine|treatment|therapy)\b/i.test(before)
  )
}
