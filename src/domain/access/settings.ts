import { ConfigError, defineSettings, list, origins, url } from '../../platform/settings.ts'

export const accessSettings = defineSettings(
  {
    API_KEY: list.optional(),
    WIDGET_API_KEY: list.optional(),
    WIDGET_ORIGINS: origins.optional(),
    AUDIT_SINK: url('file:', 'syslog:', 'syslogs:').optional(),
  },
  (value, production) => {
    const missing = (['API_KEY', 'WIDGET_API_KEY'] as const).filter((name) => !value[name]?.length)
    if (production && missing.length > 0) {
      throw new ConfigError(`${missing.join(' and ')} must be set when NODE_ENV=production (a comma-separated list of secret keys)`)
    }
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
