import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { clauseRequirements } from './clause-requirements.ts'
import { distinct, drugMentions } from './drug-mentions.ts'
import type { ModelReading } from './policy-by-model.ts'
import type { PolicySection } from './policy-rule.ts'

/** A model's reading of a policy that its quote bears out. */
export interface QuotedReading {
  /** As `drugKeyOf` has it. */
  drugKey: string
  name: string
  field: ModelReading['requirement']
  value: boolean
  section: number
  quote: string
}

const longestQuote = 500

/**
 * What of a model's readings of a policy may be kept: each has a quote that stands letter by letter in its section, is of one known
 * medicine that the quote or what stands over it names, and says nothing else by the rules' own reading of that clause. A quote that
 * talks to the model counts for nothing, nor does a requirement that is read both ways.
 */
export function quotedReadings(
  readings: readonly ModelReading[],
  { title, sections }: { title: string | null; sections: readonly PolicySection[] },
  today: string,
): QuotedReading[] {
  const kept = new Map<string, QuotedReading>()
  const disputed = new Set<string>()
  for (const { medicine, requirement: field, value, section, quote: given } of readings) {
    const quote = spaced(given)
    const place = sections[section]
    const [drug, ...others] = distinct(drugMentions(medicine))
    if (!place || !drug || others.length > 0 || quote === '' || quote.length > longestQuote) continue
    const text = spaced(place.content)
    const at = text.indexOf(quote)
    if (at < 0 || isPromptInjection(quote, 'content')) continue
    const names = (where: string) => drugMentions(where).some(({ ingredient }) => ingredient === drug.ingredient)
    // A list item or a row stands under what names its medicine; one that names others is of these, or they are what is tried first.
    const headings = [title ?? '', ...(place.above ?? []), place.header ?? ''].join('\n')
    const isOfOthers = drugMentions(quote).length > 0
    const over = isOfOthers ? (field === 'step_therapy_required' ? headings : '') : `${headings}\n${text.slice(0, at)}`
    if (!names(quote) && !names(over)) continue
    if (saysOtherwise(quote, field, value, today)) continue
    const key = `${drug.ingredient} ${field}`
    const before = kept.get(key)
    if (before && before.value !== value) disputed.add(key)
    if (!before) kept.set(key, { drugKey: drug.ingredient, name: drug.brand ?? drug.written, field, value, section, quote })
  }
  return [...kept].flatMap(([key, reading]) => (disputed.has(key) ? [] : [reading]))
}

const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim()

const kinds = { excluded: 'exclusion', pa_required: 'authorization', step_therapy_required: 'step' } as const

/** The quote by itself plainly says the opposite: "does not require prior authorization". */
function saysOtherwise(quote: string, field: ModelReading['requirement'], value: boolean, today: string): boolean {
  const said = clauseRequirements(quote, today).filter(({ kind }) => kind === kinds[field])
  return said.length > 0 && said.every(({ required }) => required !== value)
}
