import { ConfigError, defineSettings, list, type ValuesOf } from '../../platform/settings.ts'

export const integrationsSettings = defineSettings({ EVENT_PRIVATE_ORIGINS: list.default([]) }, (value, production) => {
  for (const origin of value.EVENT_PRIVATE_ORIGINS)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError('EVENT_PRIVATE_ORIGINS: must be a comma-separated list of origins, such as http://localhost:9000')
  if (production && value.EVENT_PRIVATE_ORIGINS.length > 0)
    throw new ConfigError('EVENT_PRIVATE_ORIGINS: is for development only; in production events go to public https addresses')
  return {
    /** Origins inside the network that events may be posted to, also without TLS. */
    eventPrivateOrigins: value.EVENT_PRIVATE_ORIGINS,
    /** Secrets of subscriptions are stored only where `FIELD_ENCRYPTION_KEY` seals them. */
    eventSecretsNeedKey: production,
  }
})

export type IntegrationsSettings = ValuesOf<typeof integrationsSettings>
