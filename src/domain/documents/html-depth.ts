import { UnreadableSource } from './document.ts'

const maxDepth = 2000

const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements that end where the next of their kind begins, so that an unclosed row of them is no nesting. */
const closedByNext = new Set('p li dt dd tr td th option thead tbody tfoot'.split(' '))
const tag = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1|$)|<(\/?)([a-zA-Z][^\s/>]*)/gi

/**
 * Refuses HTML nested deeper than any document: the parser's time grows with the square of the depth,
 * and a "bomb" of a million open elements would hold it for minutes.
 */
export function refuseDeepNesting(html: string): void {
  const open: string[] = []
  for (const [, , closing, spelt] of html.matchAll(tag)) {
    const name = spelt?.toLowerCase()
    if (name === undefined || empty.has(name)) continue
    if (closing) {
      const at = open.lastIndexOf(name)
      if (at >= 0) open.length = at
      continue
    }
    if (closedByNext.has(name) && open.at(-1) === name) continue
    if (open.push(name) > maxDepth) throw new UnreadableSource('Its elements are nested too deeply to be a document.')
  }
}
