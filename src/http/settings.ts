import { defineSettings, integer, origins } from '../platform/settings.ts'

export const httpSettings = defineSettings(
  {
    CORS_ORIGINS: origins.default([]),
    RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000).default(6000),
    TRUST_PROXY_HOPS: integer(0, 16).default(0),
  },
  (value) => ({
    corsOrigins: value.CORS_ORIGINS,
    /** Requests of one key. */
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    trustProxyHops: value.TRUST_PROXY_HOPS,
  }),
)
