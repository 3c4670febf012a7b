import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { z } from 'zod'
import { type RetryLimits, structuredAnswer } from '../../../platform/models/structured-answer.ts'
import { amountFields } from '../../payers/benefits.ts'

const system = readFileSync(join(import.meta.dirname, 'benefits-by-model.prompt.md'), 'utf8')

const schema = z.object({
  amounts: z.array(z.object({ field: z.enum(amountFields), amount: z.number(), quote: z.string() })),
  coverage: z.object({ status: z.enum(['active', 'inactive']), quote: z.string() }).nullable(),
})

/** What a model takes a payer to state in a call, each with its quote: not to be believed before `quotedBenefits` has looked. */
export type BenefitsByModel = z.infer<typeof schema>

/**
 * Asks a model for the benefits that a payer's side states in a call.
 * @param call as `transcript-for-model` writes it
 * @throws as `structuredAnswer` does; never log the error's text, which may hold health data
 */
export const benefitsByModel = (
  model: BaseChatModel,
  call: string,
  patience: RetryLimits,
  signal?: AbortSignal,
): Promise<BenefitsByModel> => structuredAnswer(model, { name: 'payer_benefits', schema, system, user: call }, patience, signal)
