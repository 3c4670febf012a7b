import type { AnswerTier } from '../generated/documents.ts'

export const tierNames: Record<AnswerTier, string> = { answer: 'Answered', uncertain: 'Unsure', not_found: 'Not found' }

/** How sure an answer was. */
export function Tier({ tier }: { tier: AnswerTier | null | undefined }) {
  return tier == null ? null : <span className={`badge badge-tier-${tier}`}>{tierNames[tier]}</span>
}
