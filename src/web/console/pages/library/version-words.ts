import type { SectionChange, SourceVersionState } from '../../generated/documents.ts'
import type { Tone } from '../../ui/pill.tsx'

/** What has become of a version, for people. */
export const versionStates: Record<SourceVersionState, readonly [called: string, tone: Tone]> = {
  draft: ['Draft', 'warn'],
  in_review: ['In review', 'accent'],
  approved: ['Scheduled', 'accent'],
  published: ['Published', 'good'],
  expired: ['Expired', 'plain'],
  replaced: ['Replaced', 'plain'],
}

export const sectionChanges: Record<SectionChange, readonly [called: string, tone: Tone]> = {
  same: ['As now', 'plain'],
  added: ['New', 'good'],
  changed: ['Changed', 'warn'],
  removed: ['Left out', 'bad'],
}
