import { defineSettings, integer, list, type ValuesOf } from '../../platform/settings.ts'

/** Standard Webhooks writes secrets as `whsec_` and base64, and asks for 24 bytes or more; fewer than 8 are a mistake. */
const webhookSecrets = list.refine(
  (values) =>
    values.every((value) => {
      const encoded = value.replace(/^whsec_/, '')
      return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && Buffer.from(encoded, 'base64').length >= 8
    }),
  'must be a comma-separated list of secrets, each whsec_ and random bytes in base64 (24 bytes or more)',
)

export const voiceSettings = defineSettings(
  {
    VOICE_WEBHOOK_SECRET: webhookSecrets.default([]),
    LOOKUP_FAILURES_PER_HOUR: integer(1, 100_000).default(1_000),
    FOLLOW_UP_TOPICS: list.optional(),
  },
  (value) => ({
    /** Secrets that voice platforms sign webhooks with (Standard Webhooks); more than one while a secret is being replaced. */
    voiceWebhookSecrets: value.VOICE_WEBHOOK_SECRET,
    /** How many lookups of one key may fail in an hour: a whole call centre may share a key. */
    lookupFailuresPerHour: value.LOOKUP_FAILURES_PER_HOUR,
    /** What follow-up emails may name; undefined: any plain words. */
    followUpTopics: value.FOLLOW_UP_TOPICS,
  }),
)

export type VoiceSettings = ValuesOf<typeof voiceSettings>
