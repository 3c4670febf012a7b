import { isAgent, type Turn } from '../../../language/dialogue.ts'
import { type Sentence, sentencesOf } from '../../../language/sentences.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { scoreReading } from './adverse-score.ts'
import { type Reading, read } from './symptom-reading.ts'

/** A sentence of the caller's side with what stands around it in the call. */
export interface ReportedSentence extends Sentence {
  turn: number
  reading: Reading
  /** By words alone, 0 to 1. */
  score: number
  /** How the call ties it to a medicine: in the sentence itself, shortly before it, anywhere before it, or not at all. */
  tie: 'sentence' | 'near' | 'call' | 'none'
  /** The agent's question about side effects that this sentence is the first to answer. */
  answers: { text: string; symptoms: string[] } | undefined
  /** Names of symptoms that the caller said the medicine is for. */
  treated: ReadonlySet<string>
}

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
  for (const [turn, spoken] of turns.entries()) {
    const sentences = sentencesOf(spoken.text).filter(({ words }) => words.length > 0)
    for (const sentence of sentences) {
      const reading = read(sentence, names)
      const { cues, symptoms } = reading
      if (!isAgent(spoken)) {
        for (const { value, standing } of symptoms) if (standing === 'condition' || standing === 'improved') treated.add(value)
        const tied =
          cues.some(({ value }) => tying.has(value)) ||
          symptoms.some(({ value }) => ofMedicines.has(value) || value === 'overdose or wrong dose')
        const tie = tied ? 'sentence' : answers || turn - lastMedicine <= nearTurns ? 'near' : 'call'
        const isTied = tie !== 'call' || lastMedicine > Number.NEGATIVE_INFINITY
        said.push({
          ...sentence,
          turn,
          reading,
          score: scoreReading(reading),
          tie: isTied ? tie : 'none',
          answers,
          treated: new Set(treated),
        })
        answers = undefined
      }
      if (cues.some(({ value }) => medicines.has(value))) lastMedicine = turn
    }
    if (isAgent(spoken) && sentences.length > 0) answers = effectsAsked(sentences, lastMedicine > Number.NEGATIVE_INFINITY, names)
  }
  return said
}
