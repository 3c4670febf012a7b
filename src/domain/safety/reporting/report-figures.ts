import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { FigureKind } from '../../../platform/figures/figure-kind.ts'

const isOpen = Prisma.sql`report.state IN ('unmatched', 'waiting', 'sending', 'failed')`

/** Safety reports by the time from which their clock runs (docs/safety-reporting.md, Figures). */
export const safetyReportFigures = {
  name: 'safety_reports',
  from: Prisma.sql`safety_report AS report LEFT JOIN safety_program AS program ON program.id = report.program_id`,
  time: Prisma.sql`report.aware_at`,
  dimensions: {
    manufacturer: { value: Prisma.sql`program.manufacturer` },
    kind: { value: Prisma.sql`report.kind` },
    state: { value: Prisma.sql`report.state` },
  },
  measures: {
    reports: Prisma.sql`count(*) FILTER (WHERE report.state <> 'withdrawn')`,
    sent: Prisma.sql`count(report.sent_at)`,
    late: Prisma.sql`count(*) FILTER (WHERE report.sent_at > report.due_at)`,
    overdue: Prisma.sql`count(*) FILTER (WHERE ${isOpen} AND report.due_at < now())`,
    unacknowledged: Prisma.sql`count(*) FILTER (WHERE report.state = 'unacknowledged')`,
    secondsToSent: Prisma.sql`(avg(extract(epoch FROM report.sent_at - report.aware_at)) FILTER (WHERE report.sent_at IS NOT NULL))::float8`,
  },
} satisfies FigureKind
