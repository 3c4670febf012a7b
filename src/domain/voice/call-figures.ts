import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { SummedKind } from '../../platform/figures/figure-kind.ts'

/** Calls by the time they began (docs/contract.md, Figures). Triggers of the migration `figures` name the columns read here. */
export const callFigures = {
  summed: true,
  name: 'calls',
  from: Prisma.sql`voice_call AS call`,
  time: Prisma.sql`call.created_at`,
  dimensions: {
    outcome: { value: Prisma.sql`call.call_outcome` },
    status: { value: Prisma.sql`call.status` },
    call_type: { value: Prisma.sql`call.call_type` },
    direction: { value: Prisma.sql`call.direction` },
    payer: {
      value: Prisma.sql`coalesce(call.insurance_payer_id, patient.payer_id)`,
      join: Prisma.sql`LEFT JOIN patient ON patient.id = call.patient_id`,
    },
    topic: { value: Prisma.sql`topic`, join: Prisma.sql`LEFT JOIN LATERAL unnest(call.topics_discussed) AS topic ON true` },
    medication: {
      value: Prisma.sql`medication`,
      join: Prisma.sql`LEFT JOIN LATERAL unnest(call.medications_discussed) AS medication ON true`,
    },
  },
  measures: {
    calls: Prisma.sql`count(*)`,
    completed: Prisma.sql`count(*) FILTER (WHERE call.status = 'completed')`,
    verified: Prisma.sql`count(*) FILTER (WHERE call.verified)`,
    callbacks: Prisma.sql`count(*) FILTER (WHERE call.callback_requested)`,
    timed: Prisma.sql`count(call.duration_seconds)`,
    seconds: Prisma.sql`coalesce(sum(call.duration_seconds), 0)`,
    rated: Prisma.sql`count(call.patient_satisfaction_score)`,
    satisfaction: Prisma.sql`coalesce(sum(call.patient_satisfaction_score), 0)`,
  },
} satisfies SummedKind
