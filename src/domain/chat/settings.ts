import { defineSettings, integer, type ValuesOf } from '../../platform/settings.ts'

export const chatSettings = defineSettings(
  {
    CHAT_CACHE_MINUTES: integer(0, 1440).default(60),
    CHAT_CASES_OF_ALL_PER_HOUR: integer(1, 1_000_000).default(30),
    CHAT_CASES_PER_HOUR: integer(1, 1_000_000).default(10),
    CHAT_MODEL_PATIENCE_SECONDS: integer(1, 120).default(8),
    CHAT_RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000).default(120),
    CHAT_RESUME_SECONDS: integer(0, 180).default(30),
    CHAT_RETENTION_DAYS: integer(1, 3650).default(90),
  },
  (value) => ({
    /** How long a model's answer serves whoever asks the same of the same sources. */
    chatCacheMinutes: value.CHAT_CACHE_MINUTES,
    /** Reports of one visitor group that open a case each; further ones are gathered in one. */
    chatCasesPerHour: value.CHAT_CASES_PER_HOUR,
    /** The same of all visitors together. */
    chatCasesOfAllPerHour: value.CHAT_CASES_OF_ALL_PER_HOUR,
    /** How long the chat waits for a model's first word, and between two words. */
    chatModelPatienceSeconds: value.CHAT_MODEL_PATIENCE_SECONDS,
    /** Messages of one conversation. */
    chatRateLimitPerMinute: value.CHAT_RATE_LIMIT_PER_MINUTE,
    /** How long an answer goes on whose reader was told its id and then left, in case it comes back. */
    chatResumeSeconds: value.CHAT_RESUME_SECONDS,
    /** A conversation is deleted when nothing was said in it for so long. */
    chatRetentionDays: value.CHAT_RETENTION_DAYS,
  }),
)

export type ChatSettings = ValuesOf<typeof chatSettings>
