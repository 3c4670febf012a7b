import type { SectionType } from '../documents/section.ts'
import type { QueryType } from './chat.ts'

/** A section that an answer used: a page, or a video with the second to start it at. */
export type ChatResource =
  | { type: 'webpage'; title: string; url: string | null; sectionType: SectionType }
  | { type: 'video'; title: string; videoId: string | null; timestampSeconds: number | null; timestampDisplay: string | null }

/** What happens while a message is answered: resources once, tokens, and exactly one end. */
export type ChatEvent =
  | { kind: 'resources'; resources: ChatResource[] }
  | { kind: 'token'; token: string }
  | { kind: 'done'; sessionToken: string; messageId: number; queryType: QueryType }
  | { kind: 'error'; message: string; code: 'UNAVAILABLE' }

/** An answer on its way: what it is from is known before its first word. */
export interface Answering {
  queryType: QueryType
  resources: ChatResource[]
  /** `fixed`, `local`, or the model's name. */
  answeredBy: string
  /** Whether the library had an answer; null where none was looked for. */
  answered: boolean | null
  tokens: AsyncIterable<string>
}
