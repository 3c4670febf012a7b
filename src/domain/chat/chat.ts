import type { SectionType } from '../documents/section.ts'

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
}
