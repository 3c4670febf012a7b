import type { PendingQuestion } from './browser-storage.ts'
import type { Resource, Tier } from './operations.ts'
import type { RequestError } from './service-client.ts'

/** A line of the conversation as it is shown. */
export interface Entry {
  id: string
  role: 'user' | 'assistant'
  text: string
  state: 'waiting' | 'streaming' | 'reconnecting' | 'done' | 'stopped' | 'failed'
  resources: Resource[]
  messageId?: number
  tier?: Tier
  queryType?: string | null
  offersCallback?: boolean
  /** The name of the person of the staff who wrote it. */
  person?: string | null
  problem?: RequestError | undefined
  /** What to ask again, where its answer did not come to its end. */
  pending?: PendingQuestion
  rating?: boolean
}

export interface HistoryMessage {
  id: number
  role: 'user' | 'assistant'
  content: string
  tier?: Tier
  queryType?: string | null
  offersCallback?: boolean
  person?: string | null
  complete?: boolean
  resources?: Resource[]
}

let count = 0
const freshId = () => `e${++count}`

export const questionOf = (text: string): Entry => ({ id: freshId(), role: 'user', text, state: 'done', resources: [] })

export const answerFor = (pending: PendingQuestion): Entry => ({
  id: freshId(),
  role: 'assistant',
  text: '',
  state: 'waiting',
  resources: [],
  pending,
})

export const entriesOf = (messages: readonly HistoryMessage[]): Entry[] =>
  messages.map(
    ({ id, role, content, tier = null, queryType = null, offersCallback = false, person = null, complete = true, resources = [] }) => ({
      id: `m${id}`,
      role,
      text: content,
      state: complete ? 'done' : 'stopped',
      resources,
      messageId: id,
      tier,
      queryType,
      offersCallback,
      person,
    }),
  )

/** The conversation up to a question that is under way, without what its answer may have so far. */
export function withoutAnswer(all: readonly Entry[], { message, messageId }: PendingQuestion) {
  const last = all.at(-1)
  const isAnswer = last?.role === 'assistant' && (messageId === undefined ? all.at(-2)?.text === message : last.messageId === messageId)
  const entries = isAnswer ? all.slice(0, -1) : all
  const question = entries.at(-1)
  return { entries, isAsked: question?.role === 'user' && question.text === message }
}
