import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { SummedKind } from '../../platform/figures/figure-kind.ts'

/** Patients by the time they were enrolled (docs/contract.md, Figures). Triggers of the migration `figures` name the columns read here. */
export const patientFigures = {
  summed: true,
  name: 'patients',
  from: Prisma.sql`patient`,
  time: Prisma.sql`patient.created_at`,
  dimensions: {
    status: { value: Prisma.sql`patient.status` },
    payer: { value: Prisma.sql`patient.payer_id` },
    state: { value: Prisma.sql`patient.state` },
  },
  measures: {
    patients: Prisma.sql`count(*)`,
    active: Prisma.sql`count(*) FILTER (WHERE patient.status = 'active')`,
    withAdverseEvents: Prisma.sql`count(*) FILTER (WHERE patient.has_adverse_events)`,
  },
} satisfies SummedKind
