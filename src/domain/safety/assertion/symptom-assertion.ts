import { clauseStarts } from '../../../language/clauses.ts'
import { fillers } from '../../../language/fillers.ts'
import { type PatternMatch, phraseFinder } from '../../../language/patterns.ts'
import type { Word } from '../../../language/words.ts'
import { sentenceClasses } from '../signs/sentence-classes.ts'

/**
 * How a symptom is said in its sentence (the categories of ConText: denied, hypothetical, of somebody's history); only an asserted
 * one is an experience that someone reports.
 */
export type AssertionStatus = 'asserted' | 'negated' | 'hypothetical' | 'condition' | 'improved' | 'chronic'

/** How far before a symptom a cue of this kind reaches, in words, where nothing breaks it. */
const reach = { negation: 7, hypothetical: 9, condition: 4, benefit: 4, experience: 8, pointing: 1 }

/** What is no harm by itself, but reportable of someone who takes a medicine. */
const ofWhoTakes = new Set(['pregnancy exposure'])
const taking = new Set(['start', 'exposure', 'cause'])
const ties = new Set(['cause', 'start', 'medicine', 'drug'])

/** What people live with for years; it counts as experienced with a medicine where the sentence ties it to one. */
const chronic = new Set([
  'high blood pressure',
  'high blood sugar',
  'depression',
  'anxiety',
  'joint pain',
  'low blood counts',
  'hospital care',
])

/** "I have a rash", "I've been dizzy": what makes a question or an `if` a report all the same. */
export const findAssertions = phraseFinder(
  [
    'ive been|had|got|gotten|developed|started|noticed|broken|lost|gained',
    'i have been|had|got|gotten|developed|started|noticed|this|these|a|broken|lost|gained',
    'im having|getting|feeling|experiencing|breaking|still|throwing',
    'i am having|getting|feeling|experiencing|breaking|throwing',
    'i had|got|developed|experienced|felt|started|noticed|broke|threw|gained|lost|keep|woke|ended|went|feel',
    'made|gave|makes|gives|giving|making me|him|her',
    'caused me|him|her|my',
    'he|she has|had|got|is|developed|broke|threw|started|keeps',
    'hes|shes been|having|getting|throwing|breaking|got',
    'tengo|tuve|me dio|me dieron|me duele|me salio|me siento|he tenido|estoy',
    'this|these',
    'my <body> is|are|was|were|has|have|started|keeps|got',
    'is it|this normal',
    'since',
  ].map((pattern) => ({ pattern, value: /^(?:this|since)/.test(pattern) ? 'pointing' : 'experience' })),
  { classes: sentenceClasses, fillers },
)
const suppositions = new Set([
  'would',
  'might',
  'could',
  'can',
  'will',
  'may',
  'to',
  'if',
  'unless',
  'case',
  'should',
  'until',
  'whether',
  'si',
])

/** The assertion status of a symptom among the cues of its sentence. */
export function assertionStatus(
  symptom: PatternMatch,
  cues: readonly PatternMatch[],
  { words, question }: { words: readonly Word[]; question: boolean },
  assertions: readonly PatternMatch[],
): AssertionStatus {
  let nearest = -1
  let found: AssertionStatus = 'asserted'
  // A relative's illness without a word of a medicine is family history.
  const ofFamily = !cues.some(({ value }) => ties.has(value))
  const starts = clauseStarts(words.slice(0, symptom.from + 1).map(({ word }) => word))
  const clause = starts.findLastIndex((start) => start !== undefined)
  const ownClause = starts.lastIndexOf('new')
  for (const { from, to, value } of cues) {
    if (to > symptom.from) break
    if (to <= ownClause || (value === 'negation' && to <= clause)) continue
    const distance = symptom.from - to
    if (value === 'break' || value === 'notnegation') nearest = to
    else if (value === 'negation' && distance <= reach.negation) found = 'negated'
    else if ((value === 'condition' || (value === 'family' && ofFamily)) && distance <= reach.condition && found !== 'negated')
      found = 'condition'
    else if (value === 'hypothetical' && distance <= reach.hypothetical && found === 'asserted') found = 'hypothetical'
    else continue
    if (value === 'break' || value === 'notnegation') found = 'asserted'
    else nearest = from
  }
  if (found === 'negated' && neverBefore(words, symptom)) return 'asserted'
  if (found === 'negated' || found === 'condition') return found
  const asserted = assertions.some(
    ({ from, to, value }) =>
      !suppositions.has(words[from - 1]?.word ?? '') &&
      (to <= symptom.to
        ? from >= nearest - 1 && symptom.from - to <= reach[value === 'pointing' ? 'pointing' : 'experience']
        : value === 'experience' && from - symptom.to < 3),
  )
  if ((found === 'hypothetical' || question) && !asserted) return 'hypothetical'
  if (ofWhoTakes.has(symptom.value)) return cues.some(({ value }) => taking.has(value)) ? 'asserted' : 'condition'
  if (isImproved(symptom, cues)) return 'improved'
  const tied = cues.some(({ value }) => value === 'cause' || value === 'start')
  if (!tied && chronic.has(symptom.value)) return 'chronic'
  return !tied && cues.some(({ value }) => value === 'before') ? 'condition' : 'asserted'
}

/** "It helped my headaches", "the pain is so much better": what the medicine is for, or what has passed. */
function isImproved(symptom: PatternMatch, cues: readonly PatternMatch[]): boolean {
  return cues.some(
    ({ from, to, value }) =>
      value === 'benefit' &&
      symptom.value !== 'lost treatment effect' &&
      (to <= symptom.from ? symptom.from - to < reach.benefit : from - symptom.to < reach.benefit) &&
      !cues.some((other) => other.value === 'break' && other.from >= Math.min(to, symptom.to) && other.to <= Math.max(from, symptom.from)),
  )
}

/** "I never had headaches before this": what was not there before is there now. */
function neverBefore(words: readonly Word[], { to }: PatternMatch): boolean {
  return words.slice(to, to + 3).some(({ word }) => word === 'before' || word === 'until' || word === 'antes')
}
