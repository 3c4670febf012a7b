import { ConfigError, defineSettings, integer, list, url, type ValuesOf } from '../../platform/settings.ts'

const bytesOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length

/** Standard Webhooks writes secrets as `whsec_` and base64; fewer than 8 bytes are a mistake anywhere. */
const webhookSecrets = list.refine(
  (values) => values.every((value) => /^(?:whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(value) && bytesOf(value) >= 8),
  'must be a comma-separated list of secrets, each whsec_ and random bytes in base64 (24 bytes or more)',
)

/** The fewest bytes of a secret that Standard Webhooks allows. */
const leastSecretBytes = 24

export const voiceSettings = defineSettings(
  {
    VOICE_WEBHOOK_SECRET: webhookSecrets.default([]),
    LOOKUP_FAILURES_PER_HOUR: integer(1, 100_000).default(1_000),
    FOLLOW_UP_TOPICS: list.optional(),
    CALL_RETENTION_DAYS: integer(30, 36_500).optional(),
    VAPI_API_URL: url('https:', 'http:').default('https://api.vapi.ai'),
    RETELL_API_URL: url('https:', 'http:').default('https://api.retellai.com'),
    ELEVENLABS_API_URL: url('https:', 'http:').default('https://api.elevenlabs.io'),
    BLAND_API_URL: url('https:', 'http:').default('https://api.bland.ai'),
    TWILIO_API_URL: url('https:', 'http:').default('https://api.twilio.com'),
  },
  (value, production) => {
    if (production && value.VOICE_WEBHOOK_SECRET.some((secret) => bytesOf(secret) < leastSecretBytes)) {
      throw new ConfigError(`VOICE_WEBHOOK_SECRET: each secret must have at least ${leastSecretBytes} bytes when NODE_ENV=production`)
    }
    return {
      /** Secrets that voice platforms sign webhooks with (Standard Webhooks); more than one while a secret is being replaced. */
      voiceWebhookSecrets: value.VOICE_WEBHOOK_SECRET,
      /** How many lookups of one key may fail in an hour: a whole call centre may share a key. */
      lookupFailuresPerHour: value.LOOKUP_FAILURES_PER_HOUR,
      /** What follow-up emails may name; undefined: any plain words. */
      followUpTopics: value.FOLLOW_UP_TOPICS,
      /** What was said in a call is erased after so long; undefined: it is kept. */
      callRetentionDays: value.CALL_RETENTION_DAYS,
      /** Where lost reports are fetched, and calls ended and transferred. */
      platformApiUrls: {
        vapi: value.VAPI_API_URL,
        retell: value.RETELL_API_URL,
        elevenlabs: value.ELEVENLABS_API_URL,
        bland: value.BLAND_API_URL,
        twilio: value.TWILIO_API_URL,
      },
      /** Secrets of platforms are stored only where `FIELD_ENCRYPTION_KEY` seals them. */
      platformSecretsNeedKey: production,
    }
  },
)

export type VoiceSettings = ValuesOf<typeof voiceSettings>
