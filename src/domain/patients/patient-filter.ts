import type { Prisma } from '../../platform/database/generated/prisma/client.ts'

export interface PatientFilter {
  search?: string | null
  status?: 'active' | 'inactive' | null
  payerId?: string | null
  hasAdverseEvents?: boolean | null
  satisfactionMin?: number | null
  satisfactionMax?: number | null
}

/**
 * The rows a filter keeps. `search` is a case-insensitive substring of first name, last name, "first last", phone,
 * email, MRN or member ID, and every word of it must match (DECISIONS.md, Patients); a patient without a score
 * matches neither bound.
 */
export function whereFilter(filter: PatientFilter): Prisma.PatientWhereInput {
  const { status, payerId, hasAdverseEvents, satisfactionMin, satisfactionMax } = filter
  return {
    ...(status != null && { status }),
    ...(payerId != null && { payerId }),
    ...(hasAdverseEvents != null && { hasAdverseEvents }),
    ...((satisfactionMin != null || satisfactionMax != null) && {
      avgSatisfactionScore: { gte: satisfactionMin ?? 1, lte: satisfactionMax ?? 5 },
    }),
    AND: searchWords(filter.search ?? '').map((word) => ({ searchText: { contains: escapeLike(word) } })),
  }
}

/** The distinct words, folded as the database folds `search_text`. */
function searchWords(search: string): string[] {
  const words = search
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return [...new Set(words)]
}

/** Prisma passes `%`, `_` and `\` of a `contains` through to LIKE, where they are wildcards. */
const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/** Newest first: the order of every list (DECISIONS.md, Conventions). */
export const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.PatientOrderByWithRelationInput[]
