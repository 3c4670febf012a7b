import { bland } from './bland.ts'
import { elevenlabs } from './elevenlabs.ts'
import type { PlatformReader } from './reader.ts'
import { retell } from './retell.ts'
import { twilio } from './twilio.ts'
import { vapi } from './vapi.ts'

/** The voice platforms whose own messages are understood. */
export const platformProviders = ['vapi', 'retell', 'elevenlabs', 'bland', 'twilio'] as const
export type PlatformProvider = (typeof platformProviders)[number]

export const platformReaders: Record<PlatformProvider, PlatformReader> = { vapi, retell, elevenlabs, bland, twilio }
