import { timing } from './effective-dates.ts'
import { exclusionIn } from './exclusion-status.ts'
import { normalised } from './requirement-words.ts'

/** What a clause says, whoever it is about; `weak` where it holds on a condition. */
export interface ClauseRequirement {
  kind: 'authorization' | 'step' | 'exclusion'
  required: boolean
  weak: boolean
}

const denial = /\b(?:no|not|never|none|neither|nor|without|free (?:of|from)|exempt\w*|no longer|nothing)\b/
const lifted =
  /\b(?:remov\w+|lift\w+|waiv\w+|dropp\w+|eliminat\w+|ended|ends|retired|rescinded|discontinued|stopp\w+|withdrawn|delet\w+|struck|lost|los(?:e|es)|gone|ceased|repealed|abolished|released|end-dated|switched off|unnecessary|(?:came|comes|come|taken|is|are) off)\b/
const demanded =
  /\b(?:requir\w+|needs?|needing|needed|necessary|mandatory|subject to|appl(?:y|ies|ied)|keeps?|kept|continu\w+|remains?|added|must|has|have|with|obtain\w*|under|still|ask(?:s|ed)? for|takes?|carr(?:y|ies)|goes? on|yes|unchanged|in place|go(?:es)? through|pass(?:es)? through|through|via|stands?|stays?|calls? for|demands?|hinges? on|contingent on)\b/
const past =
  /\b(?:(?:was|were) (?:not )?(?:required|needed)|earlier version|previously|formerly|former|used to|in the past(?! (?:\d|year|month))|had planned|was planned|postponed|would have|older requirement|older rule|has been considered|under review)\b/
/** What somebody has already. */
const granted =
  /\b(?:has|have|had|holds?|with) (?:an? |existing |current |active )*(?:prior )?authori[sz]ations?\b[^.;]{0,20}\b(?:on file|in place|already|to \p{Lu}\p{L}+ \d)/u
/** "The former requirement of a trial of methotrexate was removed": no step is left, unless the document asks for another. */
const formerStep =
  /\b(?:requirement|rule|step|need)\b[^.;]{0,40}\b(?:trial|try|tried|use|step)\b[^.;]{0,60}\b(?:removed|dropped|lifted|ended|retired)\b|\b(?:removed|dropped|lifted|ended|retired)\b[^.;]{0,40}\b(?:requirement|rule|step)\b[^.;]{0,20}\b(?:to try|to use|trial|try)\b/
const hedged =
  /\b(?:may(?! be (?:dispensed|filled|prescribed|used|given|obtained|ordered))|might|could|some|sometimes|certain|generally|usually|typically|often|most|whether|if requested)\b/
const conditional =
  /\b(?:if|when(?! (?:it is |they are )?(?:given|administered|billed|ordered|dispensed|prescribed)[^.;]{0,30}\b(?:clinic|office|home)\b[^.;]{0,20}\bor\b)|whenever|only for|only when|only if|provided (?:that|the|an?)\b|as long as|once|exceed\w*|more than|greater than|above \d+|under \d+(?!\d*[.-]\d)|younger|(?:for|in) (?:children|doses?|quantit\w+|pediatric))\b/
/** No condition: the drug is covered for nothing else. */
const asLabelled =
  /\bwhen (?:it is |they are )?(?:used|billed|given|prescribed|ordered) (?:for|with) an? (?:labell?ed|approved|covered|medically accepted|fda[- ]approved) (?:diagnosis|indication|use|condition)|\bwhen billed (?:under|to|through|on) the (?:medical|pharmacy) benefit/
const exceptMarked =
  /\b(?:unless|except(?:ion)?|other than)\b[^.;]{0,30}\b(?:marked|noted|flagged|listed|indicated|shown|bearing|with an?)\b/
const unnamed =
  /\b(?:(?:that|which) )?(?:(?:is|are|have|has) )?(?:not|no|without)(?: (?:a|an|any|specifically|otherwise|specific|separate|drug|own|other)){0,3} (?:named|listed|mentioned|addressed|described|covered|included|policy)\b(?: in another policy)?/g
const exception = /\b(?:unless|except|other than)\b/
const anyDrug = '(?:drugs?|products?|therap(?:y|ies)|agents?|medic\\w+|treatments?|trials?|steps?|prerequisites?|biologics?|failures?)'
/** "No trial of another drug", "nothing needs to be tried first", "does not have to try another product". */
const noTrial = new RegExp(
  [
    `\\b(?:no|without)(?: an?y?)?(?: (?:other|prior|previous|earlier|particular|preferred|specific|preceding|such|documented|further|additional|first|fail-?first|step))*(?: [\\w-]+){0,3} ${anyDrug}(?:\\b[^.;]{0,60}\\b(?:requir\\w+|needed|necessary|tried|try|first|fail\\w*|used|applies|apply)\\b|$)`,
    `\\bno (?:prior |previous |earlier |such )?(?:trials?|steps?|prerequisites?|fail-?first)\\b`,
    `\\b(?:need|needs|does|do|have|has|would) not (?:have |has |need |be )*(?:to )?(?:have |first |be )*(?:try|tried|fail\\w*)\\b[^.;]{0,60}\\b(?:other|another|any|first|anything|before|earlier|previous|prior|else)\\b`,
    `\\bwithout (?:prior |previous |earlier |a |any )*trials?\\b`,
    `\\bnot requir\\w+ (?:that )?(?:an?y? )?(?:particular |other |prior |previous |earlier |specific )?(?:[\\w-]+ ){0,2}${anyDrug}\\b[^.;]{0,40}`,
    `\\b(?:nothing|nobody|no one)\\b[^.;]{0,40}\\b(?:try|tried|first|fail\\w*)\\b`,
    `\\b(?:not|neither)\\b[^.;]{0,50}\\b(?:nor|or) (?:any |a )?(?:earlier|prior|previous|other) ${anyDrug}`,
    `\\bwithout (?:first )?(?:trying|failing)\\b[^.;]{0,40}`,
    `\\bnot subject to (?:any |a |the )?(?:step|fail-?first|trial)`,
    `\\b(?:this|it) is not (?:a )?steptherapy`,
    `\\b(?:no|without(?: an?)?) (?:earlier|prior|previous|prerequisite|preceding|product|other) (?:drugs?|steps?|products?|treatments?|therap(?:y|ies))(?=[.,;:)]|$| (?:is|are|has|have|needs?)\\b)`,
    `\\b(?:need|needs|do|does) not have (?:to have )?(?:taken|used|tried)\\b`,
    `\\bneed not have (?:taken|used|tried|had)\\b`,
    `\\bgo(?:es)? straight to\\b`,
    `\\bnot (?:insist|ask|require|demand|look)\\b[^.;]{0,30}\\b(?:another|any|other|(?:group|tier|step|level) \\w+)\\b[^.;]{0,40}\\b(?:first|before|earlier|beforehand)\\b`,
    `\\bnot impose (?:any |a )?(?:fail-?first|step)`,
  ].join('|'),
)

/** The requirements that a clause states of today. Future and former ones are none. */
export function clauseRequirements(clause: string, today: string): ClauseRequirement[] {
  if (clause.length > 1200 || /\?\s*$/.test(clause)) return []
  if (formerStep.test(clause.toLowerCase())) return [{ kind: 'step', required: false, weak: true }]
  if (past.test(clause.toLowerCase()) || granted.test(clause)) return []
  const when = timing(clause, today)
  if (when === 'future' || (when === 'ended' && !lifted.test(clause.toLowerCase()))) return []
  // "A drug that is not named in a policy" denies nothing.
  const words = withPriorAuthorization(clause).replace(unnamed, ' ')
  const found: ClauseRequirement[] = []
  const authorization = polarity(words, 'priorauth')
  // A requirement on a condition is none of the others, but for those who have made the step.
  const holds = (told: { weak: boolean }) =>
    !told.weak || exceptMarked.test(words) || /\b(?:once|if)\b[^.;]{0,60}\b(?:tried|met|claim|claims|step|filled)\b/.test(words)
  if (authorization !== null && holds(authorization)) found.push({ kind: 'authorization', ...authorization })
  const step = polarity(words, 'steptherapy')
  if (step !== null && holds(step)) found.push({ kind: 'step', ...step })
  else if (step === null && noTrial.test(words) && !hedged.test(words))
    found.push({ kind: 'step', required: false, weak: conditional.test(words) })
  const excluded = exclusionIn(clause, today)
  if (excluded) found.push({ kind: 'exclusion', required: true, weak: excluded.weak })
  return found
}

/** Whether a clause speaks of a requirement on a condition, with a hedge or of a later day: worth quoting, and none for sure. */
export function isQualified(clause: string, today: string): boolean {
  const words = withPriorAuthorization(clause)
  if (!/priorauth|steptherapy|\bexclu\w+/.test(words) || past.test(words) || /\b(?:whether|find out|how to)\b/.test(words)) return false
  return timing(clause, today) === 'future' || hedged.test(words) || conditional.test(words) || /\bnew priorauth\b/.test(words)
}

/** In lower case, prior authorization by any of its names as `priorauth`. "Authorization of 12 months" is what is granted. */
export const withPriorAuthorization = (clause: string): string =>
  normalised(clause)
    .replace(/\b(?:the|a|no|any) step(?= (?:for|ended|was|is|applies|requirement|has|in|before|or|nor|and)\b|[.,;]|$)/g, (words) =>
      words.replace('step', 'steptherapy'),
    )
    .replace(
      /\bauthori[sz]ations?\b(?! (?:of|for|period|is granted|may be granted|form|number|request|line|criteria|duration))/g,
      'priorauth',
    )
    .replace(/\b(no|not|without)\b([^.;]{0,30}) authori[sz]ation requests?\b/g, '$1$2 priorauth')
    .replace(/(^|[:;–—-] )(?:prior )?authorization(?= for (?:both|each|all|either)\b|\W*$)/g, '$1priorauth')
    .replace(
      /\b(?:(?:our|plan|the plan['’]s) )?(?:prior )?approval\b(?! (?:period|duration|of|for|criteria|is granted))(?=[^.;]*[.;]?\s*$)/g,
      (words, at, all) =>
        /\b(?:need\w*|requir\w+|without|no|our|prior|asks? for|neither)\b[^.;]{0,40}$/.test(all.slice(0, at)) ||
        /^(?:our|prior|plan)/.test(words)
          ? 'priorauth'
          : words,
    )

function polarity(words: string, term: string): { required: boolean; weak: boolean } | null {
  const at = words.indexOf(term)
  if (at < 0) return null
  const before = words.slice(Math.max(0, at - 110), at)
  const after = words.slice(at + term.length, at + term.length + 110)
  // "Not covered without prior authorization" requires it.
  const doubly =
    /\b(?:not|never|no|den(?:y|ied)|reject(?:s|ed)?)\b[^.;]*\b(?:without|until|unless)\b[^.;]{0,20}$/.test(before) ||
    /^[^.;]{0,40}\b(?:den(?:y|ied)|reject(?:s|ed)?|not be paid)\b/.test(after)
  const weak = conditional.test(words.replace(asLabelled, '').replace(/\b(?:for|in) (?:all|both|every|either|any)\b[^.;,]*/, ''))
  if (doubly) return { required: true, weak }
  const isDenied =
    (denial.test(before.slice(lastBreak(before))) && !/\bnot only\b/.test(before)) ||
    /^[^,;.]{0,60}?\b(?:not|never|no longer|none)\b/.test(ownPart(after)) ||
    /^ ?[:–—-]? ?(?:no|none)\b/.test(after) ||
    /^(?: \w+){0,2} ?[:|–—-] ?(?:no|none|not)\b/.test(after) ||
    /^[^;.]{0,50}\bneither\b/.test(after)
  const isLifted = lifted.test(after.slice(0, 60)) || lifted.test(before.slice(-40))
  const isDemanded = demanded.test(before.slice(lastBreak(before))) || demanded.test(after) || bare.test(words.trim())
  if (hedged.test(before.slice(-60)) || hedged.test(after.slice(0, 40))) return null
  if (
    /\b(?:if|whether|that|which|where|when|how|once|because|each (?:time|fill|request)|electronic|every time)\b[^,;.]{0,30}$/.test(
      before,
    ) &&
    !isDenied &&
    !isLifted
  )
    return null
  if (isDenied && isLifted) return null
  if (isLifted) return { required: false, weak }
  // What is marked otherwise is told where the mark stands.
  if (isDenied && exceptMarked.test(words)) return { required: false, weak: true }
  if (exception.test(words) && isDenied) return null
  if (isDenied) return { required: false, weak }
  return isDemanded ? { required: true, weak: weak && !exception.test(words) } : null
}

/** "Prior authorization, and two triptans": the words alone are the demand. */
const bare = /^(?:[\w ]{1,40}: )?(?:priorauth|steptherapy)(?: (?:required|only|and|with))?\b/

/** Up to where another verb begins. */
const ownPart = (after: string): string =>
  after.split(/ and (?=(?:does|do|is|are|has|will|must|it|they|needs?|requires?)\b)| but /)[0] ?? ''

/** Where the part of a clause begins that a word at its end belongs to. */
const lastBreak = (text: string): number => {
  const found = [...text.matchAll(/[;.]|, (?!(?:and|or|nor)\b)| but | and (?=(?:it|they|the|must|is|are|was|requires?)\b)/g)].at(-1)
  return found ? found.index + found[0].length : 0
}
