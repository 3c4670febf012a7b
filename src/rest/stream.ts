import type { RequestHandler } from 'express'
import { publicError } from '../graphql/errors.ts'
import type { PreparedOperation } from '../graphql/execute.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { type ServerSentEvent, sendEvents } from '../http/event-stream.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { sendProblem } from '../http/problem.ts'
import { requestInfo } from '../http/request-info.ts'
import { problemOf } from './problem-of.ts'
import { readInputs } from './read-inputs.ts'
import type { EventNames, RouteEntry } from './route-entry.ts'

/** What the document calls the type of an event: `kind: __typename`. */
type Yielded = { kind: string } & Record<string, unknown>

/** Answers with the events of a subscription. What is wrong before the first is a problem document, as everywhere. */
export function streamed(http: HttpDependencies, { row, select, operations: [prepared], events: names = {} }: RouteEntry): RequestHandler {
  return async (request, response) => {
    const requestKey = row.idempotent ? idempotencyKey(request) : undefined
    const { variables } = select({ ...readInputs(row, request), requestKey, expectedTags: undefined })
    const begun = await http.core.subscribe(prepared as PreparedOperation, variables, requestInfo(request, response, 'rest'))
    if ('failure' in begun) return sendProblem(response, problemOf(http, begun))
    await sendEvents(response, named(begun.events, row.reply, names), (cause) => {
      const { code, error } = publicError(cause)
      http.log.error({ error: cause, code }, 'a stream broke off')
      return { event: 'error', data: { message: error.message, code } }
    })
  }
}

/** Events that a stream ends with. */
const last = new Set(['done', 'error'])

/** A source that ends without its last event is one whose key was revoked (graphql/end-with-key.ts). */
const keyEnded: ServerSentEvent = { event: 'error', data: { message: 'The API key is no longer accepted.', code: 'UNAUTHENTICATED' } }

function named(events: AsyncIterableIterator<Record<string, unknown>>, reply: string, names: EventNames) {
  let over = false
  const sent = ({ value, done }: IteratorResult<Record<string, unknown>>): IteratorResult<ServerSentEvent> => {
    if (done && over) return { value: undefined, done: true }
    if (done) {
      over = true
      return { value: keyEnded, done: false }
    }
    const { kind, ...data } = value[reply] as Yielded
    const event = names[kind]
    if (event === undefined) throw new Error(`The route has no name for ${kind}.`)
    over = last.has(event)
    return { value: { event, data }, done: false }
  }
  const iterator: AsyncIterableIterator<ServerSentEvent> = {
    next: async () => sent(await events.next()),
    return: async () => {
      await events.return?.()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return iterator
}
