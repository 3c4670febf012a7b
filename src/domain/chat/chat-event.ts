import type { SectionType } from '../documents/section.ts'
import type { AnswerTier, QueryType } from './chat.ts'

/** A section that an answer used: a page, or a video with the second at which to start it. */
export type ChatResource =
  | {
      type: 'webpage'
      title: string
      /** Null where the section has no public address, but a page of ours. */
      url: string | null
      /** The section that has such a page; answers from before there were any lack it. */
      itemId?: string
      sectionType: SectionType
    }
  | { type: 'video'; title: string; videoId: string | null; timestampSeconds: number | null; timestampDisplay: string | null }

/** The events of an answer, in order: `resources` once, then tokens, then exactly one `done` or `error`. */
export type ChatEvent =
  | { kind: 'resources'; resources: ChatResource[]; sessionToken: string; messageId: number }
  | { kind: 'token'; token: string }
  | {
      kind: 'done'
      sessionToken: string
      messageId: number
      queryType: QueryType
      tier: AnswerTier | null
      offersCallback: boolean
      /** Whether a person of the staff wrote it. */
      byPerson: boolean
    }
  | { kind: 'error'; message: string; code: 'UNAVAILABLE' }

/** An answer in progress: its sources are known before its first token. */
export interface AnswerInProgress {
  queryType: QueryType
  resources: ChatResource[]
  /** `fixed`, `local`, or the model's name. */
  answeredBy: string
  /** Null for a fixed answer. */
  tier: AnswerTier | null
  /** Whether it says, of the question or a part of it, that the library does not have it. */
  lacks?: boolean
  tokens: AsyncIterable<string>
}
