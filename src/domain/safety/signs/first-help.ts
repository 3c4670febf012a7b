import { needsCareToday } from './care-today.ts'
import { reportContent } from './report-content.ts'
import { reportKinds } from './report-kinds.ts'
import type { AdverseEvent } from './reported-effect.ts'

/** What somebody who reports is told before anything else, in this order; `bereaved` in place of what is told to the living. */
export type FirstHelp = 'needlestick' | 'poison_control' | 'care_today' | 'bereaved'

const stick =
  /\bneedle[\s-]?sticks?\b|\b(?:stuck|stick|sticks|poked?|pricked?|jabbed|stabbed|punctured|nicked|stung)\b[^.?!]{0,60}\bneedles?\b|\bneedles?\b[^.?!]{0,30}\b(?:stuck|poked|pricked|jabbed|stabbed|punctured|went into)\b|\b(?:pinch|punz|pich|clav)\p{L}+[^.?!]{0,60}\bagujas?\b/iu
/** Another's needle: one's own carries nothing new. A child that played with a pen may have got what is in it, which is for Poison Control. */
const ofAnother =
  /\b(?:used|dirty|someone else|somebody else|another person|usad[oa]s?|otra persona)\b|\b(?:my|his|her|our|their|mi|su)\s(?:\p{L}+\s)?(?:husband|wife|spouse|partner|mom|mother|dad|father|son|daughter|brother|sister|roommate|friend|patient|client|espos[oa]|mam[aá]|pap[aá]|hij[oa]|herman[oa])(?:['’]?s)?\b|\b(?:nurse|aide|caregiver|enfermer[oa])\b/iu

/** Whether somebody was stuck by a needle that had been in another. */
export const isNeedlestick = (text: string): boolean => stick.test(text) && ofAnother.test(text)

const leftOut =
  /\b(?:skip(?:ped|s|ping)?|miss(?:ed|es|ing)|forg[eo]t(?:ten|s)?|(?:did|have|has)(?:n['’]?t| not) (?:taken?|d(?:o|one)|inject(?:ed)?|had|given?)|never (?:took|did|got|gave)|olvid\p{L}+|se me pas[oó]|no me (?:puse|tom[eé]))/iu
const andTaken =
  /\b(?:twice|double[ds]?|doubling|two|both|extra|another|again|second|too (?:much|many|soon)|more than|all of|whole|overdos\p{L}*|instead|wrong|dos|doble|otra vez|demasiad[oa])\b/iu

/** Whether a dose was left out, and nothing was taken in its place. */
export const isLeftOut = (text: string): boolean => leftOut.test(text) && !andTaken.test(text)

/** A report with what it is of: neither a needle nor a dose that was left out is too much of anything. */
export function withoutOverdose(report: AdverseEvent, text: string): AdverseEvent {
  if (!report.kinds.includes('overdose') || !(isNeedlestick(text) || isLeftOut(text))) return report
  return {
    ...report,
    kinds: reportKinds.filter((kind) => kind === 'medication_error' || (kind !== 'overdose' && report.kinds.includes(kind))),
  }
}

/** What the writer of a report is told first. Poison Control helps with what got into somebody, not with a needle or a dose that was left out. */
export function firstHelpFor({ kinds, symptoms }: AdverseEvent, text: string): FirstHelp[] {
  if (reportContent(text).seriousness.includes('death')) return ['bereaved']
  const isWrongUse = kinds.includes('overdose') || kinds.includes('medication_error')
  return [
    ...(isNeedlestick(text) ? (['needlestick'] as const) : isWrongUse && !isLeftOut(text) ? (['poison_control'] as const) : []),
    ...(needsCareToday(symptoms, text) ? (['care_today'] as const) : []),
  ]
}
