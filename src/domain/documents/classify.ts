import { foldLetters } from '../../language/folding.ts'
import { headerRules, textRules } from './classify-rules.ts'
import type { SectionType } from './section.ts'

/** Text to judge, its headings nearest first. */
interface Passage {
  title: string
  headers: string[]
  content: string
}

export interface Classification {
  sectionType: SectionType
  /** The rule and the words that fired, for staff to read. */
  classifiedBy: string
}

/** Says what a passage is about: by its nearest heading that tells, else by the words of its text, else it is `faq`. */
export function classify({ title, headers, content }: Passage): Classification {
  return byHeaders(headers) ?? byText(content) ?? byHeader(title) ?? { sectionType: 'faq', classifiedBy: 'default' }
}

function byHeaders(headers: string[]): Classification | undefined {
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

function byHeader(header: string): Classification | undefined {
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

function byText(content: string): Classification | undefined {
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
