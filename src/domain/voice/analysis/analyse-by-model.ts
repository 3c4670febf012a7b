import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type CallAnalysis, type CallToAnalyse, callAnalysis } from './analysis-schema.ts'
import { callForModel } from './transcript-for-model.ts'

const prompt = readFileSync(join(import.meta.dirname, 'analyse-by-model.prompt.md'), 'utf8')

const attempts = 3

export interface RetryLimits {
  /** For all attempts together, in milliseconds. */
  timeoutMs: number
  /** Before the second attempt; the third waits twice as long. A server's `Retry-After` counts more. */
  retryDelayMs: number
}

/**
 * The analysis that a model makes of a call, in our schema. Tries again after 429, 5xx, a broken connection and an answer
 * that is none (refusal, no JSON, not of the schema); a server that does not know JSON schemas is asked by a tool call.
 * Gives up where a server asks for a longer wait than there is time.
 * @throws what the last attempt met, or an AbortError after `timeoutMs`; its text may hold health data and is for no log
 */
export async function analyseByModel(
  model: BaseChatModel,
  call: CallToAnalyse,
  patience: RetryLimits,
  signal?: AbortSignal,
): Promise<CallAnalysis> {
  const timeout = AbortSignal.timeout(patience.timeoutMs)
  const deadline = performance.now() + patience.timeoutMs
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
  const messages = [
    { role: 'system', content: prompt },
    { role: 'user', content: callForModel(call) },
  ]
  let byTool = false
  for (let attempt = 1; ; attempt++) {
    limit.throwIfAborted()
    try {
      const asked = model.withStructuredOutput(callAnalysis, { name: 'call_analysis', ...(byTool ? { method: 'functionCalling' } : {}) })
      // What a compatible server sends is checked again: not every one keeps to the schema it was given.
      return callAnalysis.parse(await asked.invoke(messages, { signal: limit }))
    } catch (error) {
      const status: number | undefined = statusOf(error)
      const schemaUnknown: boolean = !byTool && (status === 400 || status === 422)
      if (attempt === attempts || !(schemaUnknown || isPassing(status))) throw error
      byTool ||= schemaUnknown
      if (schemaUnknown) continue
      const wait = retryAfter(error) ?? patience.retryDelayMs * 2 ** (attempt - 1)
      // Nothing comes of a wait that outlasts the time that is left.
      if (performance.now() + wait >= deadline) throw error
      await delay(wait, undefined, { signal: limit })
    }
  }
}

/** Whether the next attempt may fare better. No status: the connection broke, or the answer was none. */
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
