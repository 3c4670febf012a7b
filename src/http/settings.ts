import { z } from 'zod'
import { ConfigError, defineSettings, integer, origins, url } from '../platform/settings.ts'

export const httpSettings = defineSettings(
  {
    BODY_TIMEOUT_SECONDS: integer(1, 240).default(15),
    CORS_ORIGINS: origins.default([]),
    GRAPHQL_DOCUMENTS: z.enum(['any', 'trusted']).default('any'),
    MAX_DOCUMENTS_PER_VISITOR: integer(1, 1_000_000).default(20),
    MAX_STREAMS_PER_KEY: integer(1, 1_000_000).default(1000),
    MAX_STREAMS_PER_VISITOR: integer(1, 1_000_000).default(50),
    METRICS_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
    METRICS_PORT: integer(0, 65_535).optional(),
    OVERLOAD_LAG_MS: integer(0, 60_000).default(500),
    PUBLIC_URL: url('https:', 'http:')
      .refine((value) => !/[?#@]/.test(value), 'must have no user name, query or fragment')
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
    RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000).default(6000),
    TRUST_PROXY_HOPS: integer(0, 16).default(0),
    WIDGET_DOCUMENTS: z.enum(['registered', 'any']).optional(),
  },
  (value, production) => ({
    /** How long a client may take to send a body. */
    bodyTimeoutSeconds: value.BODY_TIMEOUT_SECONDS,
    corsOrigins: value.CORS_ORIGINS,
    /** Whether `/graphql` runs registered documents only, for all but those who may register one. */
    trustedDocumentsOnly: value.GRAPHQL_DOCUMENTS === 'trusted',
    /** Whether pages' keys run the widget's own documents and registered ones only. */
    widgetDocumentsOnly: (value.WIDGET_DOCUMENTS ?? (production ? 'registered' : 'any')) === 'registered',
    /** Documents of one visitor of a page's key that may run at once. */
    maxDocumentsPerVisitor: value.MAX_DOCUMENTS_PER_VISITOR,
    metrics: metricsAccess(value.METRICS_PORT, value.METRICS_KEY, production),
    /** Streams that one key may have open, and one visitor of a page's key. */
    maxStreamsPerKey: value.MAX_STREAMS_PER_KEY,
    maxStreamsPerVisitor: value.MAX_STREAMS_PER_VISITOR,
    /** The lag of the event loop from which the least urgent requests are refused; 0: none is. */
    overloadLagMs: value.OVERLOAD_LAG_MS,
    /** Where clients reach the service, without a final slash; undefined: as each request was addressed. */
    publicUrl: value.PUBLIC_URL,
    /** Requests of one key. */
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    trustProxyHops: value.TRUST_PROXY_HOPS,
  }),
)

/** Where `/metrics` is served, and which key it asks for. */
export interface MetricsAccess {
  /** On the service's own port: not where it has another, nor in production without a key. */
  onMainPort: boolean
  port: number | undefined
  key: string | undefined
}

function metricsAccess(port: number | undefined, key: string | undefined, production: boolean): MetricsAccess {
  if (production && key !== undefined && key.length < 32)
    throw new ConfigError('METRICS_KEY: must have at least 32 characters in production')
  return { port, key, onMainPort: port === undefined && (key !== undefined || !production) }
}
