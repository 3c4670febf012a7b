import { timing } from './effective-dates.ts'

const adverb = '(?:(?:currently|also|typically|generally|both|now|therefore|all|still|otherwise|specifically) )*'
const list = '(?:formulary|drug ?list|list of covered drugs|covered drugs? list|benefit|plan|coverage|list)'
const excluded = [
  `\\b(?:not|no longer|never) ${adverb}(?:be )?(?:an? )?(?:eligible for |included (?:in|on|under) |listed (?:in|on) |part of |on |in )?(?:the |our |this |any |your )?(?:plan(?:'s|’s)? |pharmacy |medical |prescription |\\d{4} )*(?:covered|payable|reimbursable|reimbursed|paid|${list})\\b`,
  `\\bexcluded\\b(?! from (?:the )?(?:prior|step|stud|trial|quantity|analys))`,
  `\\b(?:benefit|plan|coverage|formulary|contract|pharmacy) exclusions?\\b`,
  `\\bnon-?covered\\b|\\bno coverage\\b|\\bnot? (?:a|an) (?:\\w+ )?benefit\\b`,
  `\\b(?:not|never|no longer) (?:cover|pays? for|reimburses?|pay|covers|provide (?:coverage|benefits) (?:for|of))\\b`,
  `\\bexcludes? (?!patients|members|individuals)`,
  `\\b(?:removed|dropped|deleted|taken) (?:from|off) (?:the |our |this |your )?(?:\\w+ ){0,2}${list}\\b`,
  `\\bcoverage (?:of|for) [^.]{1,80} (?:is|are) (?:not (?:provided|available|offered)|excluded)`,
  `\\bblocked\\b`,
].map((source) => new RegExp(source))
const weakly = /\bnon-?formulary\b|\bnot on (?:the |our |your )?(?:\w+ )?(?:formulary|drug ?list)\b/
const restored = /\bno longer excluded\b|\b(?:added|returned|restored) to (?:the |our )?(?:\w+ ){0,2}(?:formulary|drug list)\b/

/** What is not covered is something other than the drug: a use of it, an amount, a service. */
const ofUse =
  /\b(?:at (?:the same|one) time|two|combination|together|concurrent\w*|concomitant\w*|experimental|investigational|unproven|cosmetic|off-label|services?|claims? (?:over|above)|quantit\w+|doses?|dosages?|amounts?|supplies|refills?|exceed\w*|more than|greater than|indications?|diagnos\w+|conditions?|criteria|when used|used (?:for|in|as|with)|use (?:of|in|for|with)|uses|trials?|stud(?:y|ies))\b/
const except = /\b(?:unless|without|until|except|if|when|where|only)\b/
const forSome =
  /\b(?:for|in|to treat) (?!(?:any|all|every|each|this plan|our|members? of|the plan|pharmacy|medical|no|payment|coverage|commercial|medicare|medicaid|it|them|this|these)\b)|\b(?:under|over|aged?|younger|older) (?:age |the age |than )?\d/
const hedged = /\b(?:may|might|could|some|sometimes|certain|most|usually|often|whether)\b/
const past = /\b(?:was|were|had been|previously|formerly)\b(?! (?:removed|dropped|deleted))/

/**
 * Whether a clause says that the plan does not cover a drug today; `weak` for "non-formulary". "Not covered without authorization" is a
 * requirement and no exclusion, and a use that is experimental leaves the drug covered.
 */
export function exclusionIn(clause: string, today: string): { weak: boolean } | null {
  const words = clause
    .toLowerCase()
    .replace(/n['’]t\b/g, ' not')
    .replace(/\bcannot\b/g, 'can not')
    .replace(/["“”*_]/g, '')
  if (/\?\s*$/.test(words) || restored.test(words)) return null
  const found = excluded.map((pattern) => pattern.exec(words)).find((match) => match !== null) ?? weakly.exec(words)
  if (!found) return null
  const before = words.slice(0, found.index)
  const after = words.slice(found.index + found[0].length)
  if (ofUse.test(before) || /^[^.;]{0,40}\b(?:combination|together|concurrent\w*|concomitant\w*|quantit\w+|doses?)\b/.test(after))
    return null
  if (past.test(before.split(/,|;|\band\b/).at(-1) ?? '') || except.test(after) || /\b(?:if|unless|when)\b/.test(before)) return null
  if (/\b(?:not|never|no longer) $/.test(before) || timing(words, today) !== 'now') return null
  const everyUse = /\ball (?:other )?(?:indications|uses|conditions|diagnoses|members)\b/.test(after)
  return hedged.test(before) || hedged.test(after.slice(0, 40)) || (forSome.test(after) && !everyUse)
    ? null
    : { weak: weakly.test(found[0]) }
}
