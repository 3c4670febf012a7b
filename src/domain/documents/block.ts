/** One heading, paragraph, list item or table row of a source, in reading order. */
export interface Block {
  text: string
  /** Set on headings only: the smaller, the higher; compared within one source. */
  level?: number
  page?: number
  /** Set on list items: how many lists they stand in. */
  depth?: number
  /** Set on table rows: every cell, the empty ones as well, which `text` leaves out. */
  cells?: string[]
}

/** What a format tells of itself before it is cut into sections. */
export interface ParsedDocument {
  title: string | null
  canonicalUrl: string | null
  blocks: Block[]
}

const maxHeadingWords = 14

/** Ends or parts that sentences, addresses, table heads and broken lines have, and headings do not. */
const noHeading =
  /[.,;!…|]$|\.\s+\p{L}|[@©]|https?:|^- |\b[a-z]{2} \d{5}\b|\bn ?= ?\d|\(%\)|^(?:table|figure|tabla|tabel|figura) \d|^[^(]*\)|\]$|\d\)$/iu

/** Whether a line on its own could be a heading: short, begins like one, and is no sentence or list. */
export function looksLikeHeading(text: string, maxWords = maxHeadingWords): boolean {
  const bare = text.replace(/^(\d+(\.\d+)*\.?|[A-Z]\.)\s+/, '')
  return (
    text.split(' ').length <= maxWords &&
    text.length <= maxWords * 9 &&
    /^[\p{Lu}\p{N}¿"“‘]/u.test(bare) &&
    /\p{L}{2}/u.test(text) &&
    !noHeading.test(bare) &&
    !breaksOff.test(text)
  )
}

/** A sentence that a list completes ("Tell your doctor if you:"). */
const breaksOff =
  /\b(if|you|your|including|includes?|the|or|and|with|that|a|an|by|from|may|should|can|not|e|y|o|de|la|el|los|og)\s*:?$|.{70,}:$/i

/** Level of a heading that is none in the markup: below all that are. */
export const deFactoLevel = 1000

/**
 * Plain short lines that stand over a paragraph are headings that their authors did not mark (leaflets do this).
 * They count only over a real paragraph: an address is short lines, too.
 */
export function promoteHeadings(blocks: Block[], isCandidate: (block: Block) => boolean): Block[] {
  return blocks.map((block, index) => {
    if (block.level !== undefined || !isCandidate(block) || !looksLikeHeading(block.text) || /[:]$/.test(block.text)) return block
    if (block.text.split(' ').length > 9) return block
    const next = blocks[index + 1]
    const before = blocks[index - 1]
    const overText = next !== undefined && next.level === undefined && next.text.length >= 70 && /^(- )?[\p{Lu}\p{N}¿"“]/u.test(next.text)
    const afterText = before === undefined || before.level !== undefined || /[.:;!?)]$|^- /.test(before.text)
    return overText && afterText ? { ...block, level: before?.level === deFactoLevel ? deFactoLevel + 1 : deFactoLevel } : block
  })
}

/** The signs by which a cell says something: yes, no, or what a legend explains. */
export const ticks = /[✓✔☑☒✗✘○●◑◐◊★☆▲△■□]/u
