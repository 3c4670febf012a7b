import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'

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
 * email, MRN or member ID, and every word of it must match (docs/contract.md, Patient list); a patient without a score
 * matches neither bound.
 */
export async function whereFilter({ prisma }: Session, filter: PatientFilter): Promise<Prisma.PatientWhereInput> {
  const { status, payerId, hasAdverseEvents, satisfactionMin, satisfactionMax } = filter
  const words = await searchWords(prisma, filter.search ?? '')
  return {
    ...(status != null && { status }),
    ...(payerId != null && { payerId }),
    ...(hasAdverseEvents != null && { hasAdverseEvents }),
    ...((satisfactionMin != null || satisfactionMax != null) && {
      avgSatisfactionScore: { gte: satisfactionMin ?? 1, lte: satisfactionMax ?? 5 },
    }),
    AND: words.map((word) => ({ searchText: { contains: escapeLike(word) } })),
  }
}

/** The distinct words, folded by the database as it folds `search_text`: beyond ASCII its rules are not JavaScript's. */
async function searchWords(prisma: Session['prisma'], search: string): Promise<string[]> {
  const given = search.normalize('NFC')
  const [{ folded } = { folded: '' }] = isAscii.test(given)
    ? [{ folded: given.toLowerCase() }]
    : await prisma.$queryRaw<{ folded: string }[]>`SELECT lower(${given}) AS folded`
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))]
}

const isAscii = /^[\t-~]*$/

/** Prisma passes `%`, `_` and `\` of a `contains` through to LIKE, where they are wildcards. */
const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/** Newest first: the order of every list (docs/contract.md, Lists). */
export const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.PatientOrderByWithRelationInput[]
