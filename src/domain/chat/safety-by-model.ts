import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { foldPhrase } from '../../language/folding.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import { structuredAnswer } from '../../platform/models/structured-answer.ts'
import { emergencyKinds } from '../safety/signs/emergency-kind.ts'
import { reportKinds } from '../safety/signs/report-kinds.ts'
import type { PastMessage } from './chat.ts'

const system = readFileSync(join(import.meta.dirname, 'safety-by-model.prompt.md'), 'utf8')

const schema = z.object({
  emergency: z.enum(['none', ...emergencyKinds]),
  kinds: z.array(z.enum(reportKinds)),
  medicine: z.string().nullable(),
})

/** What a model sees of danger and adverse events in a message. */
export type SafetyFinding = z.infer<typeof schema>

/** Earlier messages that the model is shown, so that "it got worse" can be understood. */
const mostEarlier = 6
const retryDelayMs = 200

/**
 * Asks a model what a message tells of danger and adverse events, beside the rules, which have looked already: a model may add to what
 * they saw and takes nothing away. Undefined where it gives no answer in time: the rules stand alone then. Never rejects.
 * @param timeoutMs a visitor waits for it
 */
export async function safetyByModel(
  model: ChatModel,
  { text, history }: { text: string; history: readonly PastMessage[] },
  { timeoutMs, log }: { timeoutMs: number; log: Log },
): Promise<SafetyFinding | undefined> {
  const earlier = history.slice(-mostEarlier).map(({ role, content }) => `${role}: ${content}`)
  const user = [...(earlier.length > 0 ? ['Earlier:', ...earlier, ''] : []), 'Message:', text].join('\n')
  try {
    const loaded = await model.load()
    const question = { name: 'message_safety', schema, system, user }
    const found = await structuredAnswer(loaded, question, { timeoutMs, retryDelayMs })
    return { ...found, medicine: isNamed(found.medicine, user) ? found.medicine : null }
  } catch {
    log.warn({ model: model.name }, 'the chat model did not look for danger in a message: the rules stand alone')
    return undefined
  }
}

/** A model may know which medicine is meant; staff are told only of one that was named. */
const isNamed = (medicine: string | null, said: string) =>
  medicine !== null && medicine.trim() !== '' && ` ${foldPhrase(said)} `.includes(` ${foldPhrase(medicine)} `)
