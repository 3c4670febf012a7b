import { type Word, wordsOf } from '../words.ts'
import { isPlainlySpanish, type Meaning, meaningAt, meaningOfMisspelt } from './spanish-lexicon.ts'
import { leaning } from './spanish-or-english.ts'

/** What is shortened on a phone. */
const shortened = new Map(
  Object.entries({ q: 'que', k: 'que', ke: 'que', xq: 'porque', pq: 'porque', tb: 'tambien', x: 'por', dnd: 'donde' }),
)
/** Misspelt words that are looked for in one text: each takes some hundred looks. */
const mostMisspelt = 8
/** Words of an English sentence that are nothing but Spanish, from which on they are read as Spanish. */
const leastMixed = 2

/**
 * A Spanish text word for word in English, for readers that know only English: names, figures and words that the table lacks stay as
 * they are. "¿Puedo dejar Humira fuera de la nevera?" is "can I leave Humira out of the refrigerator?". A text in another language comes
 * back as it is. Linear in its length.
 */
export function inEnglish(text: string): string {
  const places = wordsOf(text)
  const words = places.map(({ word }) => shortened.get(word) ?? word)
  const isSpanish = leaning(text, words) > 0
  const own = words.map((word) => word.length > 3 && isPlainlySpanish(word))
  if (!isSpanish && own.filter(Boolean).length < leastMixed) return text
  let misspelt = mostMisspelt
  let english = ''
  let end = 0
  for (let at = 0; at < words.length; ) {
    const place = places[at] as Word
    const found = isSpanish || own[at] ? (meaningAt(words, at) ?? nearly(place.word)) : undefined
    const length = found?.length ?? 1
    const to = places[at + length - 1]?.end ?? place.end
    const between = text.slice(end, place.start).replace(/[¿¡]/g, '')
    english += `${between}${found ? found.english : text.slice(place.start, to)}`
    end = to
    at += length
  }
  return `${english}${text.slice(end)}`.replace(/[^\S\n]{2,}/g, ' ').trim()

  function nearly(word: string): Meaning | undefined {
    if (misspelt === 0 || !/^\p{L}+$/u.test(word)) return undefined
    misspelt--
    const meant = meaningOfMisspelt(word)
    return meant === undefined ? undefined : { english: meant, length: 1 }
  }
}
