import type { SectionType } from '../documents/section.ts'
import type { SectionMatch } from '../library/search/search.ts'

/** The class of a message (docs/contract.md, Query types). */
export const queryTypes = [
  'dosing',
  'side_effects',
  'patient_support',
  'storage',
  'faq',
  'adverse_event',
  'emergency',
  'off_topic',
  'greeting',
] as const
export type QueryType = (typeof queryTypes)[number]

/**
 * How sure an answer from the library is: an answer; passages on the subject that may not answer; none. Unlike a query type, it says
 * nothing of what was asked.
 */
export const answerTiers = ['answer', 'uncertain', 'not_found'] as const
export type AnswerTier = (typeof answerTiers)[number]

/** The tiers that staff look through: what the library lacks, and what it may lack. */
export const unansweredTiers = ['uncertain', 'not_found'] as const satisfies AnswerTier[]

export type Language = 'en' | 'es'

/** An earlier message of the conversation. */
export interface PastMessage {
  role: 'user' | 'assistant'
  content: string
}

/** A section of the library retrieved for a question. */
export interface RetrievedItem {
  id: string
  title: string
  sectionHeader: string | null
  content: string
  sectionType: SectionType
  /** 0 to 1: how likely the section answers the question (the search score). */
  relevance: number
  /** How the search matched it; absent where no search did. */
  match?: SectionMatch
}
