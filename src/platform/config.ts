import { availableParallelism } from 'node:os'
import { z } from 'zod'

/** A configuration error is told in one line that names the variable, never its value (it may be a secret). */
export class ConfigError extends Error {}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    )
const origins = list.refine(
  (values) => values.every((value) => URL.canParse(value) && new URL(value).origin === value),
  'must be a comma-separated list of origins such as https://dashboard.example.com',
)

/** Standard Webhooks writes secrets as `whsec_` and base64, and asks for 24 bytes or more; fewer than 8 are a mistake. */
const webhookSecrets = list.refine(
  (values) =>
    values.every((value) => {
      const encoded = value.replace(/^whsec_/, '')
      return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && Buffer.from(encoded, 'base64').length >= 8
    }),
  'must be a comma-separated list of secrets, each whsec_ and random bytes in base64 (24 bytes or more)',
)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'must be development, test or production').default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('postgresql:', 'postgres:').optional(),
  DATABASE_POOL_SIZE: integer(1, 500).default(20),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  REDIS_PREFIX: z.string().default('care-outreach'),
  API_KEY: list.optional(),
  WIDGET_API_KEY: list.optional(),
  CORS_ORIGINS: origins.default([]),
  WIDGET_ORIGINS: origins.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: url('https:', 'http:').optional(),
  OPENAI_EMBEDDING_MODEL: z.string().default('text-embedding-3-small'),
  OPENAI_CHAT_MODEL: z.string().default('gpt-4.1-mini'),
  MODEL_TIMEOUT_SECONDS: integer(1, 600).default(60),
  EMBEDDING_THREADS: integer(1, 16).optional(),
  SAMPLE_LIBRARY: z.enum(['true', 'false'], 'must be true or false').optional(),
  LIBRARY_PRIVATE_ORIGINS: origins.default([]),
  SEARCH_LOG_DAYS: integer(1, 3650).default(90),
  VOICE_WEBHOOK_SECRET: webhookSecrets.default([]),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().default('Care Outreach <no-reply@localhost>'),
  ELIGIBILITY_DRIVER: z.enum(['sandbox', 'clearinghouse'], 'must be sandbox or clearinghouse').optional(),
  ELIGIBILITY_URL: url('https:', 'http:').optional(),
  ELIGIBILITY_API_KEY: z.string().optional(),
  ELIGIBILITY_TIMEOUT_SECONDS: integer(1, 300).default(60),
  ELIGIBILITY_PROVIDER_NAME: z.string().default('Care Outreach'),
  ELIGIBILITY_PROVIDER_NPI: z
    .string()
    .regex(/^\d{10}$/, 'must be a National Provider Identifier of 10 digits')
    .optional(),
  VERIFICATION_MAX_AGE_HOURS: integer(1, 8760).default(24),
  SAMPLE_POLICIES: z.enum(['true', 'false'], 'must be true or false').optional(),
  CHAT_MODEL_PATIENCE_SECONDS: integer(1, 120).default(8),
  CHAT_RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000).default(120),
  CHAT_RETENTION_DAYS: integer(1, 3650).default(90),
  RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000).default(6000),
  TRUST_PROXY_HOPS: integer(0, 16).default(0),
  SHUTDOWN_DELAY_MS: integer(0, 60_000).default(500),
  SHUTDOWN_TIMEOUT_SECONDS: integer(1, 600).default(25),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
})

export type Config = Readonly<ReturnType<typeof readConfig>>

/**
 * The whole configuration, parsed once at start. An empty variable counts as unset.
 * @throws ConfigError naming every variable that is wrong, in one line.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const value = parsed.data
  const production = value.NODE_ENV === 'production'
  const missing = (['API_KEY', 'WIDGET_API_KEY'] as const).filter((name) => !value[name]?.length)
  if (production && missing.length > 0) {
    throw new ConfigError(`${missing.join(' and ')} must be set when NODE_ENV=production (a comma-separated list of secret keys)`)
  }
  const eligibility = eligibilityOf(value, production)
  return {
    production,
    host: value.HOST,
    port: value.PORT,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    redisUrl: value.REDIS_URL,
    redisPrefix: value.REDIS_PREFIX,
    apiKeys: value.API_KEY ?? [],
    widgetApiKeys: value.WIDGET_API_KEY ?? [],
    corsOrigins: value.CORS_ORIGINS,
    /** Origins of pages that may use the widget's paths; any, where it is undefined. */
    widgetOrigins: value.WIDGET_ORIGINS ?? (production ? [] : undefined),
    openAiApiKey: value.OPENAI_API_KEY,
    openAiBaseUrl: value.OPENAI_BASE_URL,
    openAiEmbeddingModel: value.OPENAI_EMBEDDING_MODEL,
    openAiChatModel: value.OPENAI_CHAT_MODEL,
    modelTimeoutSeconds: value.MODEL_TIMEOUT_SECONDS,
    embeddingThreads: value.EMBEDDING_THREADS ?? Math.min(4, availableParallelism()),
    sampleLibrary: value.SAMPLE_LIBRARY === undefined ? !production : value.SAMPLE_LIBRARY === 'true',
    libraryPrivateOrigins: value.LIBRARY_PRIVATE_ORIGINS,
    searchLogDays: value.SEARCH_LOG_DAYS,
    /** Secrets that platforms sign webhooks with (Standard Webhooks); more than one while a secret is being replaced. */
    voiceWebhookSecrets: value.VOICE_WEBHOOK_SECRET,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    /** Who answers for payers; undefined where nobody is connected. */
    eligibility,
    /** A verification younger than this is told to a caller without asking the payer again. */
    verificationMaxAgeHours: value.VERIFICATION_MAX_AGE_HOURS,
    samplePolicies: value.SAMPLE_POLICIES === undefined ? eligibility?.driver === 'sandbox' : value.SAMPLE_POLICIES === 'true',
    /** How long the chat waits for a model's first word, and between two words. */
    chatModelPatienceSeconds: value.CHAT_MODEL_PATIENCE_SECONDS,
    /** Messages of one conversation. */
    chatRateLimitPerMinute: value.CHAT_RATE_LIMIT_PER_MINUTE,
    /** Conversations are forgotten when nothing was said for so long. */
    chatRetentionDays: value.CHAT_RETENTION_DAYS,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    trustProxyHops: value.TRUST_PROXY_HOPS,
    shutdownDelayMs: value.SHUTDOWN_DELAY_MS,
    shutdownTimeoutSeconds: value.SHUTDOWN_TIMEOUT_SECONDS,
    logLevel: value.LOG_LEVEL,
  }
}

/**
 * The clearinghouse where its address is given, else the sandbox. In production the sandbox has to be asked for by name:
 * made-up benefits must not be taken for a patient's.
 */
function eligibilityOf(value: z.output<typeof environment>, production: boolean) {
  const driver = value.ELIGIBILITY_DRIVER ?? (value.ELIGIBILITY_URL ? 'clearinghouse' : production ? undefined : 'sandbox')
  if (driver !== 'clearinghouse') return driver && { driver }
  const {
    ELIGIBILITY_URL: address,
    ELIGIBILITY_API_KEY: apiKey,
    ELIGIBILITY_PROVIDER_NAME: organizationName,
    ELIGIBILITY_PROVIDER_NPI: npi,
  } = value
  if (!address || !apiKey) throw new ConfigError('ELIGIBILITY_URL and ELIGIBILITY_API_KEY must both be set for the clearinghouse')
  return {
    driver,
    url: address,
    apiKey,
    timeoutMs: value.ELIGIBILITY_TIMEOUT_SECONDS * 1000,
    /** Who asks, as payers want to know it. */
    ...(npi === undefined ? {} : { provider: { organizationName, npi } }),
  }
}
