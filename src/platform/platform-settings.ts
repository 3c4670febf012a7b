import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { fieldKeys } from './field-encryption/field-keys.ts'
import { plaintextHosts, refusePlaintext } from './plain-transport.ts'
import { ConfigError, defineSettings, flag, integer, url } from './settings.ts'

/** Where the service listens, keeps its data and finds its servers and models, and how it stops and logs. */
export const platformSettings = defineSettings(
  {
    HOST: z.string().default('127.0.0.1'),
    PORT: integer(0, 65_535).default(3000),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: url('postgresql:', 'postgres:').optional(),
    DATABASE_DIRECT_URL: url('postgresql:', 'postgres:').optional(),
    DATABASE_PREPARED_STATEMENTS: flag.optional(),
    DATABASE_POOL_SIZE: integer(1, 500).default(20),
    DATABASE_MIGRATE: flag.default(true),
    JOB_HEARTBEAT_SECONDS: integer(10, 600).default(20),
    FIELD_ENCRYPTION_KEY: fieldKeys.optional(),
    REDIS_URL: url('redis:', 'rediss:').optional(),
    REDIS_PREFIX: z.string().default('care-outreach'),
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: url('https:', 'http:').optional(),
    OPENAI_EMBEDDING_MODEL: z.string().default('text-embedding-3-small'),
    OPENAI_CHAT_MODEL: z.string().default('gpt-4.1-mini'),
    MODEL_TIMEOUT_SECONDS: integer(1, 600).default(60),
    MODEL_TOKENS_PER_DAY: integer(0, 1_000_000_000).optional(),
    EMBEDDING_THREADS: integer(1, 16).optional(),
    SMTP_URL: url('smtp:', 'smtps:').optional(),
    MAIL_FROM: z.string().default('Care Outreach <no-reply@localhost>'),
    ...plaintextHosts,
    SHUTDOWN_DELAY_MS: integer(0, 60_000).default(500),
    SHUTDOWN_TIMEOUT_SECONDS: integer(1, 600).default(25),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('https:', 'http:').optional(),
    OTEL_SERVICE_NAME: z.string().default('care-outreach'),
    OTEL_TRACES_RATIO: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
      .default('info'),
  },
  (value, production) => {
    if (value.DATABASE_DIRECT_URL !== undefined && value.DATABASE_URL === undefined)
      throw new ConfigError('DATABASE_DIRECT_URL: goes with DATABASE_URL, the address of the pooler')
    for (const name of ['OPENAI_BASE_URL', 'SMTP_URL', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const)
      refusePlaintext(name, value[name], value.ALLOW_PLAINTEXT, production)
    return {
      host: value.HOST,
      port: value.PORT,
      dataDir: value.DATA_DIR,
      databaseUrl: value.DATABASE_URL,
      databaseDirectUrl: value.DATABASE_DIRECT_URL,
      databasePreparedStatements: value.DATABASE_PREPARED_STATEMENTS,
      databasePoolSize: value.DATABASE_POOL_SIZE,
      databaseMigrate: value.DATABASE_MIGRATE,
      jobHeartbeatSeconds: value.JOB_HEARTBEAT_SECONDS,
      /** The first seals texts, all open them; none where texts are stored as they are. */
      fieldKeys: value.FIELD_ENCRYPTION_KEY ?? [],
      redisUrl: value.REDIS_URL,
      redisPrefix: value.REDIS_PREFIX,
      openAiApiKey: value.OPENAI_API_KEY,
      openAiBaseUrl: value.OPENAI_BASE_URL,
      openAiEmbeddingModel: value.OPENAI_EMBEDDING_MODEL,
      openAiChatModel: value.OPENAI_CHAT_MODEL,
      modelTimeoutSeconds: value.MODEL_TIMEOUT_SECONDS,
      /** Of the chat model, in and out together, of all instances; undefined: as many as it takes. */
      modelTokensPerDay: value.MODEL_TOKENS_PER_DAY,
      embeddingThreads: value.EMBEDDING_THREADS ?? Math.min(4, availableParallelism()),
      smtpUrl: value.SMTP_URL,
      mailFrom: value.MAIL_FROM,
      shutdownDelayMs: value.SHUTDOWN_DELAY_MS,
      shutdownTimeoutSeconds: value.SHUTDOWN_TIMEOUT_SECONDS,
      logLevel: value.LOG_LEVEL,
      /** Where spans go; nowhere, and none is made, where there is no endpoint. */
      traces:
        value.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
          ? undefined
          : { endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: value.OTEL_SERVICE_NAME, ratio: value.OTEL_TRACES_RATIO },
    }
  },
)
