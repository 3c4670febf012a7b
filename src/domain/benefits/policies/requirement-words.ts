const authorization =
  /\b(?:prior|advance|pre-service)[- ]?(?:plan |written )?(?:auth(?:ori[sz]ations?|s)?|approvals?|reviews?|certifications?)\b|\bpre-?[ ]?(?:auth(?:ori[sz](?:ations?|e|ing))?|cert(?:ification|ify|ifying)?s?|approvals?)\b|\b(?:authori[sz]ed|approved|reviewed) (?:in advance|ahead of time|beforehand)\b|\bapproval in advance\b/gi
/** The payer's agreement by other names, where it has to be had. */
const consent =
  /(?<=\b(?:needs?|requires?|obtain|get|without|no|not need|subject to|pending) (?:the |an? |any |our |its )?(?:[\w’']+[’']s? )?)(?:consent|clearance|sign-?off|clinical review|medical review|medical necessity review)\b/gi
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
    .replace(consent, 'priorauth')
    .replace(
      /\b(?:joins?|joined|added to|is on|are on|placed on|on) the (?:prior |pre-?)?(?:auth\w*|cert\w*) list\b/gi,
      'requires priorauth',
    )
    .replace(/\b(needs?|requires?|requiring) (an )?authorization\b/gi, '$1 priorauth')
    .replace(/\b(?<=^|\bno |\ban |[.;:] )authorization(?= (?:is|are) (?:not |no longer )?(?:required|needed|necessary)\b)/gi, 'priorauth')
    .replace(approvalNeeded, (words) => words.replace(/\b(?:an? )?(?:authori[sz]ation|approval)\b/i, 'priorauth'))
    .replace(/(?<![,.] )\bPAs?\b(?!-C)|(?<=[,.] )PAs?(?= (?:not )?(?:required|needed|applies))/g, 'priorauth')
    .replace(stepTherapy, 'steptherapy')
    .replace(/(?<=^|[\s|(,;:/+])ST(?=$|[\s|),;:/.+])/g, 'steptherapy')
    .toLowerCase()
    .replace(/n['’]t\b/g, ' not')
    .replace(/\b(?:cannot|can not)\b/g, 'can not')
    .replace(/\b(priorauth|steptherapy)(?: (?:requirements?|reviews?|approvals?|programs?))?(?: \(\1\))?/g, '$1')
    .replace(/["“”*_]/g, '')
}
