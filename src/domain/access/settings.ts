import { plaintextHosts, refusePlaintext } from '../../platform/plain-transport.ts'
import { ConfigError, defineSettings, list, origins, url } from '../../platform/settings.ts'

/** The fewest characters of a key in production: a random key of 32 letters cannot be guessed. */
const leastKeyLength = 32

export const accessSettings = defineSettings(
  {
    API_KEY: list.optional(),
    WIDGET_API_KEY: list.optional(),
    WIDGET_ORIGINS: origins.optional(),
    AUDIT_SINK: url('file:', 'syslog:', 'syslogs:').optional(),
    ...plaintextHosts,
  },
  (value, production) => {
    const missing = (['API_KEY', 'WIDGET_API_KEY'] as const).filter((name) => !value[name]?.length)
    if (production && missing.length > 0) {
      throw new ConfigError(`${missing.join(' and ')} must be set when NODE_ENV=production (a comma-separated list of secret keys)`)
    }
    refusePlaintext('AUDIT_SINK', value.AUDIT_SINK, value.ALLOW_PLAINTEXT, production)
    if (production) refuseWeakKeys({ API_KEY: value.API_KEY ?? [], WIDGET_API_KEY: value.WIDGET_API_KEY ?? [] })
    return {
      apiKeys: value.API_KEY ?? [],
      widgetApiKeys: value.WIDGET_API_KEY ?? [],
      /** Where copies of the audit go; nowhere, where it is undefined. */
      auditSink: value.AUDIT_SINK,
      /** Origins of pages that may use the widget's paths; any, where it is undefined. */
      widgetOrigins: value.WIDGET_ORIGINS ?? (production ? [] : undefined),
    }
  },
)

/** @throws ConfigError naming the variable, never a key */
function refuseWeakKeys(keys: Record<'API_KEY' | 'WIDGET_API_KEY', readonly string[]>): void {
  for (const [name, list] of Object.entries(keys)) {
    if (list.some((key) => key.length < leastKeyLength)) {
      throw new ConfigError(`${name}: each key must have at least ${leastKeyLength} characters when NODE_ENV=production`)
    }
  }
  if (keys.API_KEY.some((key) => keys.WIDGET_API_KEY.includes(key))) {
    throw new ConfigError('API_KEY and WIDGET_API_KEY: no key may be in both lists when NODE_ENV=production')
  }
}
