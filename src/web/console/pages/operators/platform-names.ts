import type { PlatformProvider } from '../../generated/documents.ts'

export const platformNames: Record<PlatformProvider, string> = {
  vapi: 'Vapi',
  retell: 'Retell AI',
  elevenlabs: 'ElevenLabs Agents',
  bland: 'Bland',
  twilio: 'Twilio',
}

/** What a platform calls the secret with which it signs; none where the service makes it. */
export const secretNames: Record<PlatformProvider, string | undefined> = {
  vapi: undefined,
  retell: 'API key with the webhook badge',
  elevenlabs: 'Webhook secret (wsec_…)',
  bland: 'Webhook signing secret',
  twilio: 'Auth token',
}
