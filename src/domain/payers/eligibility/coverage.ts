import type { CoverageStatus } from '../benefits.ts'
import type { BenefitEntry } from './benefit-entry.ts'
import { bestOf, networkGroups } from './in-network.ts'

/** EB01 1 to 5 are active coverage, 6 to 8 inactive. */
function statusOf({ code, procedure }: BenefitEntry): CoverageStatus | undefined {
  if (procedure !== null) return undefined
  if (/^[1-5]$/.test(code)) return 'active'
  return /^[678]$/.test(code) ? 'inactive' : undefined
}

/** The coverage status of the plan (service type 30), otherwise of medical care (1). Two values if the payer states both. */
export function coverageOf(entries: BenefitEntry[]): CoverageStatus[] {
  const statuses = bestOf(
    entries.filter((entry) => statusOf(entry) !== undefined),
    ({ services }) => (services.includes('30') || services.length === 0 ? 0 : services.includes('1') ? 1 : null),
  )
  return [...new Set(statuses.flatMap((entry) => statusOf(entry) ?? []))]
}

/** The plan that the coverage entries name; null if they name several. */
export function planNameOf(entries: BenefitEntry[], { activeOnly }: { activeOnly: boolean }): string | null {
  const named = entries.filter((entry) => statusOf(entry) !== undefined && entry.plan !== null)
  const counted = activeOnly ? named.filter((entry) => statusOf(entry) === 'active') : named
  const names = new Set(bestOf(counted, ({ services }) => (services.includes('30') ? 0 : 1)).map(({ plan }) => plan))
  return names.size === 1 ? ([...names][0] ?? null) : null
}

/**
 * The HCPCS codes for which the payer says whether in-network authorization is required (EB11 with EB13), ordered by code.
 * `required` is null if the payer says both.
 */
export function authorizationsOf(entries: BenefitEntry[]): { hcpcs: string; required: boolean | null }[] {
  const stated = entries.filter(({ procedure, authorization }) => procedure?.qualifier === 'HC' && authorization !== null)
  const byCode = Map.groupBy(stated, ({ procedure }) => procedure?.code.toUpperCase() ?? '')
  const answers = [...byCode].flatMap(([hcpcs, some]) => {
    const needed = new Set((networkGroups(some)[0] ?? []).map(({ authorization }) => authorization))
    return needed.size === 0 ? [] : [{ hcpcs, required: needed.size === 1 ? needed.has(true) : null }]
  })
  return answers.toSorted((a, b) => a.hcpcs.localeCompare(b.hcpcs))
}
