import { wordCount } from './plain-text.ts'

/** No section is longer, whatever its text. */
const maxWords = 320
const goalWords = 200

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

export interface Line {
  text: string
  page?: number
}

/**
 * Cuts the lines of one heading into parts of about 200 words and nearly equal length, at the ends of
 * paragraphs, else of sentences, else (one endless sentence) between words.
 */
export function splitLines(lines: Line[]): Line[][] {
  const units = lines.flatMap(unitsOf)
  const total = sum(units)
  const goal = total / Math.max(2, Math.round(total / goalWords))
  const parts: Unit[][] = [[]]
  let length = 0
  for (const unit of units) {
    const part = parts.at(-1) as Unit[]
    // Past the goal by more than it is short of it: the part is better without.
    if (part.length > 0 && (length + unit.words > maxWords || length + unit.words / 2 > goal)) {
      const next = carriedFrom(part, unit)
      part.splice(part.length - next.length)
      parts.push([...next, unit])
      length = sum(next) + unit.words
    } else {
      part.push(unit)
      length += unit.words
    }
  }
  return withTableHeads(joinSmallTail(parts).map(linesOf))
}

const mostCarried = 3
/** A sentence that says little without the one before it: "If it is more than 7 days …" is one half of a rule. */
const goesOn =
  /^(?:it|this|that|these|those|they|their|such|he|she|however|but|otherwise|then|therefore|instead|in this case|after that|if (?:it|this|that|so|not|more|less)|(?:more|less) than \d|within \d)\b/i

/** The last units of a part that belong to the next one: what introduces it, and what it goes on from. */
function carriedFrom(part: readonly Unit[], unit: Unit): Unit[] {
  const carried: Unit[] = []
  for (const before of part.slice(1).toReversed()) {
    const first = carried[0] ?? unit
    if (carried.length === mostCarried || !(introduces(before) || (first.joins && goesOn.test(first.text)))) break
    carried.unshift(before)
  }
  return sum(carried) + unit.words <= maxWords ? carried : []
}

const isTableRow = (line: Line | undefined): line is Line => line?.text.includes(' | ') === true
/** Longer first rows are no names of columns. */
const longestHead = 40

/** A table that is cut has its first row, the names of its columns, in each part. */
function withTableHeads(parts: Line[][]): Line[][] {
  let head: Line | undefined
  return parts.map((lines) => {
    const goesOn = head !== undefined && isTableRow(lines[0])
    const whole = goesOn && head && wordCount(head.text) <= longestHead ? [{ ...head, page: lines[0]?.page }, ...lines] : lines
    for (const line of lines) head = isTableRow(line) ? (head ?? line) : undefined
    return whole
  })
}

/** A piece of a line; `joins` if it continues the line of the unit before it. */
interface Unit extends Line {
  words: number
  joins: boolean
}

function sum(units: Unit[]): number {
  return units.reduce((words, unit) => words + unit.words, 0)
}

function introduces(unit: Unit | undefined): boolean {
  return unit !== undefined && /:$/.test(unit.text)
}

function unitsOf(line: Line): Unit[] {
  if (wordCount(line.text) <= goalWords / 2) return [{ ...line, words: wordCount(line.text), joins: false }]
  return [...sentences.segment(line.text)]
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment !== '')
    .flatMap(cutSentence)
    .map((text, index) => ({ ...line, text, words: wordCount(text), joins: index > 0 }))
}

function cutSentence(sentence: string): string[] {
  if (wordCount(sentence) <= goalWords) return [sentence]
  const pieces: string[] = []
  let piece = ''
  // A "word" of a thousand letters is cut, too.
  for (const word of sentence.match(/\S{1,200}/gu) ?? []) {
    if (piece !== '' && wordCount(`${piece} ${word}`) > goalWords) {
      pieces.push(piece)
      piece = word
    } else piece = piece === '' ? word : `${piece} ${word}`
  }
  return [...pieces, piece].map((text) => text.toWellFormed().replaceAll('\ufffd', ''))
}

function joinSmallTail(parts: Unit[][]): Unit[][] {
  const [before, last] = parts.slice(-2)
  if (!before || !last || sum(last) >= 40 || sum(before) + sum(last) > maxWords) return parts
  return [...parts.slice(0, -2), [...before, ...last]]
}

function linesOf(units: Unit[]): Line[] {
  const lines: Line[] = []
  for (const unit of units) {
    const before = lines.at(-1)
    if (before && unit.joins) before.text += ` ${unit.text}`
    else lines.push({ text: unit.text, page: unit.page })
  }
  return lines
}
