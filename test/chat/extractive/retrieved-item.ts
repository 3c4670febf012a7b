import type { RetrievedItem } from '../../../src/domain/chat/chat.ts'

/** A section as the search found it, by meaning too. */
export const item = (id: string, sectionHeader: string | null, content: string, more: Partial<RetrievedItem> = {}): RetrievedItem => ({
  id,
  title: 'Common questions (sample)',
  sectionHeader,
  content,
  sectionType: 'faq',
  relevance: 0.9,
  match: { semantic: more.relevance ?? 0.9, lexical: 0.5, subject: 1, chunks: [] },
  ...more,
})
