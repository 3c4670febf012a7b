import { writtenSentences } from '../../../../language/sentences.ts'
import { linesOf, type Run } from './lines.ts'
import { saysDose } from './medicine-figure.ts'
import { peopleIn } from './people.ts'

/** The smallest piece of a section that may be quoted without its neighbours, but for those it names. */
export interface Passage {
  /** Substrings of the section in its order: a sentence; or a heading or lead with its whole list or table. */
  parts: string[]
  words: number
  /** Passages before it without which this one is not understood ("It may also …"), or says a dose of nobody. */
  needs: number[]
  /** Whether the next passage takes back or limits what this one says ("But …"). */
  limitedByNext: boolean
  /** Whether it is only there for others ("The rules that go with it:", "What if the plunger is stuck?"). */
  onlyLead: boolean
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

/** The pieces of a section that may be quoted, in its order. A bare "Yes." is none: it answers the section's own question. */
export function passagesOf({ sectionHeader, content }: { sectionHeader: string | null; content: string }): Passage[] {
  const passages: Passage[] = []
  const push = (parts: string[], line: number, more: Partial<Passage> = {}) =>
    passages.push({
      parts,
      words: wordsIn(parts.join(' ')),
      needs: [],
      limitedByNext: false,
      onlyLead: false,
      line,
      ...more,
    })
  for (const run of linesOf(content)) {
    if (run.kind === 'text') for (const sentence of writtenSentences(run.lines[0] ?? '')) addSentence(sentence, run.line)
    else addRun(run)
  }
  return passages

  function addSentence(sentence: string, line: number) {
    const before = passages.length - 1
    if (wordsIn(sentence) < 3 && /^(?:yes|no|both|sure|s[ií]|ok(?:ay)?)\b/i.test(sentence)) return
    const last = passages[before]
    if (last && limits.test(sentence)) last.limitedByNext = true
    const understood = before < 0 || !(needsBefore(sentence) || last?.parts.at(-1)?.endsWith('?'))
    push([sentence], line, {
      needs: [...(understood ? [] : [before]), ...forWhom(sentence, line)],
      onlyLead: sentence.endsWith('?'),
    })
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

  function addRun({ kind, lines, line }: Run) {
    const before = passages.at(-1)
    const lead = before && before.parts.length === 1 && introduces(before.parts[0]) ? before : undefined
    const heading = !lead && passages.length === 0 && sectionHeader?.trim() ? [sectionHeader.trim()] : []
    const whole = [...(lead?.parts ?? heading), ...lines]
    const words = wordsIn(whole.join(' '))
    const steps = tellsSteps.test(`${sectionHeader} ${lead?.parts[0]}`)
    const inseparable = kind !== 'bullets' || lines.some(isFragment) || words <= shortList || (steps && words <= longestWhole)
    if (inseparable) {
      if (words > longestWhole) {
        if (lead) lead.onlyLead = true
        return
      }
      if (lead) passages.pop()
      const paragraph = lead?.line ?? passages.at(-1)?.line
      push(whole, lead?.line ?? line, { needs: [...(lead?.needs ?? []), ...forWhom(whole.join('\n'), paragraph)] })
      return
    }
    const leading = lead ? [passages.length - 1] : []
    const paragraph = before?.line
    if (lead) lead.onlyLead = true
    for (const [index, item] of lines.entries()) {
      const refers = !lead && index > 0 && needsBefore(item.replace(/^\s*[-•*–]\s+/, ''))
      push([...(index === 0 ? heading : []), item], line + index, {
        needs: [...leading, ...(refers ? [passages.length - 1] : []), ...forWhom(item, paragraph)],
      })
    }
  }
}
