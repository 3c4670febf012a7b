const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const monthNames = months.split('|')
const month = `(?:${months}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`
const dated = new RegExp(
  `(?<word>\\b(?:effective|beginning|begins?|starting|starts?|coming|upcoming|changes?|from|as of|on (?:or|and) after|after|since|on|in|until|through|before|prior to|up to|ended|ending|ends?)(?: on| in| for| date:?)?:? )` +
    `(?:(?<iso>\\d{4}-\\d{2}-\\d{2})|(?<m>\\d{1,2})/(?<d>\\d{1,2})/(?<y>\\d{4})|(?<day1>\\d{1,2})(?:st|nd|rd|th)? (?<name1>${month}),?(?: (?<year1>\\d{4}))?|(?<name>${month})(?: (?<day>\\d{1,2})(?:st|nd|rd|th)?\\b)?,?(?: (?<year>\\d{4}))?|(?<only>20\\d{2})\\b)`,
  'i',
)
const someDay = new RegExp(
  String.raw`\b(?:next (?:plan |calendar |benefit )?year|(?:upcoming|coming) (?:plan |calendar |benefit )?year|new plan year|next (?:month|quarter|spring|summer|autumn|fall|winter|${months})|later this year|in the future)\b`,
  'i',
)

/** What comes on a day that is told elsewhere. */
const undated =
  /\b(?:from (?:that|then)|(?:to|will) be (?:removed|excluded|added|dropped|lifted|moved|deleted|introduced|withdrawn))\b|\bwill (?:no longer|not) be (?:covered|required|needed)\b/i

/**
 * Whether what a clause says holds on a day: `future` if it begins later or on a day that it does not tell fully ("March
 * 1"), `ended` if it held until an earlier day, else `now`.
 * @param today `YYYY-MM-DD`
 */
export function timing(clause: string, today: string): 'now' | 'future' | 'ended' {
  if (someDay.test(clause)) return 'future'
  const found = dated.exec(clause)?.groups
  if (!found) return undated.test(clause) ? 'future' : 'now'
  const date = dateOf(found)
  const ends = /^(?:until|through|before|prior|up|end)/i.test(found.word ?? '')
  // Without a year what has happened is behind us.
  if (date === null && /\b(?:was|were|has been|have been|came|lost|took effect)\b/i.test(clause)) return 'now'
  if (date === null) return ends && !/^end/i.test(found.word ?? '') ? 'now' : 'future'
  if (ends) return date <= today ? 'ended' : 'now'
  return date > today ? 'future' : 'now'
}

function dateOf({ iso, m, d, y, name1, day1, year1, only, ...told }: Record<string, string | undefined>): string | null {
  const [name, day, year] = name1 ? [name1, day1, year1] : [told.name, told.day, told.year]
  if (iso) return iso
  if (m && d && y) return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  if (only) return `${only}-01-01`
  const number = monthNames.findIndex((full) => full.startsWith((name ?? '-').toLowerCase().slice(0, 3))) + 1
  return year && number > 0 ? `${year}-${String(number).padStart(2, '0')}-${(day ?? '1').padStart(2, '0')}` : null
}
