import { foldWord } from '../../../language/folding.ts'
import { namesAnother } from '../cases/whose.ts'

/** A date as people write it: 1980-02-09, 2/9/1980, 02/09/80, February 9, 1980, 9 Feb 1980. */
export function writtenDates(date: Date): string[] {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-')
  const [m, d] = [String(Number(month)), String(Number(day))]
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(date)
  const numbers = ['/', '-', '.'].flatMap((sign) =>
    [year, year.slice(2)].flatMap((of) => [`${m}${sign}${d}${sign}${of}`, `${month}${sign}${day}${sign}${of}`]),
  )
  const names = [name, name.slice(0, 3)].flatMap((of) => [`${of} ${d}, ${year}`, `${of} ${d} ${year}`, `${d} ${of} ${year}`])
  return [`${year}-${month}-${day}`, ...numbers, ...names]
}

/** The names in what was said of a patient who is none of ours: of "my neighbour Tomas Wilde" the last two words, of "the mother" none. */
export function namesIn(claim: string): string[] {
  const parts = claim.split(/[\s,]+/)
  if (!namesAnother(claim)) return [claim, ...parts]
  return parts.filter(
    (word, at) => /^\p{Lu}/u.test(word) && !namesAnother(word) && (at > 0 || !of.has(foldWord(word.replace(/[’']s$/, '')))),
  )
}

const of = new Set(['my', 'her', 'his', 'their', 'our', 'the', 'a', 'an', 'caller', 'patient', 'mi', 'su'])
