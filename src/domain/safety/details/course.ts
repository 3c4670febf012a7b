import type { PatternMatch } from '../../../language/patterns.ts'
import { isDeathOfPerson } from '../signs/seriousness.ts'
import { type Detail, type DetailSentence, foundOf, spanOf } from './detail-sentences.ts'
import { saidDates } from './said-dates.ts'

const fieldOf = { start: 'therapyStart', end: 'therapyEnd', given: undefined, event: 'onset', other: undefined } as const

/** When the event and the medicine began: each date belongs to what is said nearest to it in its sentence, else to the event. */
export function datesOf(sentences: readonly DetailSentence[], day: string): (Detail & { of: DetailSentence })[] {
  const told: (Detail & { of: DetailSentence; isOfDose: boolean })[] = []
  for (const sentence of sentences) {
    if (sentence.question) continue
    const isSoon = foundOf(sentence, 'soon').length > 0
    for (const { start, end, value } of saidDates(sentence.text, day)) {
      const anchor = nearest(sentence, start, end)
      const isOfGiven = anchor === 'given' && (isSoon || sentence.symptoms.length > 0)
      const field = isOfGiven ? 'onset' : anchor === undefined ? defaultOf(sentence, start) : fieldOf[anchor]
      // A year tells of another time, not of when this began.
      if (field && !(field === 'onset' && value.length === 4))
        told.push({ field, value, start, end, of: sentence, isOfDose: isOfGiven && !isSoon })
    }
  }
  // The day of the dose is that of the event where no other is told.
  const isToldApart = told.some(({ field, isOfDose }) => field === 'onset' && !isOfDose)
  return told.filter(({ isOfDose }) => !(isOfDose && isToldApart))
}

type Anchor = keyof typeof fieldOf

/** What the words nearest to a date are about; words of an event or the medicine's begin may stand far off, others close by only. */
function nearest(sentence: DetailSentence, start: number, end: number): Anchor | undefined {
  const anchors = [
    ...foundOf(sentence, 'anchor').map((one) => ({ ...spanOf(sentence, one), kind: one.value as Anchor, length: one.to - one.from })),
    ...sentence.symptoms
      .filter(({ status }) => status !== 'negated' && status !== 'condition')
      .map((one) => ({ ...spanOf(sentence, one), kind: 'event' as Anchor, length: one.to - one.from })),
  ]
  let best: { kind: Anchor; distance: number; length: number } | undefined
  for (const anchor of anchors) {
    const isBefore = anchor.end <= start
    if (!isBefore && anchor.start < end) continue
    const between = isBefore ? sentence.text.slice(anchor.end, start) : sentence.text.slice(end, anchor.start)
    // A comma or an "and" parts what belongs to the date from what does not.
    const parted = (between.match(/[,;:.(]| and | but | then /g) ?? []).length
    const distance = between.length + 25 * parted + (isBefore ? 0 : 5)
    if (anchor.kind === 'other' && (distance > 45 || !isBefore)) continue
    if (!best || distance < best.distance || (distance === best.distance && anchor.length > best.length))
      best = { kind: anchor.kind, distance, length: anchor.length }
  }
  return best?.kind
}

/** "Since Tuesday" and nothing besides tells of the event, unless the sentence is about the medicine alone. */
function defaultOf({ text, drugs }: DetailSentence, start: number): 'onset' | 'therapyStart' | undefined {
  const isSince = /(?:since|from)[ ]$/i.test(text.slice(Math.max(0, start - 6), start)) || /^(?:since|for)/i.test(text.slice(start))
  // "Humira for psoriasis since May", with nothing else said between.
  const isOfDrug = drugs.some(({ isSuspect, end }) => isSuspect !== false && end <= start && !/[,;:.]| and /.test(text.slice(end, start)))
  return isSince && isOfDrug ? 'therapyStart' : 'onset'
}

const hoped = /^(?:hope|hopes|hoping|if|wish|pray|praying|expect|expecting|will|should|would|until|till)$/
const denied = /^(?:not|never|isnt|wasnt|arent|hasnt|havent|hadnt|cant|cannot|doesnt|dont|didnt|wont|couldnt)$/
const linking = /^(?:and|but|then|because|so|since)$/
const parting = /[,;:]/
/** What is lost when it is gone; a pain is mended. */
const lost = /^(?:hearing|sight|vision|eyesight|taste|smell|hair|feeling|appetite|energy|voice|memory|balance|sense|strength)$/
const goingOn = /^(?:on|taking|using|take|takes|use|uses|injecting|<)/

/** What words of an outcome say where they stand; undefined where they say nothing of the event. */
function outcomeAt({ text, words, symptoms }: DetailSentence, { from, to, value }: PatternMatch): string | undefined {
  const said = words.map(({ word }) => word)
  if (value === 'fatal') return isDeathOfPerson(said, from) ? value : undefined
  const near = said.slice(Math.max(0, from - 5), from)
  // Of its clause alone.
  const first = from - near.length
  const begins = near.findLastIndex(
    (word, at) => linking.test(word) || parting.test(text.slice(words[first + at]?.end, words[first + at + 1]?.start)),
  )
  const before = near.slice(begins + 1)
  if (said.slice(from, to).join(' ') === 'still' && goingOn.test(said[to] ?? '')) return undefined
  if (value !== 'recovered' && value !== 'recovering') return value
  // "He took the shot and passed in the night": a rash passes by its name.
  if (said[from] === 'passed' && /^(?:and|then|he|she)$/.test(said[from - 1] ?? '') && near.some((word) => /^(?:he|she)$/.test(word)))
    return 'fatal'
  if (before.some((word) => hoped.test(word))) return undefined
  // What is treated may be well, and the event not.
  if (symptoms.some((one) => one.status === 'condition' && one.to <= from && from - one.to <= 3)) return undefined
  if (before.some((word) => denied.test(word))) return 'not_recovered'
  return before.some((word) => lost.test(word)) && !before.includes('loss') ? 'not_recovered' : value
}

/** "I have hives", "it gave me a rash": whoever tells of what they have themselves, directly before it, has not died of it. */
const ofOwn =
  /\b(?:I(?:['’]ve| have| had| got| get| am having|['’]m having)|(?:gave|gives|giving|made|makes) me)(?: (?!his\b|her\b|their\b|he\b|she\b)\S+){0,2} ?$/i

const tellsOfOwn = (sentence: DetailSentence): boolean =>
  sentence.symptoms.some(
    (one) => one.status === 'asserted' && one.value !== 'death' && ofOwn.test(sentence.text.slice(0, spanOf(sentence, one).start)),
  )

/** How it went: what was said last counts, but for a death. */
export function outcomeOf(sentences: readonly DetailSentence[]): (Detail & { of: DetailSentence })[] {
  const isOwn = sentences.some(tellsOfOwn)
  const told = sentences.flatMap((sentence) =>
    sentence.question
      ? []
      : foundOf(sentence, 'outcome').flatMap((one) => {
          const value = outcomeAt(sentence, one)
          if (value === undefined || (value === 'fatal' && isOwn)) return []
          return { field: 'outcome' as const, value, ...spanOf(sentence, one), of: sentence }
        }),
  )
  const last = told.find(({ value }) => value === 'fatal') ?? told.at(-1)
  return last ? [last] : []
}
