import type { Block } from './block.ts'
import { classify } from './classify.ts'
import { plainText, wordCount } from './plain-text.ts'
import type { SectionType } from './section.ts'
import { headingLine, isDroppedHeading, readableHeading } from './section-heading.ts'
import type { Classification } from './section-rules.ts'
import { type Line, splitLines } from './split-text.ts'

export interface CutSection {
  header: string | null
  /** The headings over it, nearest first. */
  headings: string[]
  content: string
  page: number | null
  sectionType: SectionType
  classifiedBy: string
}

/** The text between two headings. */
interface Group {
  /** The headings over it, nearest first. */
  headings: string[]
  lines: Line[]
}

interface ClassifiedGroup extends Group {
  type: Classification
}

/** A text this short stays whole. */
const wholeWords = 280
/** A text this short says too little alone. */
const tinyWords = 25

/**
 * Cuts a document into sections of about 200 words that each stand under one heading. Tables of contents go,
 * and so does what is there twice (EMA documents repeat the leaflet for every strength).
 */
export function cutSections(title: string, blocks: Block[]): CutSection[] {
  const groups = mergeTiny(title, groupByHeading(blocks))
  const sections = groups
    .flatMap((group) => (words(group.lines) <= wholeWords ? [group] : splitLines(group.lines).map((lines) => ({ ...group, lines }))))
    .map(({ headings, lines, type }) => {
      const content = plainText(lines.map(({ text }) => text).join('\n'))
      const ownType = type.classifiedBy.startsWith('header') ? type : classify({ title, headers: headings, content })
      return { header: headingLine(headings, title), headings, content, page: lines[0]?.page ?? null, ...ownType }
    })
  const telling = sections.filter((section) => !saysNothing(section))
  return withoutDoubles(telling.length > 0 ? telling : sections.filter(({ content }) => /[\p{L}\p{N}]/u.test(content)))
}

function withoutDoubles(sections: CutSection[]): CutSection[] {
  const seen = new Set<string>()
  return sections.filter(({ header, content }) => {
    const key = `${header}\n${content}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** A stray label of a table or box ("EXP", "N=200"); "80 mg once monthly" under a heading does say something. */
const saysNothing = ({ header, content }: CutSection): boolean =>
  header === null
    ? !/\p{L}{2}/u.test(content) || (content.split(/\s+/).length < 5 && !/[.!?]$/.test(content))
    : !/\p{L}{2}|\d/u.test(content)

function groupByHeading(blocks: Block[]): Group[] {
  const groups: Group[] = []
  let path: { level: number; text: string }[] = []
  let open: Group | undefined
  for (const block of blocks) {
    if (block.level !== undefined) {
      const { level } = block
      path = [...path.filter((above) => above.level < level), { level, text: block.text }]
      open = undefined
    } else if (!path.some(({ text }) => isDroppedHeading(text))) {
      if (!open) {
        open = { headings: distinct(path.map(({ text }) => text).reverse()), lines: [] }
        groups.push(open)
      }
      open.lines.push({ text: block.text, page: block.page })
    }
  }
  return groups
}

/** A chapter's heading is often repeated by the first heading in it. */
function distinct(headings: string[]): string[] {
  const bare = headings.map((heading) => heading.toLowerCase().replace(/[^\p{L}]+/gu, ''))
  return headings.filter((_, index) => bare.indexOf(bare[index] ?? '') === index)
}

/**
 * Joins what is too short to stand alone with its neighbour: an introduction with what it introduces, short
 * siblings with each other, under the heading they share. Only what is of one type is joined.
 */
function mergeTiny(title: string, groups: Group[]): ClassifiedGroup[] {
  const merged: { group: ClassifiedGroup; last: Group }[] = []
  for (const group of groups) {
    const { headings, lines } = group
    const type = classify({ title, headers: headings, content: lines.map(({ text }) => text).join('\n') })
    const before = merged.at(-1)
    const length = before ? words(before.group.lines) : 0
    const tiny = length < tinyWords || (words(lines) < tinyWords && length < 200)
    const alike = before?.group.type.sectionType === type.sectionType && length + words(lines) <= wholeWords
    const shared = before && tiny && alike ? sharedHeadings(before.last, group) : undefined
    if (!before || !shared) {
      merged.push({ group: { ...group, type }, last: group })
      continue
    }
    const alone = before.group.headings === before.last.headings && before.group.headings.length > shared.length
    const first = alone ? withHeading(title, before.group) : before.group.lines
    // The type stays that of the parts: the heading they share may be of another.
    before.group = { headings: shared, lines: [...first, ...withHeading(title, group)], type: before.group.type }
    before.last = group
  }
  return merged.map(({ group }) => group)
}

/** The headings over both, if the second is under the first or beside it. */
function sharedHeadings(first: Group, second: Group): string[] | undefined {
  const same = (one: string[], other: string[]) => one.length === other.length && one.every((heading, index) => heading === other[index])
  const parent = second.headings.slice(1)
  if (parent.length > 0 && (same(parent, first.headings) || same(parent, first.headings.slice(1)))) return parent
  return undefined
}

function withHeading(title: string, { headings, lines }: Group): Line[] {
  const own = readableHeading(headings[0] ?? '', title)
  return own === '' ? lines : [{ text: own, page: lines[0]?.page }, ...lines]
}

function words(lines: Line[]): number {
  return lines.reduce((total, { text }) => total + wordCount(text), 0)
}
