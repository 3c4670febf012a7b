import { timing } from './effective-dates.ts'
import { exclusionStatus } from './exclusion-status.ts'
import type { Thing } from './policy-statement.ts'
import { normalised, requirementStatus } from './requirement-status.ts'

/** What is said of each drug of a list. */
export interface Listing {
  thing: Exclude<Thing, 'note' | { criterion: string }>
  weak: boolean
}

const bareExclusion =
  /^(?:\W*(?:drugs?|products?|medications?|medicines?|formulary|benefit|plan|pharmacy|list of|new|current|\d{4}|the following|these|specialty|brand)\b)*\W*(?:excluded|exclusions?|not (?:be )?covered|non-?covered|non-?formulary|removals?|removed|not (?:a )?benefits?|no longer covered|deletions?|NF|NC)\b/i
const ofConditions =
  /\b(?:criteria|conditions?|uses?|indications?|when|for (?!members)|limitations?|added|diagnos\w+|circumstances|services|authorization|step|priorauth|steptherapy|quantity|limits?)\b/i

const required = (term: string) =>
  new RegExp(
    `${term} (?:is |are |will be |has been |was )?(?:required|needed|necessary|added|applies|mandatory|list|drugs|new)\\b|\\b(?:requires?|requiring|needs?|needing|subject to|added to|with|new|under|have|has) (?:a |an |the )?(?:steptherapy and |priorauth and |new )*${term}\\b|^(?:\\W|new )*${term}\\W*$`,
  )
const freed = (term: string) =>
  new RegExp(
    `\\b(?:no|without|not (?:require|requiring|requires|need|needing|subject to)|no longer (?:requires?|needs?|requiring|subject to)|exempt from|removed from) (?:a |an |any |the )?(?:steptherapy (?:and|or) |priorauth (?:and|or) )*${term}\\b|${term} (?:is |are |has been |was )?(?:removed|not required|no longer required|not needed|no longer needed|lifted|waived|retired|ended|deleted|discontinued|removals?)\\b|\\bremov\\w+ (?:of )?${term}\\b`,
  )
const patterns = {
  priorauth: { required: required('priorauth'), freed: freed('priorauth') },
  steptherapy: { required: required('steptherapy'), freed: freed('steptherapy') },
}

/**
 * What a heading, a label or the line before a list says of the drugs that are listed under it: "Drugs that require prior
 * authorization", "Not covered:", "Prior authorization removed".
 * @param bare whether the words alone ("Prior authorization") say that it is required
 */
export function listingsOf(text: string, today: string, bare = true): Listing[] {
  const when = timing(text, today)
  if (when === 'ended' || /\?\s*$/.test(text)) return []
  const words = normalised(text)
  const found: Listing[] = []
  const excluded = exclusionStatus(text, '9999-12-31')
  const isExclusion = excluded?.status === 'required' || (bareExclusion.test(text) && !ofConditions.test(words))
  if (isExclusion && !/\bcriteria\b/i.test(text))
    found.push({ thing: { exclusion: when === 'future' ? 'later' : 'required' }, weak: excluded?.weak ?? false })
  for (const term of ['priorauth', 'steptherapy'] as const) {
    if (!words.includes(term)) continue
    const told = requirementStatus(term, words, '9999-12-31')
    const { required: yes, freed: no } = patterns[term]
    const isBare = words.replace(/\b(?:priorauth|steptherapy|and|or|new|required|group [a-z]|tier \d)\b|\W/g, '') === ''
    const status = no.test(words)
      ? 'not_required'
      : told && told !== 'later'
        ? told
        : (yes.test(words) && !isBare) || (isBare && bare)
          ? 'required'
          : undefined
    if (!status || /\bcriteria\b/.test(words)) continue
    const weak = /\bunless\b/.test(words)
    const own = when === 'future' ? 'later' : status === 'unclear' && weak ? (no.test(words) ? 'not_required' : 'required') : status
    found.push({ thing: term === 'priorauth' ? { authorization: own } : { step: own, sets: [] }, weak })
  }
  return found
}
