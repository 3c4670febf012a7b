import { timing } from './effective-dates.ts'

/** What a clause says about a requirement: `unclear` if it is conditional or hedged, `later` if it begins on a later day. */
export type RequirementStatus = 'required' | 'not_required' | 'unclear' | 'later'

const authorization =
  /\b(?:prior|advance)[- ]?(?:plan )?(?:auth(?:ori[sz]ations?|s)?|approvals?|reviews?|certifications?)\b|\bpre-?[ ]?(?:auth(?:ori[sz]ations?)?|cert(?:ification)?s?|approvals?)\b/gi
const authorized = /\b(?:prior[- ]?authori[sz]ed|pre-?authori[sz]ed|pre-?certified|pre-?approved)\b/gi
const stepTherapy = /\bstep[- ](?:therapy|therapies|edits?|protocols?|treatment)\b|\bfail[- ]first\b/gi

/** Where a bare "approval" or "authorization" is the payer's. */
const approvalNeeded =
  /\b(?:needs?|requires?|requiring|must (?:first )?(?:get|have|obtain|receive)|(?:only )?(?:after|with|upon)|get|obtain|no|without|subject to) (?:an? |any )?(?:authori[sz]ation|approval)\b(?! (?:period|duration|of \d|for \d|criteria|letter|number|form|can\b))|^(?:is |are )?(?:an? |no )?(?:authori[sz]ation|approval)(?= (?:is|are) (?:not |no longer )?(?:required|needed|necessary)\b)|\b(?:is|are) (?:an )?(?:authori[sz]ation|approval)(?= (?:required|needed|necessary)\b)|(?<=^|[(,;.:] )(?:authori[sz]ation|approval)(?= (?:is|are)? ?(?:not |no longer )?(?:required|needed|necessary)\b)/gi

/**
 * A clause in lower case where prior authorization by any of its names is `priorauth` and step therapy `steptherapy`.
 * "PA" and "ST" count in capitals only, and "PA" not behind a town.
 */
export function normalised(clause: string): string {
  return clause
    .replace(authorization, 'priorauth')
    .replace(authorized, 'priorauthed')
    .replace(/\b(needs?|requires?|requiring) (an )?authorization\b/gi, '$1 priorauth')
    .replace(/\b(?<=^|\bno |\ban |[.;:] )authorization(?= (?:is|are) (?:not |no longer )?(?:required|needed|necessary)\b)/gi, 'priorauth')
    .replace(approvalNeeded, (words) => words.replace(/\b(?:an? )?(?:authori[sz]ation|approval)\b/i, 'priorauth'))
    .replace(/(?<![,.] )\bPAs?\b(?!-C)/g, 'priorauth')
    .replace(stepTherapy, 'steptherapy')
    .replace(/(?<=^|[\s|(,;:/+])ST(?=$|[\s|),;:/.+])/g, 'steptherapy')
    .toLowerCase()
    .replace(/n['’]t\b/g, ' not')
    .replace(/\b(?:cannot|can not)\b/g, 'can not')
    .replace(/\b(priorauth|steptherapy)(?: (?:requirements?|reviews?|approvals?|programs?))?(?: \(\1\))?/g, '$1')
    .replace(/["“”*_]/g, '')
}

const few = '(?:[\\w,/-]+ ){0,6}?'
/** "… for" or "… with" a medicine between the requirement and its verb. */
const aside = '(?: (?:for|of|with|through) [^.;:]{1,90}?)?(?: \\([^)]*\\))?'
const adverb = '(?:(?:always|also|still|now|currently|both|therefore|hereby) )*'
const patterns = (term: string) => ({
  denied: new RegExp(
    `\\bwithout (?:an? |approved )*${term}\\b.*\\b(?:denied|not (?:be )?(?:covered|paid|reimbursed))|\\bnot (?:be )?(?:covered|paid|reimbursed) (?:without|until|unless) (?:an? |approved )*${term}|\\b(?:no|not|never)\\b.*\\bwithout (?:an? |approved |prior )*${term}`,
  ),
  negative: [
    `${term}${aside} ?(?:is|are|will|shall)?(?: be)? ?(?:not|never|no longer)(?: be)?(?: \\w+)? (?:required|needed|necessary)`,
    `\\b(?:not|no longer|never)(?: be| currently)? (?:requires?|needs?|have|subject to|under)(?: (?:any|a|an|either|the|for|${few}(?:and|or|nor))){0,3} ${term}`,
    `\\bnever (?:needed|required) ${term}`,
    `\\bno ${term}\\b|\\bno (?:steptherapy|priorauth) (?:and|or|nor) (?:no )?${term}\\b`,
    `\\bnot (?:requires?|needs?|subject to) (?:steptherapy|priorauth) (?:and|or|nor) ${term}`,
    `\\bwithout (?:an? |any |the |need |for |needing |requiring |getting |having |obtaining |(?:steptherapy|priorauth) (?:and|or) )*${term}`,
    `\\bexempt(?:ed)? from (?:the |any )?(?:(?:steptherapy|priorauth) and )?${term}`,
    `${term}${aside} (?:does|do|will) not apply|${term}${aside} (?:has|have|is|are|was|were) (?:been )?(?:removed|waived|lifted|eliminated|dropped|discontinued|retired|ended|withdrawn|rescinded)|${term} (?:removed|retired|ended|lifted|waived|withdrawn|eliminated|dropped)\\b`,
    `${term} ?[:|–—-] ?(?:no\\b|not (?:required|needed|applicable)|none\\b|does not apply)`,
    `\\bneither\\b.*\\b(?:requires?|needs?|subject to) ${few}${term}|\\bneither ${few}${term}|\\bnor (?:\\w+ )?${term}`,
    `\\b(?:steptherapy|priorauth) (?:and|or|nor) ${term} (?:is|are) (?:not|never|no longer) (?:required|needed)|\\bneither (?:steptherapy|priorauth) nor (?:steptherapy|priorauth) (?:is|are|applies)`,
  ].map((source) => new RegExp(source)),
  positive: [
    `${term}${aside} (?:is|are|will be|shall be|remains?|must be|has to be|have to be|needs to be|continues to be) ${adverb}(?:required|needed|necessary|mandatory|obtained|granted|secured|in place)`,
    `\\b(?:requires?|needs?|(?:has|have) (?:needed|required)|must (?:have|get|obtain|receive)|subject to|required to (?:have|get|obtain)) (?!no\\b)${few}${term}`,
    `${term}${aside} (?:appl(?:y|ies)|is applied|continues?)\\b|${term} (?:required\\b|needed\\b)`,
    `${term} ?[:|–—-] ?(?:yes\\b|required\\b|needed\\b|applies\\b)`,
    `\\b(?:covered|available|dispensed|paid|reimbursed|only|formulary|drug list)(?: only| today| now| currently)* (?:with|after|upon|following|through|by) (?:an? |approved )*${term}`,
    `^(?:please )?(?:obtain|get|secure) (?:an? )?${term}(?:\\b.*)? (?:before|prior to)\\b`,
    `\\b(?:priorauth|steptherapy) and ${term} (?:are|is|will be) ${adverb}(?:required|needed)|\\bmust be ${term}ed\\b`,
  ].map((source) => new RegExp(source)),
})
const words = { priorauth: patterns('priorauth'), steptherapy: patterns('steptherapy') }

const noStatement = (term: string) =>
  new RegExp(
    `\\b(?:if|whether|when|where|who|how|why|find out|drugs?|medications?|medicines?|products?|services?|items?|those|codes?|list of|need)\\b(?: [\\w/-]+){0,5}? ?(?:that |which )?(?:(?:may|do|does|will|that|which) (?:not )?)?(?:requir\\w+|needs?) (?:\\w+ ){0,2}${term}|\\b(?:if|whether|when|where|that|once|in case) (?:an? |the |no )?${term} (?:is|was|has been|are)\\b|\\?\\s*$|\\b(?:was|were|had been|previously|formerly|used to|in the past)\\b.*${term}|${term} (?:was|were|had)\\b(?! (?:removed|waived|lifted))|\\bnot all\\b`,
  )
const voids = { priorauth: noStatement('priorauth'), steptherapy: noStatement('steptherapy') }
/** "All other drugs require …" is a statement although "drugs that require …" is none. */
const ofDrugs =
  /\b(?:drugs?|medications?|medicines?|products?)(?: \([^)]*\))? (?:also |currently )?(?:do(?:es)? not |no longer |will not |will )?(?:requires?|needs?|(?:is|are) )/

const unnamed =
  /\b(?:not|no|without)(?: (?:a|an|any|specifically|otherwise|specific|separate|drug|own|other)){0,3} (?:named|listed|mentioned|addressed|described|covered|included|policy)\b/g
const hedged =
  /\b(?:may(?! (?:fill|get|receive|be filled))|might|could|some|sometimes|certain|generally|usually|typically|often|in most cases|most)\b/
const exception = /\b(?:unless|except|other than|with the exception|excluding)\b/
const whole =
  /\b(?:for|in|at) (?:all|every|each|any|both)\b(?: (?:plan|age|adult|covered|approved|new|sites?|of|the|our|place|places|lines?))* \w+/g
const condition =
  /\b(?:if|when(?! (?:billed|ordered))|where|whenever|only (?:for|when|if|in|under)|provided that|as long as|in (?:the )?(?:case|event|emergenc\w+)|under (?:age |the age of )?\d+|over \d+|younger|older|aged?|exceed\w*|more than|greater than|above|beyond|inpatient|emergency|hospital\w*|out-of-network|in-network|off-label|for (?:the )?(?:first|initial|next) (?:\d+|two|three|four|six)|(?:for|in) (?:members|patients|individuals|children|adults|people|persons|enrollees|those|doses?|quantit\w+|requests|pediatric|hmo|ppo|pregnan\w+|veterans)|(?:for|to treat) (?:[\w-]+ ){0,4}(?:\w+itis|\w+osis|disease|psoriasis|cancer|migraine|asthma|diabetes|weight loss)|administered (?:in|at|by)|given (?:in|at|by)|by an? (?:[\w-]+ )?\w+ologist)\b/

/**
 * What a clause says about prior authorization (`priorauth`) or step therapy (`steptherapy`); undefined if it says nothing
 * about it, is a question, is about the past or only speaks of "drugs that require" it.
 * @param clause `normalised`
 * @param today `YYYY-MM-DD`
 */
export function requirementStatus(term: 'priorauth' | 'steptherapy', clause: string, today: string): RequirementStatus | undefined {
  if (!clause.includes(term)) return undefined
  const { denied, negative, positive } = words[term]
  const isDenied = denied.test(clause)
  const isNegative = !isDenied && negative.some((pattern) => pattern.test(clause))
  const isPositive = isDenied || (!isNegative && positive.some((pattern) => pattern.test(clause)))
  if (!isNegative && !isPositive) {
    return hedged.test(clause) &&
      /\b(?:requires?|required|needs?|needed|appl(?:y|ies)|subject to)\b/.test(clause) &&
      !voids[term].test(clause)
      ? 'unclear'
      : undefined
  }
  if (voids[term].test(clause) && !(ofDrugs.test(clause) && !/\b(?:if|whether|that|which)\b|\?\s*$|\bnot all\b/.test(clause)))
    return undefined
  const when = timing(clause, today)
  if (when === 'ended') return undefined
  if (when === 'future') return 'later'
  if (hedged.test(clause)) return 'unclear'
  const [rule = '', ...exceptions] = clause.split(exception)
  if (condition.test(rule.replace(whole, ' '))) return 'unclear'
  // Another negation before it: nobody can tell what it negates.
  if (
    isPositive &&
    !isDenied &&
    /\b(?:not|no|never|without|neither|nor|nothing|none|rarely)\b/.test(clause.slice(0, clause.indexOf(term)).replace(unnamed, ' '))
  )
    return 'unclear'
  if (exceptions.length === 0) return isNegative ? 'not_required' : 'required'
  // "Required unless …" is a rule with exceptions; "not required except …" leaves open which is the rule.
  return isNegative ? 'unclear' : 'required'
}
