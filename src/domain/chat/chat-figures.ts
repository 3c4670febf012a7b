import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { FigureKind } from '../../platform/figures/figure-kind.ts'

/** Visitors' messages by the time they came: each has one answer, which holds what became of it (docs/contract.md, Figures). */
export const chatFigures = {
  name: 'chat',
  from: Prisma.sql`chat_message AS answer LEFT JOIN chat_feedback AS feedback ON feedback.message_id = answer.id`,
  time: Prisma.sql`answer.created_at`,
  where: Prisma.sql`AND answer.role = 'assistant'`,
  dimensions: {
    query_type: { value: Prisma.sql`answer.query_type` },
    answered_by: { value: Prisma.sql`answer.answered_by` },
    state: { value: Prisma.sql`answer.state` },
    tier: { value: Prisma.sql`answer.tier` },
    widget_client: {
      value: Prisma.sql`client.name`,
      join: Prisma.sql`JOIN chat_session AS session ON session.id = answer.session_id
        JOIN widget_client AS client ON client.id = session.widget_client_id`,
    },
  },
  measures: {
    messages: Prisma.sql`count(*)`,
    conversations: Prisma.sql`count(DISTINCT answer.session_id)`,
    searched: Prisma.sql`count(answer.tier)`,
    answered: Prisma.sql`count(*) FILTER (WHERE answer.tier = 'answer' AND answer.state <> 'failed')`,
    unanswered: Prisma.sql`count(*) FILTER (WHERE answer.tier = 'not_found')`,
    uncertain: Prisma.sql`count(*) FILTER (WHERE answer.tier = 'uncertain')`,
    failed: Prisma.sql`count(*) FILTER (WHERE answer.state = 'failed')`,
    emergencies: Prisma.sql`count(*) FILTER (WHERE answer.query_type = 'emergency')`,
    adverseEvents: Prisma.sql`count(*) FILTER (WHERE answer.query_type = 'adverse_event')`,
    rated: Prisma.sql`count(feedback.helpful)`,
    helpful: Prisma.sql`count(*) FILTER (WHERE feedback.helpful)`,
    firstTokenP50: Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY answer.first_token_ms)`,
    firstTokenP95: Prisma.sql`percentile_cont(0.95) WITHIN GROUP (ORDER BY answer.first_token_ms)`,
  },
} satisfies FigureKind
