import type { QueryType } from '../../generated/documents.ts'

/** What a question can be about. */
export const queryTypes = [
  'dosing',
  'side_effects',
  'storage',
  'patient_support',
  'faq',
  'adverse_event',
  'emergency',
  'off_topic',
  'greeting',
] as const satisfies QueryType[]
