import { foldLetters } from '../../language/folding.ts'
import type { SectionType } from './section.ts'
import { headerRules, textRules } from './section-words.ts'

export interface Classification {
  sectionType: SectionType
  /** The rule or the words that decided, for staff to read. */
  classifiedBy: string
}

/** The type that the nearest telling heading names; headings come nearest first. */
export function byHeaders(headers: readonly string[]): Classification | undefined {
  for (const [index, header] of headers.entries()) {
    const found = byHeader(header)
    if (!found) continue
    // An overdose is a warning, but under "how to use" it is about the dose.
    if (/overdos|sobredosis|(take|use|inject|toma)\w* (more|too much|mas|mais)|taget for m/.test(found.classifiedBy)) {
      const parent = headers
        .slice(index + 1)
        .map(byHeader)
        .find(Boolean)
      if (parent?.sectionType === 'dosing') return { ...found, sectionType: 'dosing' }
    }
    return found
  }
  return undefined
}

export function byHeader(header: string): Classification | undefined {
  const text = folded(header)
  const found = headerRules
    .map(({ type, words }) => ({ type, match: words.exec(text) }))
    .filter((rule) => rule.match !== null)
    // What a heading names first is what it is about: "storage and preparation", "dosage changes for adverse reactions".
    .toSorted((one, other) => (one.match?.index ?? 0) - (other.match?.index ?? 0))[0]
  return found?.match ? { sectionType: found.type, classifiedBy: `header: ${found.match[0].trim()}` } : undefined
}

/** So many points a text needs for a type; two strong words or one repeated give them. */
const enough = 5

export function byText(content: string): Classification | undefined {
  const text = folded(content)
  const scores = textRules.map(({ type, weights }) => {
    const hits = weights.map(([weight, words]) => ({ weight, found: text.match(words) ?? [] })).filter(({ found }) => found.length > 0)
    const score = hits.reduce((total, { weight, found }) => total + weight * Math.min(found.length, 3), 0)
    const words = [...new Set(hits.toSorted((one, other) => other.weight - one.weight).flatMap(({ found }) => found))].slice(0, 3)
    return { type, score, words }
  })
  const best = scores.toSorted((one, other) => other.score - one.score)[0]
  return best && best.score >= enough ? { sectionType: best.type, classifiedBy: `text: ${best.words.join(', ')}` } : undefined
}

/** Lower case without accents, so that the rules need not spell them. */
function folded(text: string): string {
  return foldLetters(text).replaceAll('’', "'")
}
