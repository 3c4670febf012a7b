import type { RequestHandler } from 'express'
import { publicError } from '../graphql/errors.ts'
import type { PreparedOperation } from '../graphql/execute.ts'
import { callerOf, keyIsValidOf } from '../http/authenticate.ts'
import { type ServerSentEvent, sendEvents } from '../http/event-stream.ts'
import type { Face } from '../http/face.ts'
import { visitorOf } from '../http/visitor.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { readInputs } from './read-inputs.ts'
import type { RouteEntry } from './route.ts'
import { sendFailure } from './send-failure.ts'

/** Names of server-sent events, by the types of the union that a subscription yields. */
export type EventNames = Readonly<Record<string, string>>

/** What the document calls the type of an event: `kind: __typename`. */
type Yielded = { kind: string } & Record<string, unknown>

/** Answers with the events of a subscription. What is wrong before the first is a problem document, as everywhere. */
export function streamed(face: Face, { row, select, operations: [prepared], events: names = {} }: RouteEntry): RequestHandler {
  return async (request, response) => {
    const requestKey = row.idempotent ? idempotencyKey(request) : undefined
    const { variables } = select({ ...readInputs(row, request), requestKey })
    const begun = await face.core.subscribe(prepared as PreparedOperation, variables, {
      caller: callerOf(response),
      surface: 'rest',
      requestId: response.locals.requestId as string,
      visitor: visitorOf(request),
      keyIsValid: keyIsValidOf(response),
    })
    if ('failure' in begun) {
      sendFailure(face, response, begun)
      return
    }
    await sendEvents(response, named(begun.events, row.reply, names), (cause) => {
      const { code, error } = publicError(cause)
      face.log.error({ error: cause, code }, 'a stream broke off')
      return { event: 'error', data: { message: error.message, code } }
    })
  }
}

function named(events: AsyncIterableIterator<Record<string, unknown>>, reply: string, names: EventNames) {
  const sent = ({ value, done }: IteratorResult<Record<string, unknown>>): IteratorResult<ServerSentEvent> => {
    if (done) return { value: undefined, done: true }
    const { kind, ...data } = value[reply] as Yielded
    const event = names[kind]
    if (event === undefined) throw new Error(`The route has no name for ${kind}.`)
    return { value: { event, data }, done: false }
  }
  const iterator: AsyncIterableIterator<ServerSentEvent> = {
    next: async () => sent(await events.next()),
    return: async () => sent((await events.return?.()) ?? { value: undefined, done: true }),
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return iterator
}
