/** What a section is about (docs/contract.md, Content item). */
export const sectionTypes = ['dosing', 'side_effects', 'patient_support', 'storage', 'faq'] as const
export type SectionType = (typeof sectionTypes)[number]

export const sourceTypes = ['webpage', 'pdf', 'video'] as const
type SourceType = (typeof sourceTypes)[number]

/** One piece of a source, about 200 words under one heading: what becomes a content item. */
export interface Section {
  title: string
  sectionHeader: string | null
  content: string
  sectionType: SectionType
  /** What chose `sectionType`, for staff to read: `given`, `header: how to store`, `text: side effects, nausea`, `learnt: frozen, courier`, `default`. */
  classifiedBy: string
  sourceType: SourceType
  sourceUrl: string | null
  /** The page of a PDF that the section starts on, from 1. */
  page: number | null
  videoId: string | null
  videoDurationSeconds: number | null
  /** Seconds into the video. */
  timestampStart: number | null
  timestampEnd: number | null
  thumbnailUrl: string | null
}
