import type { BenefitsMethod } from '../generated/documents.ts'

/** What each source has of a disputed benefit; null where it has nothing. */
export interface DisputedValues {
  apiValue?: unknown
  voiceValue?: unknown
  modelValue?: unknown
  /** What was said, as it was taken here and by the model. */
  quote?: string
  modelQuote?: string
}

interface Source {
  keep: BenefitsMethod
  value: 'apiValue' | 'voiceValue' | 'modelValue'
  quote?: 'quote' | 'modelQuote'
  name: string
  label: string
  told: string
}

const sources: Source[] = [
  {
    keep: 'api',
    value: 'apiValue',
    name: 'Electronic answer',
    label: 'Keep the electronic answer',
    told: 'The electronic answer is kept.',
  },
  {
    keep: 'voice',
    value: 'voiceValue',
    quote: 'quote',
    name: 'Said on the call',
    label: 'Keep what was said',
    told: 'What was said on the call is kept.',
  },
  {
    keep: 'model',
    value: 'modelValue',
    quote: 'modelQuote',
    name: 'As the model heard it',
    label: 'Keep the model’s reading',
    told: 'The model’s reading is kept.',
  },
]
const neither = { keep: 'voice' as const, label: 'Leave it open', told: 'The benefit stays unknown.' }

const isKnown = (of: DisputedValues) => (source: Source) => of[source.value] != null

export const readingsOf = (of: DisputedValues) =>
  sources.filter(isKnown(of)).map(({ name, value, quote }) => ({ name, value: of[value], quote: quote && of[quote] }))

/** Which sources may be kept; a value that the model alone has may be turned down. */
export function keepable(of: DisputedValues): { keep: BenefitsMethod; label: string; told: string }[] {
  const known = sources.filter(isKnown(of))
  return known.length === 1 ? [...known, neither] : known
}
