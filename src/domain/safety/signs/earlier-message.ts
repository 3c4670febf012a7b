import type { EmergencyKind } from './emergency-kind.ts'

/** What was said before in a conversation, as the readers of safety need it. */
export interface EarlierMessage {
  role: 'user' | 'assistant'
  /** Of an answer, what it said of the question: without the sentences that the service says of its own accord. */
  content: string
  /** Of a fixed answer, what it took the message before it for, or asked of it (`possible_report`); null for any other. */
  answeredAs: EmergencyKind | 'adverse_event' | 'possible_emergency' | 'possible_report' | null
  /** Whether it asks or tells of side effects. */
  aboutEffects: () => boolean
}
