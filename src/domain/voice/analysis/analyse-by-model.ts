import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type RetryLimits, structuredAnswer } from '../../../platform/models/structured-answer.ts'
import { type CallAnalysis, callAnalysis } from './analysis-schema.ts'

const system = readFileSync(join(import.meta.dirname, 'analyse-by-model.prompt.md'), 'utf8')

/**
 * A model's analysis of a call, in our schema.
 * @param call as `transcript-for-model` writes it
 * @throws as `structuredAnswer` does; never log the error's text, which may hold health data
 */
export const analyseByModel = (model: BaseChatModel, call: string, patience: RetryLimits, signal?: AbortSignal): Promise<CallAnalysis> =>
  structuredAnswer(model, { name: 'call_analysis', schema: callAnalysis, system, user: call }, patience, signal)
