import { amountOf, type BenefitEntry, type Network, percentOf, type Response271, yesOrNo } from './benefit-entry.ts'
import { daysOf, listOf, objectOf, textOf } from './json-parts.ts'
import { rejectionsInJson } from './json-rejections.ts'

/** Maps the names of the newer form to X12 codes. Unknown names stay as they are and fill no field. */
const kinds: Record<string, string> = { coPayment: 'B', coInsurance: 'A', deductible: 'C', outOfPocket: 'G', outOfPocketStopLoss: 'G' }
const levels: Record<string, string> = { INDIVIDUAL: 'IND', FAMILY: 'FAM' }
const networks: Record<string, Network> = { IN_NETWORK: 'Y', OUT_OF_NETWORK: 'N', IN_AND_OUT_OF_NETWORK: 'W' }
const periods: Record<string, string> = {
  SERVICE_YEAR: '22',
  CALENDAR_YEAR: '23',
  YEAR_TO_DATE: '24',
  CONTRACT: '25',
  VISIT: '27',
  REMAINING: '29',
  MONTH: '34',
}
const procedureSystems = /^(HC|HCPCS)\b/

/**
 * Reads the newer JSON form of Stedi's redesigned endpoint (`plans[].benefits`, a named list for each kind of benefit). Its
 * documentation is only an outline, so amounts and services are accepted both nested and flat.
 */
export function readPlansJson(body: Record<string, unknown>): Response271 {
  const plans = listOf(body.plans).map(objectOf)
  const subscriber = objectOf(body.subscriber)
  const dated = [...plans, ...plans.flatMap((plan) => listOf(objectOf(plan.benefits).statuses).map(objectOf))]
  const [dates] = dated.flatMap(({ dates }) => (objectOf(dates).plan === undefined ? [] : [objectOf(objectOf(dates).plan)]))
  return {
    entries: plans.flatMap(entriesOf),
    rejections: rejectionsInJson(body),
    planName: null,
    groupNumber: textOf(plans.find(({ groupNumber }) => textOf(groupNumber) !== null)?.groupNumber) ?? textOf(subscriber.groupNumber),
    planBegin: daysOf(textOf(dates?.start)).begin,
    planEnd: daysOf(textOf(dates?.end)).begin,
  }
}

function entriesOf(plan: Record<string, unknown>): BenefitEntry[] {
  const lists = Object.entries(objectOf(plan.benefits))
  return lists.flatMap(([kind, list]) => listOf(list).map((value) => entryOf(kind, objectOf(value), textOf(plan.name))))
}

function entryOf(kind: string, benefit: Record<string, unknown>, plan: string | null): BenefitEntry {
  const services = [benefit.service, ...listOf(benefit.services)].map(objectOf).flatMap((service) => {
    const code = textOf(service.code) ?? textOf(service.value)
    return code === null ? [] : [{ code, system: textOf(service.system) ?? 'STC' }]
  })
  const procedure = services.find(({ system }) => system !== 'STC')
  const [level, period] = [textOf(benefit.coverageLevel), textOf(benefit.timePeriod)]
  return {
    code: kind === 'statuses' ? statusOf(textOf(benefit.status)) : (kinds[kind] ?? kind),
    level: level === null ? null : (levels[level] ?? level),
    services: services.flatMap(({ code, system }) => (system === 'STC' ? [code] : [])),
    plan,
    period: period === null ? null : (periods[period] ?? period),
    amount: amountOf(nestedText(benefit.amount)),
    percent: percentOf(nestedText(benefit.percent)),
    authorization: yesOrNo(textOf(benefit.authOrCertIndicator) ?? textOf(benefit.priorAuthIndicator)),
    network: networks[textOf(objectOf(benefit.network).indicator) ?? ''] ?? null,
    procedure: procedure ? { qualifier: procedureSystems.test(procedure.system) ? 'HC' : procedure.system, code: procedure.code } : null,
    texts: listOf(benefit.messages).flatMap((message) => textOf(message) ?? []),
  }
}

const nestedText = (value: unknown) => textOf(value) ?? textOf(objectOf(value).value) ?? textOf(objectOf(value).amount)

/** Maps `ACTIVE_COVERAGE`, `ACTIVE_FULL_RISK_CAPITATION`, `INACTIVE` and so on to EB01. */
function statusOf(status: string | null): string {
  if (status?.startsWith('ACTIVE')) return '1'
  return status?.startsWith('INACTIVE') ? '6' : (status ?? '')
}
