import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { SummedKind } from '../../../platform/figures/figure-kind.ts'

/**
 * Prior authorization cases of medicines, by the time they were opened (docs/contract.md, Figures). The case of the coverage itself is
 * no request and not counted. Triggers of the migration `figures` name the columns read here.
 */
export const paCaseFigures = {
  summed: true,
  name: 'pa_cases',
  from: Prisma.sql`pa_case`,
  time: Prisma.sql`pa_case.created_at`,
  where: Prisma.sql`AND pa_case.drug_key <> ''`,
  dimensions: {
    status: { value: Prisma.sql`pa_case.status` },
    payer: { value: Prisma.sql`pa_case.payer_id` },
    medication: { value: Prisma.sql`pa_case.drug_key` },
  },
  measures: {
    cases: Prisma.sql`count(*)`,
    open: Prisma.sql`count(*) FILTER (WHERE pa_case.status = 'open')`,
    notRequired: Prisma.sql`count(*) FILTER (WHERE pa_case.status = 'not_required')`,
    pending: Prisma.sql`count(*) FILTER (WHERE pa_case.status = 'pending')`,
    approved: Prisma.sql`count(*) FILTER (WHERE pa_case.status = 'approved')`,
    denied: Prisma.sql`count(*) FILTER (WHERE pa_case.status = 'denied')`,
    timed: Prisma.sql`count(*) FILTER (WHERE pa_case.decided_at IS NOT NULL AND pa_case.requested_at IS NOT NULL)`,
    seconds: Prisma.sql`coalesce(sum(extract(epoch FROM pa_case.decided_at - pa_case.requested_at)), 0)`,
  },
} satisfies SummedKind
