import type { Metrics } from '../../platform/metrics.ts'
import { type LookupCounters, lookupCountersOf } from './metrics.ts'
import type { VoiceSettings } from './settings.ts'

/** How this installation runs the functions of calls. */
export interface VoiceSetup extends Pick<VoiceSettings, 'lookupFailuresPerHour' | 'followUpTopics'> {
  counters: LookupCounters
}

export const createVoiceSetup = ({ lookupFailuresPerHour, followUpTopics }: VoiceSettings, metrics: Metrics): VoiceSetup => ({
  lookupFailuresPerHour,
  followUpTopics,
  counters: lookupCountersOf(metrics),
})
