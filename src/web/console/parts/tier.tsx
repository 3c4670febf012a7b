import type { AnswerTier } from '../generated/documents.ts'
import { Pill } from '../ui/pill.tsx'

export const tierNames: Record<AnswerTier, string> = { answer: 'Answered', uncertain: 'Unsure', not_found: 'Not found' }

/** How sure an answer was. */
export const Tier = ({ tier }: { tier: AnswerTier | null | undefined }) =>
  tier == null ? null : <Pill of={tier} called={tierNames[tier]} />

/** What a visitor said of an answer. */
export const Rating = ({ helpful }: { helpful: boolean }) => (
  <Pill of={helpful ? 'helped' : 'did not help'} tone={helpful ? 'good' : 'bad'} />
)
