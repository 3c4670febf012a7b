import type { Session } from '../../platform/database/session.ts'
import { readPlanSeed, type SandboxPlan, sandboxPlanSchema } from './eligibility/plan-seed.ts'
import { payerList } from './payer-list.ts'

/** Loads the payers and sandbox plans of prisma/seed/payers into the database. A trading partner id set by staff is kept. */
export async function seedPayers({ prisma }: Session): Promise<void> {
  const payers = payerList.map(({ id, name, aliases, tradingPartnerId }) => ({ id, name, aliases, trading: tradingPartnerId }))
  await prisma.$executeRaw`
    INSERT INTO payer (id, name, aliases, trading_partner_id)
    SELECT id, name, aliases, trading FROM json_to_recordset(${JSON.stringify(payers)}::json)
      AS payers (id text, name text, aliases text[], trading text)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, aliases = excluded.aliases,
      trading_partner_id = coalesce(payer.trading_partner_id, excluded.trading_partner_id)`
  const plans = (await readPlanSeed()).map((plan) => ({ payer_id: plan.payerId, name: plan.name, plan }))
  await prisma.$executeRaw`
    WITH seeded AS (
      SELECT payer_id, name, plan FROM json_to_recordset(${JSON.stringify(plans)}::json) AS plans (payer_id text, name text, plan jsonb)
    ), gone AS (
      DELETE FROM sandbox_plan WHERE (payer_id, name) NOT IN (SELECT payer_id, name FROM seeded)
    )
    INSERT INTO sandbox_plan (payer_id, name, plan) SELECT payer_id, name, plan FROM seeded
    ON CONFLICT (payer_id, name) DO UPDATE SET plan = excluded.plan`
}

/** The sandbox plans of a payer, from the database. */
export async function plansOf({ prisma }: Session, payerId: string): Promise<SandboxPlan[]> {
  const rows = await prisma.sandboxPlan.findMany({ where: { payerId }, orderBy: { name: 'asc' } })
  return rows.map(({ plan }) => sandboxPlanSchema.parse(plan))
}
