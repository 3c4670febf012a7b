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

const clause = 40
/** What is in a body, or is eaten and drunk, is no medicine. */
const noMedicine =
  '(?:blood|sugar|glucose|calcium|cholesterol|creatinine|sodium|potassium|iron|ferritin|ldl|level|levels|water|milk|juice|coffee|wine|beer|food|protein|carbs|urine|sangre|az[uú]car|agua)'
const measuredBefore = new RegExp(
  `\\b${noMedicine}(?:\\s[\\p{L}]+){0,2}?\\s(?:was|is|were|at|of|hit|reads?|came back)\\s(?:[\\p{L}]+\\s){0,2}$|\\b(?:weigh(?:s|ed|ing)?|drank|drink|ate|eat|eating|bled|vomited)\\s(?:[\\p{L}]+\\s){0,2}$`,
  'iu',
)
const measuredAfter = new RegExp(`^\\s?of (?:\\w+ )?${noMedicine}\\b`, 'iu')
const notTaken = /\b(?:never|not|n['’]t|without)\s(?:\w+\s){0,2}?(?:took|take|taken|taking|got|get|used?|using|inject\w*)\b[^,.;]*$/iu
/** What is given against a reaction. */
const givenBefore = /\b(?:gave|given|giving|put (?:me|him|her|them) on)\b[^,.;]*$/iu
const againstAfter = /^[^,.;]{0,16}?\s?for (?:the |my |his |her )?(?:itch\w*|rash|hives|swelling|reaction|fever)\b/iu

/** Whether a figure with a unit is no dose that was taken of the medicine that is reported. */
function isNoDose(text: string, { start, end }: Dose): boolean {
  const before = text.slice(Math.max(0, start - clause), start)
  const after = text.slice(end, end + clause)
  if (measuredBefore.test(before) || measuredAfter.test(after) || notTaken.test(before)) return true
  return givenBefore.test(before) && againstAfter.test(after)
}

/** The doses in a sentence; a laboratory value ("mg/dL"), what was drunk, and what was not taken are none. */
export const dosesIn = (text: string): Dose[] => amountsIn(text).filter((one) => !isNoDose(text, one))

function amountsIn(text: string): Dose[] {
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
