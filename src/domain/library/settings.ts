import { defineSettings, flag, integer, origins, type ValuesOf } from '../../platform/settings.ts'

export const librarySettings = defineSettings(
  { SAMPLE_LIBRARY: flag.optional(), LIBRARY_PRIVATE_ORIGINS: origins.default([]), SEARCH_LOG_DAYS: integer(1, 3650).default(90) },
  (value, production) => ({
    sampleLibrary: value.SAMPLE_LIBRARY ?? !production,
    /** Origins inside a private network that sources may be fetched from. */
    libraryPrivateOrigins: value.LIBRARY_PRIVATE_ORIGINS,
    searchLogDays: value.SEARCH_LOG_DAYS,
  }),
)

export type LibrarySettings = ValuesOf<typeof librarySettings>
