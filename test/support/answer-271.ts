/** A 270 as JSON, as far as answers repeat it. */
export type Asked = Record<string, unknown> & { subscriber?: { memberId?: string } }

/** What the payer knows of a member: amounts as in a plan document, in currency units. What is absent it does not say. */
export interface MemberPlan {
  active?: boolean
  planName?: string
  groupNumber?: string
  deductible?: { total: number; remaining?: number; met?: number }
  familyDeductible?: { total: number; remaining?: number }
  outOfPocket?: { total: number; remaining?: number }
  familyOutOfPocket?: { total: number }
  copays?: { primaryCare?: number; specialist?: number; pharmacy?: number; specialtyDrugs?: number; tiers?: number[] }
  coinsurancePercent?: number
  authorizations?: Record<string, boolean>
  /** Every amount is also given for outside the network, this many times as high. */
  outOfNetworkFactor?: number
}

/** An AAA error as a clearinghouse writes it. */
export interface AaaError {
  code: string
  description?: string
  followupAction?: string
  /** Where it stands beside the top; the subscriber unless told. */
  place?: 'payer' | 'provider' | 'subscriber'
}

/** Repeats every error at the top, as clearinghouses do. */
export function rejection271(asked: Asked, errors: AaaError[]) {
  const written = errors.map(({ place, ...error }) => ({ field: 'AAA', ...error }))
  const at = (place: AaaError['place']) => written.filter((_, index) => (errors[index]?.place ?? 'subscriber') === place)
  return {
    controlNumber: asked.controlNumber,
    tradingPartnerServiceId: asked.tradingPartnerServiceId,
    payer: { name: 'FAKE PAYER', aaaErrors: at('payer') },
    provider: { aaaErrors: at('provider') },
    subscriber: { ...asked.subscriber, aaaErrors: at('subscriber') },
    benefitsInformation: [],
    errors: written,
  }
}

/** A plausible 271 as flat JSON; its amounts are strings, and its entries those of a plan with this in its document. */
export function answer271(asked: Asked, plan: MemberPlan) {
  const { active = true, planName = 'FAKE GOLD PPO', groupNumber = 'G-1', copays = {} } = plan
  const status = active ? { code: '1', name: 'Active Coverage' } : { code: '6', name: 'Inactive' }
  const year = new Date().getUTCFullYear()
  const inNetwork = [
    ...sums({ code: 'C', name: 'Deductible' }, 'IND', plan.deductible),
    ...sums({ code: 'C', name: 'Deductible' }, 'FAM', plan.familyDeductible),
    ...sums({ code: 'G', name: 'Out of Pocket (Stop Loss)' }, 'IND', plan.outOfPocket),
    ...sums({ code: 'G', name: 'Out of Pocket (Stop Loss)' }, 'FAM', plan.familyOutOfPocket),
    ...copay('98', copays.primaryCare, 'PRIMARY CARE'),
    ...copay('98', copays.specialist, 'SPECIALIST'),
    ...copay('88', copays.pharmacy, 'RETAIL'),
    ...copay('88', copays.specialtyDrugs, 'SPECIALTY DRUGS'),
    ...(copays.tiers ?? []).flatMap((amount, index) => copay('88', amount, `TIER ${index + 1} RETAIL 30 DAY`)),
  ]
  const percent = plan.coinsurancePercent
  return {
    controlNumber: asked.controlNumber,
    tradingPartnerServiceId: asked.tradingPartnerServiceId,
    payer: { name: 'FAKE PAYER' },
    subscriber: asked.subscriber,
    planInformation: { groupNumber },
    planDateInformation: { planBegin: `${year}0101`, planEnd: `${year}1231` },
    planStatus: [{ statusCode: status.code, status: status.name, planDetails: planName, serviceTypeCodes: ['30'] }],
    benefitsInformation: [
      { ...status, serviceTypeCodes: ['30'], planCoverage: planName },
      ...inNetwork.map((entry) => ({ ...entry, inPlanNetworkIndicatorCode: 'Y' })),
      ...(plan.outOfNetworkFactor === undefined ? [] : inNetwork.map((entry) => outside(entry, plan.outOfNetworkFactor ?? 1))),
      ...(percent === undefined
        ? []
        : [{ code: 'A', serviceTypeCodes: ['30'], benefitPercent: `${percent / 100}`, inPlanNetworkIndicatorCode: 'Y' }]),
      ...Object.entries(plan.authorizations ?? {}).map(([procedureCode, required]) => ({
        ...status,
        serviceTypeCodes: ['30'],
        compositeMedicalProcedureIdentifier: { productOrServiceIdQualifierCode: 'HC', procedureCode },
        authOrCertIndicator: required ? 'Y' : 'N',
      })),
    ],
    errors: [],
  }
}

type Amounts = { total: number; remaining?: number; met?: number }

function sums(kind: { code: string; name: string }, coverageLevelCode: string, amounts: Amounts | undefined) {
  const given = [
    { timeQualifierCode: '23', amount: amounts?.total },
    { timeQualifierCode: '29', amount: amounts?.remaining },
    { timeQualifierCode: '24', amount: amounts?.met },
  ]
  return given.flatMap(({ timeQualifierCode, amount }) =>
    amount === undefined ? [] : [{ ...kind, coverageLevelCode, serviceTypeCodes: ['30'], timeQualifierCode, benefitAmount: `${amount}` }],
  )
}

function copay(service: string, amount: number | undefined, description: string) {
  const kind = { code: 'B', name: 'Co-Payment', coverageLevelCode: 'IND', serviceTypeCodes: [service], timeQualifierCode: '27' }
  return amount === undefined ? [] : [{ ...kind, benefitAmount: `${amount}`, additionalInformation: [{ description }] }]
}

const outside = <Entry extends { benefitAmount: string }>(entry: Entry, factor: number) => ({
  ...entry,
  benefitAmount: `${Number(entry.benefitAmount) * factor}`,
  inPlanNetworkIndicatorCode: 'N',
})
