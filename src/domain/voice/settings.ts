import { ConfigError, defineSettings, list } from '../../platform/settings.ts'

const bytesOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length

/** Standard Webhooks writes secrets as `whsec_` and base64; fewer than 8 bytes are a mistake anywhere. */
const webhookSecrets = list.refine(
  (values) => values.every((value) => /^(?:whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(value) && bytesOf(value) >= 8),
  'must be a comma-separated list of secrets, each whsec_ and random bytes in base64 (24 bytes or more)',
)

/** The fewest bytes of a secret that Standard Webhooks allows. */
const leastSecretBytes = 24

export const voiceSettings = defineSettings({ VOICE_WEBHOOK_SECRET: webhookSecrets.default([]) }, (value, production) => {
  if (production && value.VOICE_WEBHOOK_SECRET.some((secret) => bytesOf(secret) < leastSecretBytes)) {
    throw new ConfigError(`VOICE_WEBHOOK_SECRET: each secret must have at least ${leastSecretBytes} bytes when NODE_ENV=production`)
  }
  /** Secrets that voice platforms sign webhooks with (Standard Webhooks); more than one while a secret is being replaced. */
  return { voiceWebhookSecrets: value.VOICE_WEBHOOK_SECRET }
})
