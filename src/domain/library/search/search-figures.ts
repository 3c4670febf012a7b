import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { FigureKind } from '../../../platform/figures/figure-kind.ts'
import { answeredFrom } from './unanswered-queries.ts'

/** Searches by their time, without their words (docs/contract.md, Figures). */
export const searchFigures = {
  name: 'searches',
  from: Prisma.sql`search_event AS search`,
  time: Prisma.sql`search.asked_at`,
  dimensions: {
    outcome: {
      value: Prisma.sql`CASE WHEN search.best_relevance >= ${answeredFrom}::real THEN 'answered'
        WHEN search.result_count > 0 THEN 'weak' ELSE 'none' END`,
    },
  },
  measures: {
    searches: Prisma.sql`count(*)`,
    unanswered: Prisma.sql`count(*) FILTER (WHERE search.best_relevance < ${answeredFrom}::real)`,
    withoutResult: Prisma.sql`count(*) FILTER (WHERE search.result_count = 0)`,
    sessions: Prisma.sql`count(DISTINCT search.session)`,
  },
} satisfies FigureKind
