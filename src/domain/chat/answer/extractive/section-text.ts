import type { RetrievedItem } from '../../chat.ts'

/** A section's title and heading. */
export const headOf = ({ title, sectionHeader }: RetrievedItem): string => `${title}\n${sectionHeader ?? ''}`

/** All that a section says. */
export const textOf = (item: RetrievedItem): string => `${headOf(item)}\n${item.content}`
