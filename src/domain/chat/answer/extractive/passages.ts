import { writtenSentences } from '../../../../language/sentences.ts'
import { remembered } from '../../../../platform/remembered.ts'
import { linesOf, type Run } from './lines.ts'
import { isForMeasures, type Measure } from './measures.ts'
import { saysDose } from './medicine-figure.ts'
import { peopleIn } from './people.ts'
import { isBoilerplate, isBroken, withoutReferences } from './readable.ts'
import { ofSections } from './section-text.ts'
import { rowsOf } from './table-rows.ts'

/** The smallest piece of a section that may be quoted without its neighbours, but for those it names. */
export interface Passage {
  /** Substrings of the section in its order: a sentence; or a heading or lead with its list or the rows of its table. */
  parts: string[]
  /** The same as it is quoted: rows as sentences, without references to other places and broken lines. */
  shown: string
  words: number
  /** Passages without which this one is not understood ("It may also …"), says a dose of nobody, or one case of a rule alone. */
  needs: number[]
  /** Whether the next passage takes back or limits what this one says ("But …"). */
  limitedByNext: boolean
  /** Whether it is only there for others ("The rules that go with it:", "What if the plunger is stuck?"). */
  onlyLead: boolean
  /** Whether it is never quoted: a cut sentence, or what every leaflet says of itself. */
  unquotable: boolean
  /** Which line of the section it begins in; passages of one line are joined by a space. */
  line: number
}

/** Longer lists and tables are not quoted whole, so not at all where their parts do not stand alone. */
const longestWhole = 160
/** Up to here a list of sentences is quoted whole, too. */
const shortList = 75

/** @returns how many words a text has */
export const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0

const refersBack =
  /^["“(]?(?:it|its|this|that|these|those|they|their|them|such|he|she|his|her|both|so|but|and|or|nor|then|otherwise|however|yet|in that case|in this case|after that|after this|before that|until then|the same|the latter|the former|for (?:that|this|those|these)|because of (?:this|that)|without (?:it|them)|with (?:it|them|this|that)|if (?:not|so)|an example|instead|therefore|thus|hence|as a result|another|the last one|the first one|the rules|one exception|there is one|not |too|in (?:such|these|those)|these two|some of (?:these|them)|most of (?:these|them)|de lo contrario|esto|eso|estos|estas|pero|ello)\b/iu
const objectBefore =
  /^(?:do not|never|please(?: do not)?|if|when|once|after|before|throw|leave|keep|take|let|check|look at|inject|write|press|push|pull|put|use)\b[^,.;:]{0,24}\b(?:it|them|these|those)\b/i
const standsForNothing = /^it (?:is|was|has been|helps|costs nothing|may be|can be|takes)\b[^.]{0,60}\b(?:that|whether|if|to|how|why)\b/i
const limits =
  /^(?:but|however|except|unless|there is one exception|one exception|only |not |this does not|that does not|that is not|this is not)\b/i

/** Lists of a package's print lose their marks: "Do not use if you have an ulcer or are over 60" is whole without an end. */
const isLine = (text: string) =>
  (/:\s/.test(text) || /^(?:do not|ask|stop|take|use|tell|keep|give|if|when)\b/i.test(text)) &&
  !/(?:[,(-]|\b(?:a|an|the|and|or|of|to|in|on|for|with|by|at|is|are|was|be|if|that|which|from|as|your|not))$/i.test(text)

/** "If it is within 7 days …", "More than 7 days after …": what to do by how much time has passed. */
const isCase = (text: string) =>
  /^(?:(?:if|when|si)\b[^.:;]{0,60}?\b(?:within|(?:more|less|fewer|longer) than|at least|under|over|menos de|m[aá]s de)|(?:within|more than|less than|at least)) (?:\d+|an?|one|two|three|four|five|six|seven|half) ?(?:hours?|days?|weeks?|months?|horas?|d[ií]as?|semanas?|mes(?:es)?)\b/iu.test(
    text,
  )
/** Cases of one rule stand within so many sentences. */
const nearCases = 3

const needsBefore = (text: string) => (refersBack.test(text) && !standsForNothing.test(text)) || objectBefore.test(text)
const introduces = (text: string | undefined) => text !== undefined && !/[.!?…]["”’)]*$/u.test(text)
/** A list item that completes its lead, as opposed to a sentence. */
const isFragment = (item: string) => /^\s*[-•*–]\s+\p{Ll}/u.test(item) || !/[.!?]["”’)]*$/u.test(item)
/** Longer lines without an end mark are cut sentences rather than headings within the text. */
const longestSubheading = 12
const saysForWhom = (text: string) => peopleIn(text).size > 0 || /^(?:for|in|if|when|para|en|si|cuando)\b/i.test(text)
const tellsSteps = /\b(?:steps?|how to|giving|getting ready|injecting|instructions|on the day|usual order)\b/i

/** A passage's text after that of all that it needs, and that these need. */
export function textWithNeeded(passages: readonly Passage[], index: number): string {
  const all = new Set([index])
  for (const at of all) for (const needed of passages[at]?.needs ?? []) all.add(needed)
  return [...all]
    .sort((one, other) => one - other)
    .flatMap((at) => passages[at]?.parts ?? [])
    .join('\n')
}

/** What an answer under a question is that says nothing without it: "About 30 minutes." */
const longestElliptical = 5
const isQuestion = (heading: string) =>
  /\?$/.test(heading) || /^(?:what|how|when|where|why|who|which|can|could|may|do|does|is|are|should|will)\b/i.test(heading)

interface Section {
  sectionHeader: string | null
  content: string
}

/**
 * The pieces of a section that may be quoted, in its order. A bare "Yes." is none: it answers the section's own question.
 * @param measures of whom the question is about: of rows and items that go by weight or age, only theirs are quoted
 */
export const passagesOf = (section: Section, measures: readonly Measure[] = []): readonly Passage[] =>
  measures.length > 0 ? cut(section, measures) : cutForAll(section)

const sectionText = ({ sectionHeader, content }: Section) => `${sectionHeader ?? ''}\0${content}`
const cutForAll = remembered((section: Section): readonly Passage[] => cut(section, []), ofSections, sectionText)

function cut({ sectionHeader, content }: Section, measures: readonly Measure[]): Passage[] {
  const passages: Passage[] = []
  const header = sectionHeader?.trim() ?? ''
  const push = (parts: string[], line: number, { shown = parts.map(asShown).join('\n'), ...more }: Partial<Passage> = {}) =>
    passages.push({
      parts,
      shown,
      words: wordsIn(shown),
      needs: [],
      limitedByNext: false,
      onlyLead: false,
      unquotable: isBroken(shown),
      line,
      ...more,
    })
  for (const run of linesOf(content)) {
    if (run.kind === 'text') addParagraph(run.lines[0] ?? '', run.line)
    else addRun(run)
  }
  return passages

  function addParagraph(paragraph: string, line: number) {
    let from = 0
    const flat = paragraph.replaceAll('\n', ' ')
    for (const sentence of writtenSentences(flat)) {
      const start = flat.indexOf(sentence, from)
      from = start + sentence.length
      addSentence(paragraph.slice(start, from), line, from === flat.length)
    }
  }

  function addSentence(sentence: string, line: number, isLast: boolean) {
    const before = passages.length - 1
    if (wordsIn(sentence) < 3 && /^(?:yes|no|both|sure|s[ií]|ok(?:ay)?)\b/i.test(sentence)) return
    const last = passages[before]
    if (last && limits.test(sentence)) last.limitedByNext = true
    const refers = needsBefore(sentence)
    const understood = before < 0 || !(refers || last?.parts.at(-1)?.endsWith('?'))
    const words = wordsIn(sentence)
    const isOpen = before < 0 && header !== '' && (refers || (words <= longestElliptical && isQuestion(header)))
    const isCut =
      (before < 0 && /^\p{Ll}/u.test(sentence)) ||
      (isLast && words > longestSubheading && introduces(sentence) && !/[:;]$/.test(sentence) && !isLine(sentence))
    push([...(isOpen ? [header] : []), sentence], line, {
      needs: [...(understood ? [] : [before]), ...forWhom(sentence, line)],
      onlyLead: sentence.endsWith('?'),
      ...(isCut || isBoilerplate(sentence) ? { unquotable: true } : {}),
    })
    const other = isCase(sentence) ? otherCaseNear(line) : undefined
    if (other === undefined) return
    passages[other]?.needs.push(passages.length - 1)
    passages.at(-1)?.needs.push(other)
  }

  /** The last of the cases that a rule tells apart just before: half of it is a wrong one. */
  function otherCaseNear(line: number): number | undefined {
    for (let at = passages.length - 2; at >= Math.max(0, passages.length - 1 - nearCases); at--)
      if (Math.abs((passages[at]?.line ?? 0) - line) <= 1 && isCase(passages[at]?.parts[0] ?? '')) return at
    return undefined
  }

  /** What says whose a dose is: the heading above it within the text, and what stands before it in its paragraph or before its list. */
  function forWhom(text: string, line: number | undefined): number[] {
    if (!saysDose(text)) return []
    const subheading = passages.findLastIndex(
      ({ parts, words }) => parts.length === 1 && words <= longestSubheading && introduces(parts[0]),
    )
    const before =
      peopleIn(text).size > 0 ? -1 : passages.findLastIndex((passage) => passage.line === line && saysForWhom(passage.parts.join('\n')))
    return [subheading, before].filter((at) => at >= 0)
  }

  /** The lead of what follows, and the heading where there is none. */
  function leadOf(): { before: Passage | undefined; lead: Passage | undefined; heading: string[] } {
    const before = passages.at(-1)
    const lead = before && introduces(before.parts.at(-1)) && !/^[-•*–]/.test(before.parts.at(-1) ?? '') ? before : undefined
    return { before, lead, heading: !lead && passages.length === 0 && header !== '' ? [header] : [] }
  }

  /** One passage of a lead or heading and pieces that are not told apart; none where that is too long. */
  function addWhole(pieces: Piece[], line: number): boolean {
    const { lead, heading } = leadOf()
    const parts = [...new Set([...(lead?.parts ?? heading), ...pieces.flatMap(({ lines }) => lines)])]
    const shown = [...(lead ? [lead.shown] : heading), ...pieces.map((piece) => piece.shown)].join('\n')
    if (wordsIn(shown) > longestWhole) return false
    if (lead) passages.pop()
    const paragraph = lead?.line ?? passages.at(-1)?.line
    push(parts, lead?.line ?? line, { shown, needs: [...(lead?.needs ?? []), ...forWhom(parts.join('\n'), paragraph)] })
    return true
  }

  function addEach(pieces: Piece[], line: number, refersOn: boolean) {
    const { before, lead, heading } = leadOf()
    const leading = lead ? [passages.length - 1] : []
    const paragraph = before?.line
    if (lead) lead.onlyLead = true
    for (const [index, { lines, shown }] of pieces.entries()) {
      const refers = refersOn && !lead && index > 0 && needsBefore(shown.replace(/^\s*[-•*–]\s+/, ''))
      const over = index === 0 ? heading : []
      push([...over, ...lines], line + index, {
        shown: [...over, shown].join('\n'),
        needs: [...leading, ...(refers ? [passages.length - 1] : []), ...forWhom(lines.join('\n'), paragraph)],
        ...(isBoilerplate(shown) ? { unquotable: true } : {}),
      })
    }
  }

  function addRun({ kind, lines, line }: Run) {
    const { lead } = leadOf()
    if (kind === 'table') return addTable(lines, line)
    const pieces = fitting(
      lines.map((item) => ({ lines: [item], shown: asShown(item), label: item })),
      measures,
    )
    const words = wordsIn([...(lead?.parts ?? []), ...pieces.map(({ shown }) => shown)].join(' '))
    const steps = tellsSteps.test(`${sectionHeader} ${lead?.parts[0]}`)
    const inseparable = kind !== 'bullets' || lines.some(isFragment) || words <= shortList || (steps && words <= longestWhole)
    if (!inseparable) addEach(pieces, line, true)
    else if (!addWhole(pieces, line)) {
      if (isFrequency(lead)) addEach(pieces, line, false)
      else if (lead) lead.onlyLead = true
    }
  }

  function addTable(lines: readonly string[], line: number) {
    const { lead } = leadOf()
    const rows = rowsOf(lines)
    const pieces = fitting(
      rows.map(({ lines, label, sentence }) => ({ lines, label, shown: asShown(sentence) })),
      measures,
    )
    const listed = pieces.length > 1 ? pieces.map((piece) => ({ ...piece, shown: `- ${piece.shown}` })) : pieces
    if (listed.length === 0 || !addWhole(listed, line)) addEach(pieces, line, false)
    if (rows.length === 0 && lead) lead.onlyLead = true
  }
}

/** A line of a list or a row of a table. */
interface Piece {
  lines: string[]
  shown: string
  /** What says for whom it is. */
  label: string
}

/** Of pieces that go by weight, age or kidneys, those for the measures asked about; all where they go by nothing of it. */
function fitting(pieces: readonly Piece[], measures: readonly Measure[]): Piece[] {
  const fit = pieces.map(({ label }) => isForMeasures(label, measures))
  return pieces.filter((_, at) => fit[at] !== false)
}

/** "Common (may affect up to 1 in 10 people)" says of each of its items how often it comes. */
const isFrequency = (lead: Passage | undefined) =>
  lead !== undefined && /\b(?:common|rare|frequen\p{L}+|not known|\d in \d)\b/iu.test(lead.shown)

const asShown = (text: string) => withoutReferences(text.replaceAll('\n', ' '))
