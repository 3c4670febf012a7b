import { defineSettings, flag, integer, origins, type ValuesOf } from '../../platform/settings.ts'

export const librarySettings = defineSettings(
  {
    SAMPLE_LIBRARY: flag.optional(),
    LIBRARY_PRIVATE_ORIGINS: origins.default([]),
    LIBRARY_REVIEW: flag.default(false),
    SEARCH_LOG_DAYS: integer(1, 3650).default(90),
  },
  (value, production) => ({
    sampleLibrary: value.SAMPLE_LIBRARY ?? !production,
    /** Origins inside a private network that sources may be fetched from. */
    libraryPrivateOrigins: value.LIBRARY_PRIVATE_ORIGINS,
    /** Whatever is read waits as a draft, and whoever drafted it does not publish it. */
    libraryReview: value.LIBRARY_REVIEW,
    searchLogDays: value.SEARCH_LOG_DAYS,
  }),
)

export type LibrarySettings = ValuesOf<typeof librarySettings>
