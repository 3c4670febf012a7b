import { distinct, drugMentions, type Mention } from './drug-mentions.ts'

const besides =
  /\b(?:except(?: for)?|other than|with the exception of|excluding|apart from|instead of|rather than|compared (?:with|to)|versus|vs\.?|unlike|in combination with|combined with|together with|along with|concomitant(?:ly)? with|concurrent(?:ly)? with|in addition to|alternatives? to|biosimilars? (?:to|of)|generic (?:for|of|version of)|reference product|switch(?:ed|ing)? from|similar to|(?:the )?same (?:[\w-]+ )?as|(?<=\w )as for|such as|like)\b[^,;.]*/gi

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

const aboutLine =
  /^(?:[-•*] )?(?:(?:policy |document )?(?:title|name|subject)|(?:drugs?|brand|generic|medications?|medicines?|products?)(?: names?)?(?: covered| addressed(?: by this policy)?| affected| in this policy)?(?: \([\w ]+\))?|applies to|policy for|drugs? affected|affected drugs?|subject)\s*(?::| \|)\s*\S/i
const aboutSentence =
  /^th(?:is|ese) (?:\w+ )?(?:policy|document|guideline|criteria|program|bulletin) (?:apply to|cover|address|appl(?:y|ies) to|covers|addresses|is (?:for|about)|describes|concerns|governs|sets)\b/i

/** Whether a line tells which drugs the document is about: "Product: Rinvoq", "This policy applies to …". */
export const isAbout = (text: string): boolean => aboutLine.test(text) || aboutSentence.test(text)

/** Whether a heading is over rules for every drug that no policy names. */
export const isGeneral = (heading: string): boolean =>
  generality(heading) === 'all' ||
  /\bgeneral (?:[\w-]+ ){0,3}(?:policy|rules?)\b|\b(?:all )?other (?:drugs|medicines|medications)\b/i.test(heading)

/** Words that refer to the drug of the heading. */
const anaphor =
  /\b(?:it|they|this|these|both|neither|each one|all (?:products|brands|forms|formulations|uses|requests|strengths)|the (?:drug|medication|medicine|product|treatment|agent)|coverage|brand and|either|each (?:product|brand|course|dose)|use)\b/i
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

const form =
  /\b(?:and|or|plus|the|both|brand(?:-?name)?|generics?|all|any|other|strengths?|formulations?|forms?|tablets?|capsules?|injections?|injectables?|subcutaneous|intravenous|oral|topical|solution|suspension|cream|ointment|gel|patch(?:es)?|inhalers?|spray|drops?|ophthalmic|nasal|pens?|syringes?|vials?|cartridges?|kits?|auto-?injectors?|prefilled|(?:extended|delayed|immediate|sustained)[- ]release|er|xr|sr|dr|ir|hfa|odt|sl|iv|sc|sq|im|mg|mcg|ml|units?|only|products?|biosimilars?|hcl|hydrochloride|sodium|acetate|succinate|tartrate|repackaged|reference|originator|specialty|new|starts?)\b/gi

/** A drug of a list with what stands in brackets behind it ("Emgality (PA)"). */
export interface ListedDrug {
  of: Mention
  mark: string
}

/** The drugs of a text that has nothing but names, forms and strengths; none of any other text. */
export function drugsAlone(text: string): ListedDrug[] {
  if (text.length > 1500) return []
  const mentions = drugMentions(text)
  if (mentions.length === 0) return []
  let rest = ''
  let end = 0
  for (const mention of mentions) {
    rest += text.slice(end, mention.start)
    end = mention.end
  }
  rest += text.slice(end)
  const bare = rest
    .replace(/\([^()]{0,80}\)/g, ' ')
    .replace(/\[[^[\]]{0,80}\]/g, ' ')
    .replace(form, ' ')
    .replace(/\d+(?:\.\d+)?%?/g, ' ')
  if (/\p{L}{2}/u.test(bare) || /[.?!:](?=\s*\p{L})/u.test(bare)) return []
  const named = distinct(
    mentions.filter(
      ({ start }) => !/\([^()]*$/.test(text.slice(0, start)) || mentions.every((one) => /\([^()]*$/.test(text.slice(0, one.start))),
    ),
  )
  return named.map((of) => {
    const [, inBrackets, sign] =
      /^[®™*\s]*(?:(?:\p{L}[\w-]* )?[([]([^()[\]]{1,60})[)\]]|([○●◑◐◊★☆▲△■□✓†‡§ⓟ]{1,3}))/u.exec(text.slice(of.end)) ?? []
    return { of, mark: inBrackets ?? sign ?? '' }
  })
}

const separator = /\s+[–—-]+\s+|:\s+|\s*\.{4,}\s*| \| |\s+→\s+/

/** The drugs that begin a line, and what it says of them: "Fasenra – not required", "Cimzia: excluded". */
export function headDrugs(text: string): { drugs: ListedDrug[]; rest: string } {
  const whole = drugsAlone(text)
  if (whole.length > 0) return { drugs: whole, rest: '' }
  const at = separator.exec(text)
  if (!at) return { drugs: [], rest: text }
  const drugs = drugsAlone(text.slice(0, at.index))
  return { drugs, rest: text.slice(at.index + at[0].length) }
}
