import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { FigureKind } from '../../../platform/figures/figure-kind.ts'

const decided = Prisma.sql`event.review_state IN ('confirmed', 'dismissed') AND event.reviewed_at IS NOT NULL`

/** Adverse events by the time their case was opened (docs/contract.md, Figures). */
export const adverseEventFigures = {
  name: 'adverse_events',
  from: Prisma.sql`adverse_event AS event`,
  time: Prisma.sql`event.created_at`,
  dimensions: {
    severity: { value: Prisma.sql`event.severity` },
    source: { value: Prisma.sql`event.source` },
    review_state: { value: Prisma.sql`event.review_state` },
    medication: { value: Prisma.sql`event.medication_name` },
  },
  measures: {
    cases: Prisma.sql`count(*)`,
    open: Prisma.sql`count(*) FILTER (WHERE event.review_state = 'open')`,
    inReview: Prisma.sql`count(*) FILTER (WHERE event.review_state = 'in_review')`,
    confirmed: Prisma.sql`count(*) FILTER (WHERE event.review_state = 'confirmed')`,
    dismissed: Prisma.sql`count(*) FILTER (WHERE event.review_state = 'dismissed')`,
    serious: Prisma.sql`count(*) FILTER (WHERE event.seriousness <> '{}')`,
    secondsToDecision: Prisma.sql`(avg(extract(epoch FROM event.reviewed_at - event.created_at)) FILTER (WHERE ${decided}))::float8`,
  },
} satisfies FigureKind
