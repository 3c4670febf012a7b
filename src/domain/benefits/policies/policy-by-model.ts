import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { z } from 'zod'
import { type RetryLimits, structuredAnswer } from '../../../platform/models/structured-answer.ts'
import type { PolicySection } from './policy-rule.ts'

const system = readFileSync(join(import.meta.dirname, 'policy-by-model.prompt.md'), 'utf8')

const schema = z.object({
  readings: z.array(
    z.object({
      medicine: z.string(),
      requirement: z.enum(['excluded', 'pa_required', 'step_therapy_required']),
      value: z.boolean(),
      section: z.number(),
      quote: z.string(),
    }),
  ),
})

/** What a model takes a policy to say of a medicine: not to be believed before `quotedReadings` has looked. */
export type ModelReading = z.infer<typeof schema>['readings'][number]

/** Characters of sections in one question: some 2,000 tokens, so that an answer on a dense table comes in time. */
const partLength = 8_000
/** What is longer is read here alone beyond this: some 200 pages. */
const mostParts = 80

interface ShownPolicy {
  title: string | null
  sections: readonly PolicySection[]
}

/** A policy in the parts that a model is asked about, one question each. */
export function partsForModel({ title, sections }: ShownPolicy): string[] {
  const parts: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const [at, { above = [], header, content }] of sections.entries()) {
    const section = [`[section ${at}] ${[...above, header ?? ''].filter(Boolean).join(' > ')}`, content].join('\n')
    if (length + section.length > partLength) {
      parts.push([`Document: ${title ?? 'without a title'}`])
      length = 0
    }
    parts.at(-1)?.push(section)
    length += section.length
  }
  return parts.slice(0, mostParts).map((part) => part.join('\n\n'))
}

/**
 * Asks a model what a part of a policy says.
 * @throws as `structuredAnswer` does
 */
export async function policyByModel(
  model: BaseChatModel,
  part: string,
  patience: RetryLimits,
  signal?: AbortSignal,
): Promise<ModelReading[]> {
  const { readings } = await structuredAnswer(model, { name: 'policy_readings', schema, system, user: part }, patience, signal)
  return readings
}
