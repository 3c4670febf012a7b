import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type CallAnalysis, callAnalysis } from './analysis-schema.ts'

const prompt = readFileSync(join(import.meta.dirname, 'analyse-by-model.prompt.md'), 'utf8')

const attempts = 3

export interface RetryLimits {
  /** For all attempts together, in milliseconds. */
  timeoutMs: number
  /** Before the second attempt; the third waits twice as long. A server's `Retry-After` counts more. */
  retryDelayMs: number
}

/**
 * A model's analysis of a call, in our schema. Retries after 429, 5xx, a broken connection and an invalid answer (refusal,
 * no JSON, not of the schema); asks by a tool call where a server does not know JSON schemas. Gives up where the server
 * asks for a longer wait than there is time.
 * @param call as `transcript-for-model` writes it
 * @throws the last attempt's error, or an AbortError after `timeoutMs`; never log its text, which may hold health data
 */
export async function analyseByModel(
  model: BaseChatModel,
  call: string,
  patience: RetryLimits,
  signal?: AbortSignal,
): Promise<CallAnalysis> {
  const timeout = AbortSignal.timeout(patience.timeoutMs)
  const deadline = performance.now() + patience.timeoutMs
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  const messages = [
    { role: 'system', content: prompt },
    { role: 'user', content: call },
  ]
  let byTool = false
  for (let attempt = 1; ; attempt++) {
    limit.throwIfAborted()
    try {
      const asked = model.withStructuredOutput(callAnalysis, { name: 'call_analysis', ...(byTool ? { method: 'functionCalling' } : {}) })
      // Checked again here: not every compatible server keeps to the schema.
      return callAnalysis.parse(await asked.invoke(messages, { signal: limit }))
    } catch (error) {
      const status: number | undefined = statusOf(error)
      const schemaUnknown: boolean = !byTool && (status === 400 || status === 422)
      if (attempt === attempts || !(schemaUnknown || isPassing(status))) throw error
      byTool ||= schemaUnknown
      if (schemaUnknown) continue
      const wait = retryAfter(error) ?? patience.retryDelayMs * 2 ** (attempt - 1)
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

/** `Retry-After` in seconds, as milliseconds. */
function retryAfter(error: unknown): number | undefined {
  const headers = (error as { headers?: unknown } | null)?.headers
  const value = headers instanceof Headers ? headers.get('retry-after')?.trim() : undefined
  const seconds = value ? Number(value) : Number.NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}
