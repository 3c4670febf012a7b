import type { RetrievedItem } from '../../chat.ts'

/** What is remembered of the texts of sections and their passages: a library's are found again and again. Visitors' long messages take no more of it. */
export const ofSections = { texts: 3_000, characters: 20_000, all: 2_000_000 }

/** A section's title and heading. */
export const headOf = ({ title, sectionHeader }: RetrievedItem): string => `${title}\n${sectionHeader ?? ''}`

/** All that a section says. */
export const textOf = (item: RetrievedItem): string => `${headOf(item)}\n${item.content}`
