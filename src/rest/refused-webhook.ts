import type { Request } from 'express'
import { conversationId } from '../graphql/voice/input.ts'
import { parseJson } from '../http/body.ts'
import { snakeCase } from '../http/snake-case.ts'
import { Failure, type FieldError } from '../platform/failure.ts'
import { KeepRejectedInvocationDocument } from './generated/documents.ts'
import type { Input } from './input.ts'
import type { Selection } from './route-entry.ts'

/** A webhook's body as it was sent: it is read by the route's `select`, which keeps what it refuses. */
export const rawBody = (described: Pick<Input<unknown>, 'schema' | 'components'>): Input<SentBody> => ({
  ...described,
  parse: (sent) => ({ sent }),
})

export interface SentBody {
  sent: Record<string, unknown>
}

/** A body as it was sent; what is no JSON object as `unreadable`, its text. */
export function anyBody({ body }: { body?: unknown }): Record<string, unknown> {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : ''
  if (text === '') return {}
  try {
    const sent = parseJson({ body })
    if (isObject(sent)) return sent
  } catch {}
  return { unreadable: text }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a text names that was meant to be JSON: platforms fill quotation marks and line ends into templates of it. */
const named = (text: string, field: string) => new RegExp(`"${field}"\\s*:\\s*"([^"\\\\]{1,255})"`).exec(text)?.[1]

/** The conversation that a webhook's body names, read as its functions read it. */
export function conversationNamed(request: Request): string | undefined {
  const sent = anyBody(request)
  const given = typeof sent.unreadable === 'string' ? named(sent.unreadable, 'conversation_id') : sent.conversation_id
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

/** Refuses what is no JSON object, and records it whole for review, under the conversation and the function that its text names. */
export const recordUnreadable = (text: string, name = named(text, 'function_name') ?? ''): Selection =>
  recordRejection(name, { conversation_id: named(text, 'conversation_id') }, { unreadable: text }, [
    { path: [], message: 'must be a JSON object' },
  ])

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
