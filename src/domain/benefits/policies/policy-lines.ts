import { looksLikeHeading } from '../../documents/block.ts'
import type { PolicySection } from './policy-rule.ts'

/** A line of a policy with what it is. `row`: cells of a table. `lead`: what a list under it completes. */
export interface PolicyLine {
  kind: 'heading' | 'lead' | 'item' | 'row' | 'text'
  text: string
  section: number
}

const bullet = /^(?:[-•*]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]) (?!\d)/

/** No real sentence is longer; what is, is read up to here. */
const longest = 3000

/**
 * The lines of a document in order, each section's heading first where it is another than the one before. The extraction
 * joins short neighbours: their headings are lines of the text then and are known again by how they look.
 */
export function policyLines(sections: readonly PolicySection[]): PolicyLine[] {
  const found: PolicyLine[] = []
  let before: (string | null)[] = []
  for (const [section, { header, above = [], content }] of sections.entries()) {
    const path = [...above, header]
    const same = path.findIndex((heading, depth) => heading !== before[depth])
    const begun = same < 0 ? [] : path.slice(same)
    found.push(...begun.filter((text) => text !== null).map((text): PolicyLine => ({ kind: 'heading', text, section })))
    before = path
    const lines = content.split('\n').flatMap((line) => numbered(line.trim().slice(0, longest)))
    for (const [index, text] of lines.entries()) {
      if (text !== '') found.push({ kind: kindOf(text, lines[index + 1] ?? ''), text, section })
    }
  }
  return found
}

/** Some PDFs have a numbered list as one paragraph: "1. … 2. … 3. …". */
function numbered(line: string): string[] {
  if (!/^1[.)] /.test(line)) return [line]
  const items: string[] = []
  let rest = line
  for (let number = 2; ; number++) {
    const next = rest.search(new RegExp(`(?<=\\s)${number}[.)] \\p{L}`, 'u'))
    if (next < 0) return [...items, rest]
    items.push(rest.slice(0, next).trim())
    rest = rest.slice(next)
  }
}

function kindOf(text: string, next: string): PolicyLine['kind'] {
  if (bullet.test(text)) return 'item'
  if (text.includes(' | ')) return 'row'
  if (/:$/.test(text)) return 'lead'
  const labelled = /:\s/.test(text)
  return looksLikeHeading(text.replace(/^[IVX]+\. /, ''), 10) &&
    !labelled &&
    next !== '' &&
    !/\b(?:is|are|was|does|do|requires?|must|applies|will)\b/i.test(text)
    ? 'heading'
    : 'text'
}

const sentenceEnd = /(?<=[.!?]["”)]?)\s+(?=["“(]?[\p{Lu}\p{N}])/u
const abbreviated = /\b(?:e\.g|i\.e|vs|no|dr|inc|etc|u\.s|approx|st|max|min)\.$/i

/** A list item as it reads without its bullet or number. */
export const withoutBullet = (text: string): string => text.replace(bullet, '')

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
  /\s*;\s+|,? \bbut (?=\w)|,? \b(?:while|whereas|although)\b |, and (?=[^,;]*\b(?:requires?|does|do|is|are|needs?)\b)|,? and (?=(?:step therapy|prior auth\w*) (?:is|does|applies)\b)|, (?:however|though),? |, (?=no (?:step|prior|pre))/i

/** The statements of a sentence: parts with a verb of their own. */
export const clausesOf = (sentence: string): string[] => sentence.split(clauseEnd).filter((clause) => clause.trim() !== '')
