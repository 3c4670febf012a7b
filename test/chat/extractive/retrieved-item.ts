import type { RetrievedItem } from '../../../src/domain/chat/chat.ts'

/** A section as the search found it. */
export const item = (id: string, sectionHeader: string | null, content: string, more: Partial<RetrievedItem> = {}): RetrievedItem => ({
  id,
  title: 'Common questions (sample)',
  sectionHeader,
  content,
  sectionType: 'faq',
  relevance: 0.9,
  ...more,
})
