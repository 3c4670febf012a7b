import { setTimeout as delay } from 'node:timers/promises'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { z } from 'zod'
import { retryAfterSeconds } from '../retry-after.ts'

const attempts = 3

export interface RetryLimits {
  /** For all attempts together, in milliseconds. */
  timeoutMs: number
  /** Before the second attempt; the third waits twice as long. A server's `Retry-After` counts more. */
  retryDelayMs: number
}

/** A question whose answer has a schema. */
export interface StructuredQuestion<Answer> {
  /** The schema's name, as the server sees it. */
  name: string
  schema: z.ZodType<Answer>
  /** The model's instructions. */
  system: string
  user: string
}

/**
 * A model's answer in a schema of ours. Retries after 429, 5xx, a broken connection and an invalid answer (refusal, no JSON, not of
 * the schema); asks by a tool call where a server does not know JSON schemas. Gives up where the server asks for a longer wait than
 * there is time.
 * @throws the last attempt's error, or an AbortError after `timeoutMs`; never log its text, which may hold health data
 */
export async function structuredAnswer<Answer extends Record<string, unknown>>(
  model: BaseChatModel,
  { name, schema, system, user }: StructuredQuestion<Answer>,
  patience: RetryLimits,
  signal?: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(patience.timeoutMs)
  const deadline = performance.now() + patience.timeoutMs
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  let byTool = false
  for (let attempt = 1; ; attempt++) {
    limit.throwIfAborted()
    try {
      const asked = model.withStructuredOutput(schema, { name, ...(byTool ? { method: 'functionCalling' } : {}) })
      // Checked again here: not every compatible server keeps to the schema.
      return schema.parse(await asked.invoke(messages, { signal: limit }))
    } catch (error) {
      const status: number | undefined = statusOf(error)
      const schemaUnknown: boolean = !byTool && (status === 400 || status === 422)
      if (attempt === attempts || !(schemaUnknown || isPassing(status))) throw error
      byTool ||= schemaUnknown
      if (schemaUnknown) continue
      const asked = retryAfterSeconds(headersOf(error)?.get('retry-after'))
      const wait = asked !== undefined ? asked * 1000 : patience.retryDelayMs * 2 ** (attempt - 1)
      // Waiting past the deadline is useless.
      if (performance.now() + wait >= deadline) throw error
      await delay(wait, undefined, { signal: limit })
    }
  }
}

/** Whether another attempt may succeed. Without a status the connection broke or the answer was invalid. */
const isPassing = (status: number | undefined) =>
  status === undefined || status === 408 || status === 409 || status === 429 || status >= 500

function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : undefined
}

function headersOf(error: unknown): Headers | undefined {
  const headers = (error as { headers?: unknown } | null)?.headers
  return headers instanceof Headers ? headers : undefined
}
