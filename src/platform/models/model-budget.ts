import type { Session } from '../database/session.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** What one answer of a model took. */
export interface ModelUsage {
  input: number
  output: number
}

/** Counts what a model takes and says whether the day's tokens are used up. */
export interface ModelBudget {
  /**
   * @param share of the day's tokens that this use may find taken; all of them by default
   * @throws BudgetSpent; never where nobody can tell
   */
  mustAllow(share?: number): Promise<void>
  took(usage: ModelUsage): void
}

/** Whoever wanted to ask a model does without until the next day (UTC). */
export class BudgetSpent extends Error {}

/**
 * The tokens that the chat model may take in a day, of all instances together; they are kept in the database. Answers that are under
 * way when they run out are not broken off, so that a day may take somewhat more.
 * @param tokensPerDay undefined: as many as it takes
 */
export function createModelBudget(
  { prisma }: Session,
  { tokensPerDay, log, metrics }: { tokensPerDay: number | undefined; log: Log; metrics: Metrics },
) {
  const tokens = metrics.counter('model_tokens_total', 'Tokens that the chat model took, by direction', 'direction')
  const requests = metrics.counter('model_requests_total', 'Answers of the chat model')
  const toldOn = new Map<number, string>()
  const day = () => new Date().toISOString().slice(0, 10)
  const budget: ModelBudget = {
    async mustAllow(share = 1) {
      if (tokensPerDay === undefined) return
      const used = await prisma.modelUsage.findUnique({ where: { day: new Date(day()) } }).catch(() => null)
      if (tokensPerDay > 0 && (!used || used.tokensIn + used.tokensOut < BigInt(Math.ceil(tokensPerDay * share)))) return
      if (toldOn.get(share) !== day())
        log.warn(
          share < 1
            ? 'the chat model has used up most of its tokens of today (MODEL_TOKENS_PER_DAY): answers and notes do without it until tomorrow'
            : 'the chat model has used up its tokens of today (MODEL_TOKENS_PER_DAY): it is not asked until tomorrow',
        )
      toldOn.set(share, day())
      throw new BudgetSpent('The tokens of today are used up.')
    },
    took({ input, output }) {
      requests.inc()
      tokens.inc({ direction: 'in' }, input)
      tokens.inc({ direction: 'out' }, output)
      prisma.$executeRaw`
        INSERT INTO model_usage (day, requests, tokens_in, tokens_out) VALUES (${day()}::date, 1, ${input}, ${output})
        ON CONFLICT (day) DO UPDATE SET requests = model_usage.requests + 1, tokens_in = model_usage.tokens_in + excluded.tokens_in,
          tokens_out = model_usage.tokens_out + excluded.tokens_out`.catch((error: unknown) =>
        log.warn({ error }, 'what the chat model took could not be counted'),
      )
    },
  }
  return budget
}
