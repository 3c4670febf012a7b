import type { Metrics } from '../../platform/metrics.ts'
import { type LookupCounters, lookupCountersOf } from './metrics.ts'
import type { VoiceSettings } from './settings.ts'

/** How this installation runs the functions of calls. */
export interface VoiceSetup extends Pick<VoiceSettings, 'lookupFailuresPerHour'> {
  counters: LookupCounters
}

export const createVoiceSetup = ({ lookupFailuresPerHour }: VoiceSettings, metrics: Metrics): VoiceSetup => ({
  lookupFailuresPerHour,
  counters: lookupCountersOf(metrics),
})
