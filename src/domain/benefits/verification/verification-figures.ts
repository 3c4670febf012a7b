import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { SummedKind } from '../../../platform/figures/figure-kind.ts'

/** Verifications by the time they were requested (docs/contract.md, Figures). Triggers of the migration `figures` name the columns. */
export const verificationFigures = {
  summed: true,
  name: 'verifications',
  from: Prisma.sql`benefits_verification AS verification`,
  time: Prisma.sql`verification.created_at`,
  dimensions: {
    status: { value: Prisma.sql`verification.status` },
    payer: { value: Prisma.sql`verification.payer_id` },
    trigger: { value: Prisma.sql`verification.trigger` },
  },
  measures: {
    verifications: Prisma.sql`count(*)`,
    verified: Prisma.sql`count(*) FILTER (WHERE verification.status = 'VERIFIED')`,
    partial: Prisma.sql`count(*) FILTER (WHERE verification.status = 'PARTIAL')`,
    failed: Prisma.sql`count(*) FILTER (WHERE verification.status = 'FAILED')`,
    timed: Prisma.sql`count(verification.completed_at)`,
    seconds: Prisma.sql`coalesce(sum(extract(epoch FROM verification.completed_at - verification.created_at)), 0)`,
  },
} satisfies SummedKind
