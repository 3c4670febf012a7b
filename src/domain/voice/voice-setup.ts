import type { Session } from '../../platform/database/session.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { type LookupCounters, lookupCountersOf, type MessageCounter, messageCounterOf } from './metrics.ts'
import type { VoiceSettings } from './settings.ts'

/** How this installation runs the functions of calls. */
export interface VoiceSetup
  extends Pick<VoiceSettings, 'lookupFailuresPerHour' | 'followUpTopics' | 'platformSecretsNeedKey' | 'platformApiUrls'> {
  counters: LookupCounters
  messages: MessageCounter
  /** The salt of this installation, which keys the hashes of failed lookups. Read once. */
  saltOf(session: Session): Promise<string>
}

export function createVoiceSetup(settings: VoiceSettings, metrics: Metrics): VoiceSetup {
  let salt: string | undefined
  return {
    ...settings,
    messages: messageCounterOf(metrics),
    counters: lookupCountersOf(metrics),
    async saltOf({ prisma }) {
      salt ??= (await prisma.voiceState.findUniqueOrThrow({ where: { id: 1 } })).salt
      return salt
    },
  }
}
