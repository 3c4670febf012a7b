import { escapeLike, inTimeRange, type TimeRange } from '../../platform/database/conditions.ts'
import type { Prisma, VerificationStatus } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { normalForm } from '../../platform/normal-form.ts'

export interface PatientFilter {
  search?: string | null
  status?: 'active' | 'inactive' | null
  payerId?: string | null
  hasAdverseEvents?: boolean | null
  satisfactionMin?: number | null
  satisfactionMax?: number | null
  /** A name on a medication record, whole and in any case. */
  medication?: string | null
  verificationStatus?: VerificationStatus | null
  created?: TimeRange | null
}

/**
 * The condition for a filter's rows. Every word of `search` must be a case-insensitive substring of the first name, last name,
 * "first last", phone, email, MRN or member ID (docs/contract.md, Patient list). A patient without a satisfaction score matches neither
 * bound.
 */
export async function whereFilter({ prisma }: Session, filter: PatientFilter): Promise<Prisma.PatientWhereInput> {
  const { status, payerId, hasAdverseEvents, satisfactionMin, satisfactionMax, medication, verificationStatus, created } = filter
  const words = await searchWords(prisma, filter.search ?? '')
  return {
    ...(status != null && { status }),
    ...(payerId != null && { payerId }),
    ...(hasAdverseEvents != null && { hasAdverseEvents }),
    ...((satisfactionMin != null || satisfactionMax != null) && {
      avgSatisfactionScore: { gte: satisfactionMin ?? 1, lte: satisfactionMax ?? 5 },
    }),
    ...(medication != null && {
      medications: { some: { medicationName: { equals: escapeLike(medication), mode: 'insensitive' as const } } },
    }),
    ...(verificationStatus != null && { verificationStatus }),
    ...(created != null && { createdAt: inTimeRange(created) }),
    AND: words.map((word) => ({ searchText: { contains: escapeLike(word) } })),
  }
}

/** The distinct words in lower case. PostgreSQL folds non-ASCII text, as it does for `search_text`: its rules differ from JavaScript's. */
async function searchWords(prisma: Session['prisma'], search: string): Promise<string[]> {
  const given = normalForm(search, 'NFC')
  const [{ folded } = { folded: '' }] = isAscii.test(given)
    ? [{ folded: given.toLowerCase() }]
    : await prisma.$queryRaw<{ folded: string }[]>`SELECT lower(${given}) AS folded`
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))]
}

const isAscii = /^[\t-~]*$/

/** Newest first, the order of all lists (docs/contract.md, Lists). */
export const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.PatientOrderByWithRelationInput[]
