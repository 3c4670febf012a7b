import type { Section } from '../../src/domain/documents/section.ts'

/** A section of a web page with nothing of a PDF or a video. */
export const webSection = (said: Pick<Section, 'title' | 'content' | 'sectionType' | 'sourceUrl'>): Section => ({
  ...said,
  sectionHeader: null,
  classifiedBy: 'given',
  sourceType: 'webpage',
  page: null,
  videoId: null,
  videoDurationSeconds: null,
  timestampStart: null,
  timestampEnd: null,
  thumbnailUrl: null,
})
