import type { Prisma } from '../../platform/database/generated/prisma/client.ts'

export interface ContentFilter {
  sectionType?: Prisma.ContentItemWhereInput['sectionType'] | null
  sourceType?: Prisma.ContentItemWhereInput['sourceType'] | null
  sourceId?: number | null
}

export const whereContent = ({ sectionType, sourceType, sourceId }: ContentFilter): Prisma.ContentItemWhereInput => ({
  ...(sectionType != null && { sectionType }),
  ...(sourceType != null && { sourceType }),
  ...(sourceId != null && { sourceId }),
})

/** Library order: by source, then by position within it (docs/contract.md, Lists). */
export const libraryOrder = [
  { sourceId: 'asc' },
  { position: 'asc' },
  { key: 'asc' },
] satisfies Prisma.ContentItemOrderByWithRelationInput[]
