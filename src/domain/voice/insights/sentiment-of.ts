import { fillers } from '../../../language/fillers.ts'
import { phraseFinder, readPatterns } from '../../../language/patterns.ts'
import { type Sentence, sentencesOf } from '../../../language/sentences.ts'
import { read } from '../../safety/signs/symptom-reading.ts'

/** Emotional states that an utterance can show, best first. */
export const emotionalStates = [
  'grateful',
  'satisfied',
  'relieved',
  'hopeful',
  'neutral',
  'confused',
  'worried',
  'sad',
  'frustrated',
  'angry',
  'distressed',
] as const
type EmotionalState = (typeof emotionalStates)[number]

export interface Sentiment {
  state: EmotionalState
  /** -1 (worst) to 1 (best), two decimals; 0 for `neutral` only. */
  score: number
}

interface Feeling {
  state: EmotionalState
  /** Signed. */
  strength: number
}

const findWordings = phraseFinder(readPatterns(new URL('sentiment.tsv', import.meta.url)), { fillers })
const stateNamed = (name: string | undefined) => emotionalStates.find((state) => state === name)
const isGood = (state: EmotionalState) => emotionalStates.indexOf(state) < emotionalStates.indexOf('neutral')

/** A weaker sum of feelings is politeness or chance, not a state. */
const weakest = 0.25
/** How many words a "not" and a "very" reach. */
const reach = { not: 4, no: 0, degree: 2 }
const factors = { more: 1.3, less: 0.7 }
/** What was said before a "but" counts for a third. */
const beforeBut = 0.33
/** "Not happy" is less than "upset". */
const deniedGood = -0.75

function feelingsOf(sentence: Sentence): Feeling[] {
  const feelings: Feeling[] = []
  let [not, degree, factor] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 1]
  for (const { from, to, value } of findWordings(sentence.words.map(({ word }) => word))) {
    if (value === 'more' || value === 'less') [degree, factor] = [to, factors[value]]
    else if (value === 'not') not = to
    // "No, thank you very much" denies nothing.
    else if (value === 'no') not = to - reach.not + reach.no
    else if (value === 'stop') not = Number.NEGATIVE_INFINITY
    else if (value === 'but') {
      not = Number.NEGATIVE_INFINITY
      for (const feeling of feelings) feeling.strength *= beforeBut
    } else {
      const [name, strength = 0] = value.split(' ')
      const state = name === 'awful' ? (read(sentence).symptoms.length > 0 ? 'distressed' : 'frustrated') : stateNamed(name)
      if (!state) continue
      const size = Number(strength) * (from - degree < reach.degree ? factor : 1)
      const denied = from - not <= reach.not
      // "Not worried" shows no worry; it does not show joy.
      if (denied && isGood(state)) feelings.push({ state: 'frustrated', strength: size * deniedGood })
      else if (!denied) feelings.push({ state, strength: isGood(state) ? size : -size })
    }
  }
  return feelings
}

/**
 * The emotional state that a text shows, by its words. Negation ("not happy", "I'm not worried"), degrees and "but" count;
 * information, greetings and plain thanks are neutral.
 */
export function sentimentOf(text: string): Sentiment {
  const totals = new Map<EmotionalState, number>()
  for (const { state, strength } of sentencesOf(text).flatMap(feelingsOf)) {
    // A state that is said twice is not twice as strong.
    const known = totals.get(state) ?? 0
    totals.set(state, Math.abs(strength) > Math.abs(known) ? strength + known / 4 : known + strength / 4)
  }
  const sum = [...totals.values()].reduce((one, two) => one + two, 0)
  const score = Math.round(Math.max(-1, Math.min(1, sum)) * 100) / 100
  const leading = [...totals].filter(([, strength]) => strength * sum > 0).toSorted(([, one], [, two]) => Math.abs(two) - Math.abs(one))[0]
  return leading && Math.abs(score) >= weakest ? { state: leading[0], score } : { state: 'neutral', score: 0 }
}
