import { looksLikeHeading } from '../../documents/block.ts'
import { drugMentions } from './drug-mentions.ts'
import type { PolicySection } from './policy-rule.ts'

/** A line of a policy with what it is. `row`: cells of a table. `lead`: what a list under it completes. */
export interface PolicyLine {
  kind: 'heading' | 'lead' | 'item' | 'row' | 'text'
  text: string
  section: number
  /** Of a list item: 0 for those of the outermost list. Of a heading: how many stand over it. */
  depth: number
}

const bullet = /^(?:[-•*]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]) (?!\d+(?:\.\d| ?(?:mg|mcg|ml|g|%)\b))|^(?:[A-H]|[IVX]{1,4})\. (?=\p{Lu})/u

/** No real sentence is longer; what is, is read up to here. */
const longest = 3000

/**
 * The lines of a document in order, each section's heading first where it is another than the one before. Some headings are
 * lines of the text and are known by how they look.
 */
export function policyLines(sections: readonly PolicySection[]): PolicyLine[] {
  const found: PolicyLine[] = []
  let before: (string | null)[] = []
  for (const [section, { header, above = [], content }] of sections.entries()) {
    const path = [...above, header]
    const same = path.findIndex((heading, depth) => heading !== before[depth])
    const begun =
      same < 0 && path.length === before.length
        ? []
        : path.slice(Math.max(0, same)).map((text, at) => ({ text, at: Math.max(0, same) + at }))
    for (const { text, at } of begun) if (text !== null) found.push({ kind: 'heading', text, section, depth: at })
    before = path
    const lines = content
      .split('\n')
      .flatMap((line) => (/ \|(?: |$)/.test(line) ? [line.trimEnd().slice(0, longest)] : numbered(line.trimEnd().slice(0, longest))))
    const styles: string[] = []
    for (const [index, line] of lines.entries()) {
      const text = line.trim()
      if (text === '') continue
      const chapter = chapterOf(text)
      if (chapter !== null) {
        styles.length = 0
        found.push({ kind: 'heading', text: chapter.text, section, depth: chapter.depth })
        continue
      }
      const kind = kindOf(text, lines[index + 1]?.trim() ?? '')
      if (kind !== 'item') styles.length = 0
      found.push({ kind, text, section, depth: kind === 'item' ? depthOf(line, styles) : path.length })
    }
  }
  return found
}

/** A line with a Roman number, or a numbered one in capitals, is the heading of a chapter ("IV. Continued therapy"), or of a part of one. */
function chapterOf(text: string): { text: string; depth: number } | null {
  const roman = /^(?:- )?[IVX]{1,5}\. (\p{Lu}[\p{L} ,&/-]{2,50})$/u.exec(text)?.[1]
  if (roman && roman.split(' ').length < 6 && drugMentions(roman).length === 0) return { text: roman, depth: 0 }
  const found = /^(?:- )?(?:([IVX]{1,5})|[A-Z]|\d{1,2})[.)] ([^\p{Ll}]{3,70})$/u.exec(text)
  const words = found?.[2]?.trim() ?? ''
  return found && /\p{Lu}{4}/u.test(words) && !/[:.;]$/.test(words) ? { text: words, depth: found[1] ? 0 : 1 } : null
}

/** How deep an item stands: as many lists are open as there are ways of writing items that have not ended. */
function depthOf(line: string, styles: string[]): number {
  const indent = line.length - line.trimStart().length
  const mark = /^(?:- )?(\(?)(\w{1,4})[.)]/.exec(line.trim())?.[2] ?? '-'
  const known = (kind: string) => styles.includes(`${indent} ${kind}`)
  const kind = /^\d/.test(mark)
    ? '1'
    : mark === '-'
      ? '-'
      : /^[ivx]+$/.test(mark) && (mark.length > 1 || mark === 'i' || known('i')) && !(known('a') && !known('i') && mark !== 'i')
        ? 'i'
        : /^[IVX]+$/.test(mark) && (mark.length > 1 || mark === 'I' || known('I'))
          ? 'I'
          : /^\p{Lu}/u.test(mark)
            ? 'A'
            : 'a'
  const style = `${indent} ${kind}`
  const at = styles.indexOf(style)
  if (at >= 0) styles.length = at + 1
  else {
    while (styles.length > 0 && Number((styles.at(-1) ?? '0').split(' ')[0]) > indent) styles.pop()
    styles.push(style)
  }
  return styles.length - 1
}

const series = [
  { first: /(?:^|[:;.]\s+)1[.)] (?=\p{L}|[\d≥>])/u, next: (at: number) => `${at}[.)]` },
  { first: /(?:^|:\s+)\(1\) /, next: (at: number) => `\\(${at}\\)` },
  { first: /(?:^|:\s+)a[.)] /, next: (at: number) => `${String.fromCharCode(96 + at)}[.)]` },
  { first: /(?:^|:\s+)\(a\) /, next: (at: number) => `\\(${String.fromCharCode(96 + at)}\\)` },
]

/** Some sources have a list as one paragraph: "all of these: 1. … 2. … 3. …". */
function numbered(line: string): string[] {
  for (const { first, next } of series) {
    const begin = first.exec(line)
    if (!begin || line.length < 6) continue
    const start = begin.index + (/^[:;.]/.test(begin[0]) ? begin[0].search(/\s/) : 0)
    const items: string[] = []
    let rest = line.slice(start).trim()
    for (let number = 2; ; number++) {
      const at = rest.search(new RegExp(`(?<=\\s)${next(number)} (?=[\\p{L}\\d≥>])`, 'u'))
      if (at < 0) break
      items.push(rest.slice(0, at).trim())
      rest = rest.slice(at)
    }
    if (items.length === 0 && start > 0 && !/:$/.test(line.slice(0, start).trimEnd())) continue
    return [line.slice(0, start).trimEnd(), ...[...items, rest].flatMap((item) => (item === line ? [item] : nested(item)))].filter(
      (text) => text.trim() !== '',
    )
  }
  return [line]
}

const nested = (item: string): string[] => {
  const [mark = ''] = /^\S+ /.exec(item) ?? []
  const [first = '', ...others] = numbered(item.slice(mark.length))
  return [`${mark}${first}`, ...others]
}

function kindOf(text: string, next: string): PolicyLine['kind'] {
  if (bullet.test(text)) return 'item'
  if (/ \|(?: |$)/.test(text)) return 'row'
  if (/:$/.test(text)) return 'lead'
  if (/^[^\p{Ll}]{6,80}$/u.test(text) && /\p{Lu}{4}/u.test(text) && !/[.;]$/.test(text) && drugMentions(text).length === 0) return 'heading'
  const labelled = /:\s/.test(text)
  return looksLikeHeading(text.replace(/^[IVX]+\. /, ''), 10) &&
    !labelled &&
    next !== '' &&
    !bullet.test(text) &&
    !/\b(?:is|are|was|does|do|requires?|must|applies|will|yes|no)\b| [–—-] /i.test(text)
    ? 'heading'
    : 'text'
}

const sentenceEnd = /(?<=[.!?]["”)]?)\s+(?=["“(]?[\p{Lu}\p{N}])/u
const abbreviated = /\b(?:e\.g|i\.e|vs|no|dr|inc|etc|u\.s|approx|st|max|min)\.$/i

/** A list item as it reads without its bullet or number. */
export const withoutBullet = (text: string): string =>
  text
    .replace(bullet, '')
    .replace(/^\[[ xX]?\] /, '')
    .replace(/^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]) (?=\p{L})/iu, '')

/** Its sentences. */
export function sentencesOf(text: string): string[] {
  const found: string[] = []
  for (const part of withoutBullet(text).split(sentenceEnd)) {
    const before = found.at(-1)
    if (before !== undefined && abbreviated.test(before)) found[found.length - 1] = `${before} ${part}`
    else found.push(part)
  }
  return found
}

const clauseEnd =
  /\s*;\s+|,? \bbut (?=\w)|,? \b(?:while|whereas|although)\b |, and (?=[^,;]*\b(?:requires?|does|do|is|are|needs?|will|cannot)\b)|, and (?!must|has)(?=[^,;]*\b(?:must have|has to have)\b)|,? and (?=(?:step therapy|prior auth\w*) (?:is|does|applies)\b)|, (?:however|though),? |, so (?=\w)|, (?=no (?:step|prior|pre|auth))/i

/** The statements of a sentence: parts with a verb of their own. */
export const clausesOf = (sentence: string): string[] => sentence.split(clauseEnd).filter((clause) => clause.trim() !== '')

/** The cells of a row. */
export const cellsOf = (row: string): string[] => row.split(/ \|(?: |$)/).map((cell) => cell.trim())
