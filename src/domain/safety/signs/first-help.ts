import { type Sentence, sentencesOf } from '../../../language/sentences.ts'
import { needsCareToday } from './care-today.ts'
import { reportContent } from './report-content.ts'
import { reportKinds } from './report-kinds.ts'
import type { AdverseEvent } from './reported-effect.ts'
import { read } from './symptom-reading.ts'

/** What somebody who reports is told before anything else, in this order; `bereaved` in place of what is told to the living. */
export type FirstHelp = 'needlestick' | 'poison_control' | 'care_today' | 'bereaved'

const stick =
  /\bneedle[\s-]?sticks?\b|\b(?:stuck|stick|sticks|poked?|pricked?|jabbed|stabbed|punctured|nicked|stung)\b[^.?!]{0,60}\bneedles?\b|\bneedles?\b[^.?!]{0,30}\b(?:stuck|poked|pricked|jabbed|stabbed|punctured|went into)\b|\b(?:pinch|punz|pich|clav)\p{L}+[^.?!]{0,60}\bagujas?\b/iu
/** Another's needle: one's own carries nothing new. A child that played with a pen may have got what is in it, which is for Poison Control. */
const ofAnother =
  /\b(?:used|dirty|someone else|somebody else|another person|usad[oa]s?|otra persona)\b|\b(?:my|his|her|our|their|mi|su)\s(?:\p{L}+\s)?(?:husband|wife|spouse|partner|mom|mother|dad|father|son|daughter|brother|sister|roommate|friend|patient|client|espos[oa]|mam[aá]|pap[aá]|hij[oa]|herman[oa])(?:['’]?s)?\b|\b(?:nurse|aide|caregiver|enfermer[oa])\b/iu

const gotIn = /\b(?:went in(?:to)?|got in(?:to)?|injected|emptied|whole dose|all of (?:it|the))\b/iu

/** Whether somebody was stuck by a needle that had been in another, and nothing of a medicine is told to have gone in. */
export const isNeedlestick = (text: string): boolean => stick.test(text) && ofAnother.test(text) && !gotIn.test(text)

const leftOut =
  /\b(?:skip(?:ped|s|ping)?|miss(?:ed|es|ing)|forg[eo]t(?:ten|s)?|(?:did|have|has)(?:n['’]?t| not) (?:taken?|d(?:o|one)|inject(?:ed)?|had|given?)|never (?:took|did|got|gave)|olvid\p{L}+|se me pas[oó]|no me (?:puse|tom[eé]))(?: (?:to )?(?:take|taking|inject|use|do))?/giu
/** Whatever went into somebody all the same: then Poison Control is named. */
const andTaken =
  /\b(?:took|taken|takes|gave|given|used|injected|swallow\p{L}*|drank|drunk|ate|eaten|chew\p{L}*|got into|tom[oóé]|puso|trag\p{L}*|twice|double[ds]?|doubling|two|both|extra|another|again|second|too (?:much|many|soon)|more than|all of|whole|overdos\p{L}*|instead|wrong|dos|doble|otra vez|demasiad[oa])\b/iu

/** Whether a dose was left out, and nothing was taken in its place. */
export function isLeftOut(text: string): boolean {
  const rest = text.replace(leftOut, ' ')
  return rest !== text && !andTaken.test(rest)
}

/** Whether somebody died, and nobody tells of a symptom of their own besides. */
function isOfDeath(text: string): boolean {
  if (!reportContent(text).seriousness.includes('death')) return false
  const isOwn = (sentence: Sentence) =>
    teller.test(sentence.text) && read(sentence).symptoms.some(({ value, status }) => status === 'asserted' && value !== 'death')
  return !sentencesOf(text).some(isOwn)
}
const teller = /\b(?:i|i['’]m|im|i['’]ve|ive|me|myself|yo|tengo|tuve|me sali[oó]\p{L}*)\b/iu

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
  if (isOfDeath(text)) return ['bereaved']
  const isWrongUse = kinds.includes('overdose') || kinds.includes('medication_error')
  return [
    ...(isNeedlestick(text) ? (['needlestick'] as const) : isWrongUse && !isLeftOut(text) ? (['poison_control'] as const) : []),
    ...(needsCareToday(symptoms, text) ? (['care_today'] as const) : []),
  ]
}
