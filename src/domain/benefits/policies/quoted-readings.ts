import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { writtenSentences } from '../../../language/sentences.ts'
import { drugNames } from '../../drugs/name-index.ts'
import { clauseRequirements } from './clause-requirements.ts'
import { distinct, drugMentions } from './drug-mentions.ts'
import type { ModelReading } from './policy-by-model.ts'
import type { PolicySection } from './policy-rule.ts'

/** A model's reading of a policy that its quote bears out. */
export interface QuotedReading {
  /** As `drugKeyOf` has it. */
  drugKey: string
  /** The brand, where there are several with the ingredient; else empty. */
  product: string
  name: string
  field: ModelReading['requirement']
  value: boolean
  section: number
  quote: string
}

const longestQuote = 600
/** A quote may go over so many lines. */
const mostLines = 6

/**
 * What of a model's readings of a policy may be kept: each has a quote that stands letter by letter in its section. The whole sentences or
 * lines that it stands in are what is kept and looked at: they, or what stands over them, name this one known medicine, and they say
 * nothing else by the rules' own reading of them. One that talks to the model counts for nothing, nor does a requirement that is read
 * both ways.
 */
export function quotedReadings(
  readings: readonly ModelReading[],
  { title, sections }: { title: string | null; sections: readonly PolicySection[] },
  today: string,
): QuotedReading[] {
  const kept = new Map<string, QuotedReading>()
  const disputed = new Set<string>()
  for (const { medicine, requirement: field, value, section, quote: given } of readings) {
    const place = sections[section]
    const [drug, ...others] = distinct(drugMentions(medicine))
    if (!place || !drug || others.length > 0) continue
    const found = linesWith(place.content, given)
    if (!found || isPromptInjection(found.quote, 'content')) continue
    const { quote, before } = found
    const product = drug.brand !== null && hasSiblings(drug.ingredient) ? drug.brand : ''
    const names = (where: string) =>
      drugMentions(where).some(
        ({ ingredient, brand }) => ingredient === drug.ingredient && (product === '' || brand === null || brand === product),
      )
    // A list item or a row stands under what names its medicine; one that names others is of these, or they are what is tried first.
    const headings = [title ?? '', ...(place.above ?? []), place.header ?? ''].join('\n')
    const isOfOthers = drugMentions(quote).length > 0
    const over = isOfOthers ? (field === 'step_therapy_required' ? headings : '') : `${headings}\n${before}`
    if (!names(quote) && !names(over)) continue
    if (saysOtherwise(quote, field, value, today)) continue
    const key = JSON.stringify([drug.ingredient, product, field])
    const known = kept.get(key)
    if (known && known.value !== value) disputed.add(key)
    if (!known) kept.set(key, { drugKey: drug.ingredient, product, name: drug.brand ?? drug.written, field, value, section, quote })
  }
  return [...kept].flatMap(([key, reading]) => (disputed.has(key) ? [] : [reading]))
}

const brands = new Map<string, Set<string>>()
for (const { name, ingredient } of drugNames.values())
  if (/^\p{Lu}/u.test(name)) brands.set(ingredient, (brands.get(ingredient) ?? new Set()).add(name))
/** Whether there are several products with an ingredient, of which a policy may say different things. */
export const hasSiblings = (ingredient: string): boolean => (brands.get(ingredient)?.size ?? 0) > 1

const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** The lines of a text that a quote stands in, or its sentences where these are long, with what stands before; undefined where it stands nowhere. */
function linesWith(content: string, given: string): { quote: string; before: string } | undefined {
  const quote = spaced(given)
  const lines = content.split('\n').map(spaced).filter(Boolean)
  if (quote === '') return undefined
  for (const from of lines.keys()) {
    for (let to = from + 1; to <= Math.min(lines.length, from + mostLines); to++) {
      const whole = lines.slice(from, to).join(' ')
      if (!whole.includes(quote)) continue
      const narrow = whole.length <= longestQuote ? whole : sentencesWith(whole, quote)
      // It may begin in a later line.
      const isTight =
        to === from + 1 ||
        !lines
          .slice(from + 1, to)
          .join(' ')
          .includes(quote)
      if (isTight) return narrow.length <= longestQuote ? { quote: narrow, before: lines.slice(0, from).join('\n') } : undefined
    }
  }
  return undefined
}

function sentencesWith(text: string, quote: string): string {
  const sentences = writtenSentences(text)
  const at = sentences.findIndex((sentence) => sentence.includes(quote))
  return at < 0 ? text : (sentences[at] ?? text)
}

const kinds = { excluded: 'exclusion', pa_required: 'authorization', step_therapy_required: 'step' } as const

/** The quote by itself plainly says the opposite: "does not require prior authorization". */
function saysOtherwise(quote: string, field: ModelReading['requirement'], value: boolean, today: string): boolean {
  const said = clauseRequirements(quote, today).filter(({ kind }) => kind === kinds[field])
  return said.length > 0 && said.every(({ required }) => required !== value)
}
