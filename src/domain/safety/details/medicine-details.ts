import { namesIllness } from '../../../language/illness-words.ts'
import { isNumberWord } from '../../../language/number-words.ts'
import { reactionTreatments } from '../../drugs/tables.ts'
import { type Detail, type DetailSentence, foundOf, spanOf } from './detail-sentences.ts'
import { dosesIn } from './doses.ts'

/** How far before a medicine's name, in words, somebody says whether it is taken. */
const reach = 5

/** What a sentence tells of the suspect medicine and of others: a dose or a route belongs to the medicine named nearest. */
export function medicineDetails(sentence: DetailSentence): Detail[] {
  const { text, question } = sentence
  if (question) return []
  return [
    ...dosesIn(text).filter((one) => isOfSuspect(sentence, one)),
    ...foundOf(sentence, 'route')
      .map((one): Detail => ({ field: 'route', value: one.value, ...spanOf(sentence, one) }))
      .filter((one) => isOfSuspect(sentence, one)),
    ...indicationOf(sentence),
    ...othersIn(sentence),
  ]
}

/** Whether the nearest medicine that is named is the suspect, or none is; one that stands before counts as nearer. */
function isOfSuspect({ text, drugs }: DetailSentence, { start, end }: { start: number; end: number }): boolean {
  let best = { distance: Number.POSITIVE_INFINITY, isOwn: true }
  for (const drug of drugs) {
    const between = drug.end <= start ? text.slice(drug.end, start) : text.slice(end, drug.start)
    const distance = between.length + 15 * (between.match(/[,;.]| and /g) ?? []).length + (drug.end <= start ? 0 : 10)
    if (distance < best.distance) best = { distance, isOwn: drug.isSuspect !== false }
  }
  return best.isOwn
}

const wasOn = /\b(?:was|were|used to be|had been|i took|he took|she took|used to take)(?: (?:on|taking|using|getting))?\s$/iu
const changed =
  /\b(?:then|switched|changed|moved|until|before|instead|(?:and|but)(?: then| now)? (?:i |he |she |we )?(?:started|began|now))\b/iu

/** "I was on Humira, then Cosentyx gave me a rash": what was taken before the suspect. */
const isOfBefore = ({ text, drugs }: DetailSentence, { start, end }: { start: number; end: number }): boolean => {
  const suspect = drugs.find((drug) => drug.isSuspect !== false && drug.start > end)
  return suspect !== undefined && wasOn.test(text.slice(Math.max(0, start - 30), start)) && changed.test(text.slice(end, suspect.start))
}

/** Medicines beside the suspect that somebody takes; what is given against reactions is none. */
function othersIn(sentence: DetailSentence): Detail[] {
  const { words, drugs, found } = sentence
  return drugs.flatMap(({ name, key, start, end, isSuspect }): Detail[] => {
    if (isSuspect !== false || reactionTreatments.has(key) || isOfBefore(sentence, { start, end })) return []
    const first = words.findIndex((word) => word.start >= start)
    const before = found.filter(({ from, to }) => to <= first && first - from <= reach)
    const isTaken = before.some(({ value }) => value === 'takes:yes') && !before.some(({ value }) => value === 'takes:no')
    return isTaken ? [{ field: 'concomitantMedications', value: name, start, end }] : []
  })
}

const determiners = new Set('my his her their the our a severe chronic moderate some'.split(' '))
const illnesses = new Set(
  'cancer ca disease syndrome disorder diabetes depression asthma eczema psoriasis lupus crohns hiv migraines migraine leukemia lymphoma melanoma hemophilia anemia psychosis schizophrenia pso ra ms uc cll cml aml nsclc copd ibs cidp hae pah ipf itp ahus rrms ppms psa as sle adhd gerd t1d t2d ttr als pnh nmosd mg'.split(
    ' ',
  ),
)
const isIllness = (word: string) => illnesses.has(word) || (namesIllness(word) && !isNumberWord(word))
const mostOfName = 4

/** What the medicine is for: "for my rheumatoid arthritis", in a sentence that names a medicine or says that one is taken. */
function indicationOf(sentence: DetailSentence): Detail[] {
  const { words, text, drugs } = sentence
  if (drugs.length > 0 && drugs.every(({ isSuspect }) => isSuspect === false)) return []
  if (
    drugs.length === 0 &&
    !words.some(({ word }) => ['take', 'taking', 'takes', 'prescribed', 'medicine', 'it', 'its', 'indication'].includes(word))
  )
    return []
  for (const [at, { word, end }] of words.entries()) {
    if (!['for', 'treat', 'treats', 'treating', 'indication'].includes(word)) continue
    const from = determiners.has(words[at + 1]?.word ?? '') ? at + 2 : at + 1
    let to = from
    // The name ends at a comma, and at the last word of an illness in a row.
    for (let next = from; next < Math.min(words.length, from + mostOfName); next++) {
      const before = words[next - 1]?.end ?? end
      if (next > from && /[,;:.()]/.test(text.slice(before, words[next]?.start))) break
      if (isIllness(words[next]?.word ?? '')) to = next + 1
      else if (to > from) break
    }
    if (to === from) continue
    const span = spanOf(sentence, { from, to })
    return [{ field: 'indication', value: text.slice(span.start, span.end).toLowerCase(), ...span }]
  }
  return []
}
