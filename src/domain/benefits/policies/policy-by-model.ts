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

/** Characters of sections in one question: some 4,000 tokens. */
const partLength = 16_000
/** Longer documents are read here alone beyond this: some 200 pages. */
const mostParts = 40

/**
 * Asks a model what a policy says, part by part.
 * @throws as `structuredAnswer` does
 */
export async function policyByModel(
  model: BaseChatModel,
  { title, sections }: { title: string | null; sections: readonly PolicySection[] },
  patience: RetryLimits,
  signal: AbortSignal,
): Promise<ModelReading[]> {
  const found: ModelReading[] = []
  for (const part of partsOf(sections.map(written)).slice(0, mostParts)) {
    const user = [`Document: ${title ?? 'without a title'}`, ...part].join('\n\n')
    const { readings } = await structuredAnswer(model, { name: 'policy_readings', schema, system, user }, patience, signal)
    found.push(...readings)
  }
  return found
}

const written = ({ above = [], header, content }: PolicySection, at: number) =>
  [`[section ${at}] ${[...above, header ?? ''].filter(Boolean).join(' > ')}`, content].join('\n')

function partsOf(sections: readonly string[]): string[][] {
  const parts: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const section of sections) {
    if (length + section.length > partLength) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(section)
    length += section.length
  }
  return parts
}
