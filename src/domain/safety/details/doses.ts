import { isNumberWord } from '../../../language/number-words.ts'
import { withFigures } from '../../../language/numbers.ts'
import { wordsOf } from '../../../language/words.ts'

// How much was taken: a figure with a unit of doses, and how often. Each repetition is bounded, so a text is read in linear time.

const units = ['mg', 'mcg', 'µg', 'micrograms?', 'milligrams?', 'grams?', 'g', 'ml', 'milliliters?', 'units?', 'iu', 'puffs?', 'drops?']
const unit = `(?:${units.join('|')})(?:/kg)?`
const often =
  '(?:[, ]{1,2}(?:once |twice |three times )?(?:daily|weekly|monthly|a day|a week|a month|per day|per week|every (?:other )?(?:[\\p{L}\\d]{1,8} )?(?:day|week|month|hour)s?))'
const figure = new RegExp(
  `(?<![\\p{L}\\d.,/$])(\\d{1,5}(?:[.,]\\d{1,4})?)[ -]?(${unit})(?![\\p{L}\\d]|/d|/l|/ml| ?per ?d)(${often})?`,
  'giu',
)
const inWords = new RegExp(`^(?:${unit})$`, 'u')
const ofNumbers = (word: string) => isNumberWord(word) || word === 'point' || word === 'and'
/** "One hundred and twenty five point five". */
const mostWords = 8

interface Dose {
  field: 'dose'
  value: string
  start: number
  end: number
}

const plain = (said: string) =>
  said
    .replace(/\s+/g, ' ')
    .replace(/(\d)(?=[a-zµ])/i, '$1 ')
    .replace(/milligrams?/i, 'mg')
    .replace(/micrograms?/i, 'mcg')

/** "10 thousand" is 10000. */
const counted = (said: string) =>
  said.replace(/^(\d{1,3}) (thousand|hundred)\b/, (_, n: string, of: string) => String(Number(n) * (of === 'thousand' ? 1000 : 100)))

/** The doses in a sentence; a laboratory value ("mg/dL") is none. */
export function dosesIn(text: string): Dose[] {
  const figures = [...text.matchAll(figure)].map(
    ({ 0: words, index }): Dose => ({ field: 'dose', value: plain(words), start: index, end: index + words.length }),
  )
  const words = wordsOf(text)
  const spoken = words.flatMap(({ word, end }, at): Dose[] => {
    if (!inWords.test(word) || word === 'g') return []
    let from = at
    while (from > 0 && at - from < mostWords && ofNumbers(words[from - 1]?.word ?? '')) from--
    // "10 thousand units" are not a thousand.
    if (/^(?:thousand|hundred)$/.test(words[from]?.word ?? '') && /^\d{1,3}$/.test(words[from - 1]?.word ?? '')) from--
    while (from < at && (words[from]?.word === 'and' || words[from]?.word === 'point')) from++
    if (from === at) return []
    const start = words[from]?.start ?? 0
    const value = plain(withFigures(counted(text.slice(start, end).toLowerCase())).replace(/(\d) point (\d)/, '$1.$2'))
    return /^\d/.test(value) ? [{ field: 'dose', value, start, end }] : []
  })
  return [...figures, ...spoken]
}
