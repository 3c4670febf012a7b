import { createHash } from 'node:crypto'
import type { Session } from '../../../platform/database/session.ts'

// How many reports of an hour open a case each: of a visitor group, of the network that it is part of, and of all.

/** Whose reports are counted together, and how many of an hour open a case each. */
export interface ReportGroup {
  /** A hash: nothing leads back from it to a visitor. */
  group: string
  /** A hash of the wider network that the group is part of, where it has one: whoever has one of its addresses has all. */
  wider?: string | undefined
  limits: CaseLimits
}

export interface CaseLimits {
  ofGroup: number
  /** Cases that all visitors together open, whichever groups they are in. */
  ofAll: number
}

/** What a wider network may open, in shares of a group. */
const sharesOfWider = 3

/** Whose reports of this hour are counted, and the case that gathers what is beyond their limit, if there is one yet. */
export interface ReportCount {
  group: string
  reports: number
  caseId: number | null
}

export const hashOf = (what: string) => createHash('sha256').update(what).digest('base64url')
const all = hashOf('all')

/** The whole chat as a group. */
export const isOfAll = ({ group }: Pick<ReportCount, 'group'>) => group === all

/** Counts a report. The group's row stays locked until the transaction ends. */
export async function count({ prisma }: Session, group: string): Promise<ReportCount> {
  const [counted] = await prisma.$queryRaw<ReportCount[]>`
    INSERT INTO report_group AS known (visitor_group, started_at, reports) VALUES (${group}, now(), 1)
    ON CONFLICT (visitor_group) DO UPDATE SET
      reports = CASE WHEN known.started_at > now() - interval '1 hour' THEN known.reports + 1 ELSE 1 END,
      gathering_case_id = CASE WHEN known.started_at > now() - interval '1 hour' THEN known.gathering_case_id END,
      started_at = CASE WHEN known.started_at > now() - interval '1 hour' THEN known.started_at ELSE now() END
    RETURNING visitor_group AS "group", reports, gathering_case_id AS "caseId"`
  if (!counted) throw new Error('The report was not counted.')
  return counted
}

/**
 * Counts a report of a group, and where it would open a case, or the first to gather others, also among those of all. Rows are
 * always taken in this order, so that no two transactions wait for one another.
 * @returns whose limit the report is beyond; undefined where it opens a case of its own
 */
export async function countReport(session: Session, { group, wider, limits }: ReportGroup): Promise<ReportCount | undefined> {
  const tiers = [{ group, most: limits.ofGroup }, ...(wider === undefined ? [] : [{ group: wider, most: sharesOfWider * limits.ofGroup }])]
  let beyond: ReportCount | undefined
  for (const tier of tiers) {
    const counted = await count(session, tier.group)
    if (counted.reports <= tier.most) continue
    beyond = counted
    break
  }
  if (beyond && beyond.caseId !== null) return beyond
  const ofAll = await count(session, all)
  return ofAll.reports > limits.ofAll ? ofAll : beyond
}
