import { isAgent, type Turn } from '../../../language/dialogue.ts'
import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { type Sentence, sentencesOf } from '../../../language/sentences.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { scoreSentence, scoreTogether } from './adverse-score.ts'
import { sentenceClasses } from './sentence-classes.ts'
import { isDangerAfterMedicine } from './stated-severity.ts'
import { longMessage, read, type SymptomSentence } from './symptom-reading.ts'

/** A sentence of the caller's side with what stands around it in the call. */
export interface ReportedSentence extends Sentence {
  turn: number
  reading: SymptomSentence
  /** By words alone, 0 to 1. */
  score: number
  /** What the score is worth: little before the medicine has been begun. */
  weight: number
  /** How the call ties it to a medicine: in the sentence itself, shortly before it, anywhere before it, or not at all. */
  tie: 'sentence' | 'near' | 'call' | 'none'
  /** The agent's question about side effects that this sentence is the first to answer. */
  answers: { text: string; symptoms: string[] } | undefined
  /** Names of symptoms that the caller said the medicine is for. */
  treated: ReadonlySet<string>
}

const findNotBegun = patternFinder(readPatterns(new URL('not-begun.tsv', import.meta.url)), { classes: sentenceClasses })
const saysNotBegun = ({ words }: SymptomSentence, value: string) =>
  findNotBegun(words.map(({ word }) => word)).some((found) => found.value === value)
const isNo = /^\W*(?:(?:um|uh|well|oh)\W+)*(?:no|nope|nah|not yet|nothing|todav[ií]a no)(?![\p{L}'’])/iu
/** What a complaint is worth before the medicine has been begun, unless it blames one. */
const notBegunWeight = 0.4

const tying = new Set(['cause', 'start', 'medicine', 'drug'])
const medicines = new Set(['medicine', 'drug'])
/** Experiences that only a medicine, or its lack, gives. */
const ofMedicines = new Set(['side effects', 'allergic reaction', 'injection site reaction', 'withdrawal symptoms'])

/** A medicine named this many turns before a sentence is near. */
const nearTurns = 4

/** The agent asks what the medicine did to the caller, or of a symptom in a call about one. */
function effectsAsked(sentences: readonly Sentence[], aboutMedicine: boolean, names: MedicineNames): ReportedSentence['answers'] {
  const last = sentences.at(-1)
  if (!last?.question) return undefined
  const { symptoms, cues } = read(last, names)
  if (symptoms.length === 0) return undefined
  const named = symptoms.filter(({ value }) => !ofMedicines.has(value) || value === 'injection site reaction').map(({ name }) => name)
  const asksOfMedicine = named.length < symptoms.length || cues.some(({ value }) => tying.has(value))
  return asksOfMedicine || aboutMedicine ? { text: last.text, symptoms: named } : undefined
}

/** The caller's sentences in order. */
export function reportedSentences(turns: readonly Turn[], names: MedicineNames): ReportedSentence[] {
  const said: ReportedSentence[] = []
  const treated = new Set<string>()
  let lastMedicine = Number.NEGATIVE_INFINITY
  let answers: ReportedSentence['answers']
  const begun = { isNot: false, isAsked: false }
  for (const [turn, spoken] of turns.entries()) {
    const sentences = sentencesOf(spoken.text).filter(({ words }) => words.length > 0)
    const isAmongMany = sentences.reduce((sum, { words }) => sum + words.length, 0) >= longMessage
    for (const sentence of sentences) {
      const reading = { ...read(sentence, names), isAmongMany }
      const { cues, symptoms } = reading
      if (!isAgent(spoken)) {
        const isNotBegun = saysNotBegun(reading, 'told') || (begun.isAsked && isNo.test(sentence.text))
        begun.isNot ||= isNotBegun
        begun.isAsked = false
        const blames = cues.some(({ value }) => value === 'cause' || (medicines.has(value) && !isNotBegun))
        for (const { value, status } of symptoms) if (status === 'condition' || status === 'improved') treated.add(value)
        const tied =
          cues.some(({ value }) => tying.has(value)) ||
          symptoms.some(({ value }) => ofMedicines.has(value) || value === 'overdose or wrong dose')
        const tie = tied ? 'sentence' : answers || turn - lastMedicine <= nearTurns ? 'near' : 'call'
        const isTied = tie !== 'call' || lastMedicine > Number.NEGATIVE_INFINITY
        said.push({
          ...sentence,
          turn,
          reading,
          score: scoreSentence(sentence, reading, names),
          weight: blames ? 1 : notBegunWeight,
          tie: isTied ? tie : 'none',
          answers,
          treated: new Set(treated),
        })
        answers = undefined
      } else begun.isAsked ||= saysNotBegun(reading, 'asked')
      if (cues.some(({ value }) => medicines.has(value))) lastMedicine = turn
    }
    if (isAgent(spoken) && sentences.length > 0) answers = effectsAsked(sentences, lastMedicine > Number.NEGATIVE_INFINITY, names)
  }
  return begun.isNot ? said : said.map((sentence) => ({ ...sentence, weight: 1 }))
}

/**
 * The sentences of one turn or message that report: the likeliest ones, where what was said in one go is likely to. A death or danger after a
 * medicine reports by itself, whatever harmless words stand beside it.
 */
export function reportsAmong(
  said: readonly ReportedSentence[],
  threshold: number,
  scoreBy = (one: ReportedSentence) => one.score * one.weight,
) {
  const isDanger = (one: ReportedSentence) => one.weight === 1 && isDangerAfterMedicine(one.reading)
  const scoreOf = (one: ReportedSentence) => (isDanger(one) ? Math.max(scoreBy(one), threshold) : scoreBy(one))
  const best = said.reduce((most, one) => Math.max(most, scoreOf(one)), 0)
  const together = scoreTogether(
    best,
    said.map(({ reading }) => reading),
  )
  const score = said.some(isDanger) ? Math.max(together, threshold) : together
  if (score < threshold) return { score, sentences: [] }
  const sentences = said.filter((one) => scoreOf(one) >= Math.min(best, threshold))
  return { score, sentences }
}
