import type { ChatModel } from '../../platform/models/chat-model.ts'
import { emergencyOfKind } from '../safety/signs/emergency.ts'
import { firstHelpFor } from '../safety/signs/first-help.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import type { Assessment } from './policy/assess-message.ts'
import { type SafetyFinding, safetyByModel } from './safety-by-model.ts'

/** How long an answer is held back for what a model sees in the message, in milliseconds. */
const patienceMs = 4_000

/**
 * What a message tells by a model's reading and not by the rules', with its case opened; null where the model sees no more than
 * they do, undefined where it did not answer, or its case could not be kept and there is no danger. Never rejects.
 */
export async function toldByModel(
  { patience, log, report }: Pick<ChatDependencies, 'patience' | 'log' | 'report'>,
  model: ChatModel,
  { text, history, assessment }: Pick<ChatTurn, 'text' | 'history' | 'assessment'>,
): Promise<Assessment | null | undefined> {
  const timeoutMs = Math.min(patienceMs, patience.firstTokenMs / 2)
  const finding = await safetyByModel(model, { text, history }, { timeoutMs, log })
  const told = finding && withFinding(assessment, finding, text)
  if (!told) return told
  try {
    await report(told)
  } catch (error) {
    log.error({ error }, 'a case that a model saw was not kept')
    // The answer to a report says that the safety team knows of it; that to a danger does not.
    return told.emergency ? told : undefined
  }
  return told
}

function withFinding(assessment: Assessment, { emergency, kinds, medicine }: SafetyFinding, text: string): Assessment | null {
  const adverseEvent = { drug: medicine, symptoms: [], kinds }
  if (emergency !== 'none') return { ...assessment, queryType: 'emergency', emergency: emergencyOfKind(emergency), adverseEvent }
  return kinds.length === 0
    ? null
    : { ...assessment, queryType: 'adverse_event', adverseEvent, firstHelp: firstHelpFor(adverseEvent, text) }
}
