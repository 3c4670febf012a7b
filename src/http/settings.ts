import { defineSettings, integer, origins } from '../platform/settings.ts'

export const httpSettings = defineSettings(
  {
    BODY_TIMEOUT_SECONDS: integer(1, 240).default(15),
    CORS_ORIGINS: origins.default([]),
    MAX_STREAMS_PER_KEY: integer(1, 1_000_000).default(1000),
    MAX_STREAMS_PER_VISITOR: integer(1, 1_000_000).default(50),
    RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000).default(6000),
    TRUST_PROXY_HOPS: integer(0, 16).default(0),
  },
  (value) => ({
    /** How long a client may take to send a body. */
    bodyTimeoutSeconds: value.BODY_TIMEOUT_SECONDS,
    corsOrigins: value.CORS_ORIGINS,
    /** Streams that one key may have open, and one visitor of a page's key. */
    maxStreamsPerKey: value.MAX_STREAMS_PER_KEY,
    maxStreamsPerVisitor: value.MAX_STREAMS_PER_VISITOR,
    /** Requests of one key. */
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    trustProxyHops: value.TRUST_PROXY_HOPS,
  }),
)
