import type { Request } from 'express'
import { conversationId } from '../graphql/voice/input.ts'
import { isOfJson, otherType, parseJson } from '../http/body.ts'
import { HttpProblem } from '../http/problem.ts'
import { snakeCase } from '../http/snake-case.ts'
import { Failure, type FieldError } from '../platform/failure.ts'
import { KeepRejectedInvocationDocument } from './generated/documents.ts'
import type { Input } from './input.ts'
import type { AnySelection, Selection } from './route-entry.ts'

/** A webhook's body as it was sent: it is read by the route's `select`, which keeps what it refuses. */
export const rawBody = (described: Pick<Input<unknown>, 'schema' | 'components'>): Input<SentBody> => ({
  ...described,
  parse: (sent) => ({ sent }),
})

export interface SentBody {
  sent: Record<string, unknown>
}

/** What could not be read of a body, in place of its fields. No field of a body can have this name. */
const unreadable = Symbol('unreadable')

interface Unreadable {
  text: string
  refusal: Failure | HttpProblem
}

const noObject = [{ path: [], message: 'must be an object' }]

/** A body as it was sent. One that cannot be read becomes `unreadableIn` it: to be kept, and refused as it is anywhere else. */
export function anyBody(request: Request): Record<string, unknown> {
  const text = request.body instanceof Uint8Array ? new TextDecoder().decode(request.body) : ''
  if (text === '') return {}
  const refused = (refusal: Unreadable['refusal']): Record<string | symbol, unknown> => ({ [unreadable]: { text, refusal } })
  if (!isOfJson(request)) return refused(otherType())
  try {
    const sent = parseJson(request)
    return isObject(sent) ? sent : refused(new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', noObject))
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return refused(error)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const unreadableIn = (sent: object) => (sent as { [unreadable]?: Unreadable })[unreadable]

/** What a text names that was meant to be JSON: platforms fill quotation marks and line ends into templates of it. */
const named = (text: string, field: string) => new RegExp(`"${field}"\\s*:\\s*"([^"\\\\]{1,255})"`).exec(text)?.[1]

/** The conversation that a webhook's body names, read as its functions read it. */
export function conversationNamed(request: Request): string | undefined {
  const sent = anyBody(request)
  const unread = unreadableIn(sent)
  const given = unread ? named(unread.text, 'conversation_id') : sent.conversation_id
  return conversationId.safeParse(given).data
}

/** What a webhook's document makes of it, for the route's declaration. */
export const rejectionDocument = KeepRejectedInvocationDocument

/** Refuses a webhook and records it whole for review: platforms do not repeat a request that got 422. */
export function recordRejection(name: string, sent: Record<string, unknown>, parameters: unknown, errors: FieldError[]): Selection {
  return {
    document: KeepRejectedInvocationDocument,
    variables: {
      conversationId: conversationId.safeParse(sent.conversation_id).data ?? null,
      functionName: name.slice(0, 100),
      parameters: parameters ?? null,
      error: errors.map(({ path, message }) => `${snakeCase(path.join('.'))} ${message}`.trim()).join('; '),
    },
    refusal: new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors),
  }
}

/**
 * Refuses a body that cannot be read, and records it whole for review, under the conversation and the function that its text names;
 * undefined for one that can.
 */
export function recordUnreadable(sent: Record<string, unknown>, name?: string): AnySelection | undefined {
  const unread = unreadableIn(sent)
  if (!unread) return undefined
  const { text, refusal } = unread
  const ofCall = { conversation_id: named(text, 'conversation_id') }
  const errors = [{ path: [], message: 'must be a JSON object' }]
  return { ...recordRejection(name ?? named(text, 'function_name') ?? '', ofCall, { unreadable: text }, errors), refusal }
}

/** What `parse` gives; what it finds wrong goes to `errors`, under `path`. */
export function read<Value>(errors: FieldError[], parse: () => Value, ...path: string[]): Value | undefined {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error
    errors.push(...error.errors.map((one) => ({ ...one, path: [...path, ...one.path] })))
    return undefined
  }
}
