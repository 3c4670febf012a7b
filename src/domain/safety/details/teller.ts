import { readWordClasses } from '../../../language/patterns.ts'
import { type Detail, type DetailSentence, foundOf, spanOf } from './detail-sentences.ts'

const kin = new Set([
  ...(readWordClasses(new URL('../signs/people.tsv', import.meta.url)).get('kin') ?? []),
  ...'girlfriend gf bf boy girl guy one momma grandma teenager teen niece nephew aunt uncle law little foster twin stepson stepdaughter'.split(
    ' ',
  ),
])
kin.delete('patient')
const self = new Set('i im ive id ill me my mine myself yo mi me tengo tuve'.split(' '))
const third = new Set('he she hes shes his her hers him they theyre their el ella su'.split(' '))
const beforeKin = new Set('my our his her their mi'.split(' '))
const speaking = new Set('here calling reporting speaking writing'.split(' '))
const asSelf = new Set('im am as a an the reporting reporter reportin this is'.split(' '))

type OfSentence = Detail & { of: DetailSentence }

/** Who tells: a professional who says so, whoever writes of one of their family, or the patient. Nobody where nobody is told of. */
export function reporterOf(sentences: readonly DetailSentence[]): OfSentence[] {
  const professional = sentences.flatMap((sentence) => [
    ...foundOf(sentence, 'reporter').map((one) => ({ ...one, of: sentence })),
    ...foundOf(sentence, 'prof')
      .filter((one) => saysOfSelf(sentence, one))
      .map((one) => ({ ...one, of: sentence })),
  ])[0]
  const words = sentences.flatMap((sentence) => sentence.words.map(({ word }, at) => ({ word, at, sentence })))
  const own = words.filter(({ word, at, sentence }) => self.has(word) && !isKin(sentence, at + 1) && !isKin(sentence, at + 2))
  const isAboutSelf = sentences.some(({ text }) => /\babout me\b|\bI'?m the patient\b/i.test(text))
  if (professional && !isAboutSelf) return [toldBy('professional', professional.of, professional.from, professional.to)]
  const others = words.filter(({ word }) => third.has(word))
  const relative = words.find(({ at, sentence }) => isKin(sentence, at) && isRelated(sentence, at))
  if (relative && !isAboutSelf && (others.length >= own.length || others.length > 1 || isPossessive(relative)))
    return [toldBy('caregiver', relative.sentence, relative.at, relative.at + 1)]
  const [first] = own
  return first ? [toldBy('patient', first.sentence, first.at, first.at + 1)] : []
}

const toldBy = (value: string, of: DetailSentence, from: number, to: number): OfSentence => ({
  field: 'reporter',
  value,
  ...spanOf(of, { from, to }),
  of,
})

/** "I'm a nurse", "nurse calling", "Reporting physician": not the nurse who said something. */
function saysOfSelf({ words }: DetailSentence, { from, to }: { from: number; to: number }): boolean {
  const before = words.slice(Math.max(0, from - 4), from).map(({ word }) => word)
  const after = words.slice(to, to + 3).map(({ word }) => word)
  if (before.some((word) => word === 'my' || word === 'his' || word === 'the') && !before.includes('im') && !before.includes('as'))
    return false
  return (
    after.some((word) => speaking.has(word)) ||
    before.some((word) => word === 'im' || word === 'am' || word === 'reporting' || word === 'reporter' || word === 'as') ||
    (before.includes('this') && before.includes('is')) ||
    (from === 0 && asSelf.has(words[0]?.word ?? '')) ||
    (from <= 2 && words.length <= to + 4)
  )
}

const wordAt = ({ words }: DetailSentence, at: number) => words[at]?.word ?? ''
const isKin = (sentence: DetailSentence, at: number) =>
  kin.has(wordAt(sentence, at)) || (kin.has(wordAt(sentence, at).replace(/s$/, '')) && wordAt(sentence, at).length > 3)
const isRelated = (sentence: DetailSentence, at: number) =>
  at === 0 || beforeKin.has(wordAt(sentence, at - 1)) || beforeKin.has(wordAt(sentence, at - 2)) || beforeKin.has(wordAt(sentence, at - 3))
/** "Mom's tablets", "my wife's shot". */
const isPossessive = ({ at, sentence }: { at: number; sentence: DetailSentence }) =>
  /['’]s?$/.test(sentence.text.slice(sentence.words[at]?.start, sentence.words[at]?.end)) || wordAt(sentence, at).endsWith('s')

/** Whether the teller agreed to be asked, as they said last. */
export function contactOf(sentences: readonly DetailSentence[]): OfSentence[] {
  const told = sentences.flatMap((sentence) =>
    foundOf(sentence, 'contact').map((one) => ({ ...one, value: isTakenBack(sentence, one) ? 'no' : one.value, of: sentence })),
  )
  const refused = told.find(({ value }) => value === 'no')
  const last = refused ?? told.at(-1)
  return last ? [{ field: 'reporterMayBeContacted', value: String(last.value === 'yes'), ...spanOf(last.of, last), of: last.of }] : []
}

/** "It is not okay to call me", "call my husband but not me"; "no, call me any time" agrees. */
function isTakenBack(sentence: DetailSentence, found: { from: number; to: number }): boolean {
  const { start, end } = spanOf(sentence, found)
  const before = sentence.text.slice(Math.max(0, start - 30), start)
  return (
    /\b(?:not|never|isn['’]?t|don['’]?t|rather not)\b[^,.;!?]*$/i.test(before) || /^[^.;!?]{0,15}\bnot me\b/i.test(sentence.text.slice(end))
  )
}
