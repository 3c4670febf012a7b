import type { Section } from '../../documents/section.ts'

/** A section of a version beside what visitors see of its source. */
export interface ComparedSection {
  section: Section
  change: 'same' | 'added' | 'changed' | 'removed'
  /** Of a changed section: what visitors see now. */
  before: Section | null
}

/** All that visitors see or are led to by it. */
const seen = [
  'title',
  'sectionHeader',
  'content',
  'sectionType',
  'sourceType',
  'sourceUrl',
  'page',
  'videoId',
  'timestampStart',
  'timestampEnd',
  'thumbnailUrl',
] as const satisfies (keyof Section)[]
const textOf = (section: Section) => JSON.stringify(seen.map((name) => section[name]))

/**
 * The sections of a version in their order, then those of `shown` that it does not have any more. A section without an equal one is
 * taken for a change of the next free one under the same heading.
 */
export function compareVersions(sections: readonly Section[], shown: readonly Section[]): ComparedSection[] {
  const equal = groupedBy(shown, textOf)
  const kept = sections.map((section) => equal.get(textOf(section))?.pop() ?? null)
  const left = new Set([...equal.values()].flat())
  const headed = groupedBy(
    shown.filter((section) => left.has(section)),
    ({ sectionHeader }) => sectionHeader ?? '',
  )
  const compared = sections.map((section, at): ComparedSection => {
    if (kept[at]) return { section, change: 'same', before: null }
    const before = headed.get(section.sectionHeader ?? '')?.pop() ?? null
    if (before) left.delete(before)
    return { section, change: before ? 'changed' : 'added', before }
  })
  const removed = shown.filter((section) => left.has(section))
  return [...compared, ...removed.map((section): ComparedSection => ({ section, change: 'removed', before: null }))]
}

/** By their keys, each group from its last to its first, so that the next one is popped. */
function groupedBy(sections: readonly Section[], keyOf: (section: Section) => string) {
  const groups = new Map<string, Section[]>()
  for (const section of sections.toReversed()) {
    const group = groups.get(keyOf(section))
    if (group) group.push(section)
    else groups.set(keyOf(section), [section])
  }
  return groups
}
