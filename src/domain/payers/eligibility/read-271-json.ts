import { amountOf, type BenefitEntry, type Network, percentOf, type Response271, yesOrNo } from './benefit-entry.ts'
import { daysOf, listOf, objectOf, textOf } from './json-parts.ts'
import { rejectionsInJson } from './json-rejections.ts'

/** Newer answers use codes, older ones words. Non-standard codes count as unknown. */
const networks: Record<string, Network> = { y: 'Y', yes: 'Y', n: 'N', no: 'N', w: 'W', 'not applicable': 'W' }

/**
 * Reads the flat JSON form of a 271 (`benefitsInformation[]`) of Change Healthcare and Stedi's legacy JSON endpoint.
 */
export function read271Json(body: Record<string, unknown>): Response271 {
  const [dates, plan, subscriber] = [objectOf(body.planDateInformation), objectOf(body.planInformation), objectOf(body.subscriber)]
  const period = daysOf(textOf(dates.plan))
  return {
    entries: [...listOf(body.benefitsInformation).map(entryOf), ...listOf(body.planStatus).map(statusOf)],
    rejections: rejectionsInJson(body),
    planName: textOf(plan.planDescription),
    groupNumber: textOf(plan.groupNumber) ?? textOf(subscriber.groupNumber),
    planBegin: daysOf(textOf(dates.planBegin)).begin ?? period.begin,
    planEnd: daysOf(textOf(dates.planEnd)).begin ?? period.end,
  }
}

function entryOf(value: unknown): BenefitEntry {
  const benefit = objectOf(value)
  const network = textOf(benefit.inPlanNetworkIndicatorCode) ?? textOf(benefit.inPlanNetworkIndicator)
  return {
    code: textOf(benefit.code) ?? '',
    level: textOf(benefit.coverageLevelCode),
    services: codesOf(benefit.serviceTypeCodes),
    plan: textOf(benefit.planCoverage),
    period: textOf(benefit.timeQualifierCode),
    amount: amountOf(textOf(benefit.benefitAmount)),
    percent: percentOf(textOf(benefit.benefitPercent)),
    authorization: yesOrNo(textOf(benefit.authOrCertIndicator)),
    network: networks[network?.toLowerCase() ?? ''] ?? null,
    procedure: procedureOf(benefit),
    texts: listOf(benefit.additionalInformation).flatMap((information) => textOf(objectOf(information).description) ?? []),
  }
}

function procedureOf(benefit: Record<string, unknown>): BenefitEntry['procedure'] {
  const composite = objectOf(benefit.compositeMedicalProcedureIdentifier)
  const code = textOf(composite.procedureCode)
  if (code === null) return null
  const qualifier = textOf(composite.productOrServiceIdQualifierCode) ?? textOf(composite.productOrServiceIdQualifier) ?? ''
  return { qualifier: /HCPCS/.test(qualifier) ? 'HC' : qualifier, code }
}

/** The clearinghouse's summary of the status entries; a partial answer may contain nothing else. */
function statusOf(value: unknown): BenefitEntry {
  const status = objectOf(value)
  return {
    code: textOf(status.statusCode) ?? '',
    level: null,
    services: codesOf(status.serviceTypeCodes),
    plan: textOf(status.planDetails),
    period: null,
    amount: null,
    percent: null,
    authorization: null,
    network: null,
    procedure: null,
    texts: [],
  }
}

const codesOf = (value: unknown) => listOf(value).flatMap((code) => textOf(code) ?? [])
