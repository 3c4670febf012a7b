/*
 * openFDA runs the subheadings of a dosage section into its sentences: "… every 12 weeks. Subcutaneous Pediatric Dosage Regimen
 * Administer STELARA …". Each says whose dose follows, so it must stand over it.
 */

/** Words that begin a sentence of a label; behind a word without an end mark they begin one under a heading. */
const starter =
  /^(?:Administer|Give|Infuse|Inject|Initiate|Start|Take|Begin|The|A|An|For|In|If|When|While|After|Following|Monitor|Do|Use|Withhold|Dilute|No|There|This|Prior|Each|All|It|Based)$/
/** A product's name before its verb begins one, too. */
const productName = /^[A-Z]{4,}$/
const finite = /^(?:is|are|was|were|has|may|can|should|must|will|did|does|do|includes?|occurs?|occurred|received|showed|reported)$/i
const connective =
  /^(?:a|an|and|as|at|by|for|from|in|into|of|on|or|the|to|with|without|due|during|when|after|before|than|versus|vs|per|\/|&|-|–|see)$/i
/** Words of headings that say what a dose is for. */
const ofDose = /\b(?:dos(?:es?|ages?|ing)|regimen|(?:re)?treatment|maintenance|patients|(?:chemo|mono)?therapy)\b/i
const unit = /^(?:m?c?g|kg|mL|m?c?g\/\S+|vials?\)?|units?|weeks|months)$/
/** A dose of its own, what is to be done, or one of several cases that are read together ("More than 7 days after …"): no heading. */
const noHeading =
  /\d\s?(?:m?c?g|mL|mg\/\S+)\b|\b(?:every|daily|weekly)\b|^(?:Storage|More than|Less than|At least|Within|Increase|Decrease|Reduce|Discontinue|Permanently|Until|Withhold|Interrupt|Table|Indication|Adverse)\b|\bAdverse Reaction Severity\b/
const namesDose = /\bdos(?:es?|ages?|ing)\b|\badminister|\bmg\b/i
const mostWords = 26

/** Where a heading begins and ends in a text. */
export interface RunIn {
  from: number
  to: number
}

/** The headings that stand in a run of text like its sentences, in order. */
export function runInHeadings(text: string): RunIn[] {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }))
  const said = words.map(({ word }) => word)
  const found: RunIn[] = []
  let start = 0
  for (let index = 1; index < words.length; index++) {
    const before = said[index - 1] ?? ''
    const isEnd = /[.!?;:•][\])"”]?$/.test(before) || before === ']'
    const first = beginsSentence(said, index, isEnd) ? headingStart(said, start, index) : undefined
    if (first !== undefined) found.push({ from: words[first]?.from ?? 0, to: words[index - 1]?.to ?? 0 })
    if (first !== undefined || isEnd || endsRow(said, index)) start = index
  }
  return found
}

/** A table's last figure stands before it: "90 mg Psoriatic Arthritis …", "520 mg 4 Subcutaneous …". */
function endsRow(said: readonly string[], index: number): boolean {
  const [figure = '', before = '', word = ''] = said.slice(Math.max(0, index - 2), index + 1)
  return /^[A-Z]/.test(word) && ((/\d/.test(figure) && unit.test(before)) || (unit.test(figure) && /^\d+$/.test(before)))
}

/** Whether a sentence begins at a word without an end mark before it, or behind "Recommended Dosage:". */
function beginsSentence(said: readonly string[], index: number, isEnd: boolean): boolean {
  const [before = '', word = '', next = ''] = said.slice(index - 1, index + 2)
  if (isEnd)
    return /^(?:dos(?:e|age|ing)|regimen|treatment):$/i.test(before) && /^[\p{L}()-]+$/u.test(`${said[index - 2]}${said[index - 3]}`)
  if (connective.test(before) || /,$/.test(before)) return false
  return starter.test(word) || (word === 'Initial' && next === 'dose') || (productName.test(word) && finite.test(next) && isLarge(before))
}

/** Where the heading before a sentence begins: where the sentence before ended, or with the words written large. */
function headingStart(said: readonly string[], start: number, end: number): number | undefined {
  if (end - start <= mostWords && isHeading(said.slice(start, end), (text) => ofDose.test(text))) return start
  if (!namesDose.test(said.slice(end, end + 12).join(' '))) return undefined
  let first = end
  while (first > start && end - first < mostWords && (isLarge(said[first - 1] ?? '') || connective.test(said[first - 1] ?? ''))) first--
  while (first < end && connective.test(said[first] ?? '')) first++
  return isHeading(said.slice(first, end), (text) => /\p{Ll}{3}/u.test(text) && !text.endsWith('Withhold')) ? first : undefined
}

const isLarge = (word: string) => /^[("“]?[A-Z]/.test(word) || word === '®' || word === '™'

function isHeading(heading: readonly string[], isFit: (text: string) => boolean): boolean {
  const [first = ''] = heading
  if (heading.length < 2 || !/^[A-Z]/.test(first) || starter.test(first)) return false
  const relative = heading.findIndex((word) => /^(?:who|whose|that|which)$/.test(word))
  const main = relative < 0 ? heading : heading.slice(0, relative)
  const text = heading.join(' ')
  return !main.some((word) => finite.test(word)) && isFit(text) && !noHeading.test(text)
}
