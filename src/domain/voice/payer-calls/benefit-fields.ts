import type { AmountField } from '../../payers/benefits.ts'
import type { LabelledFigure } from './attach-labels.ts'
import { type CallContext, oneOf } from './call-context.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

/** The field and value that a figure states; `remaining`: the value is what is left of the field's limit. */
export interface BenefitFigure {
  field: AmountField
  value: number
  remaining?: boolean
}

type Attached = Pick<LabelledFigure, 'figure' | 'before' | 'after'>

const copays: Record<string, { field: AmountField; most: number }> = {
  pcp: { field: 'copay_pcp', most: 500 },
  specialist: { field: 'copay_specialist', most: 500 },
  pharmacy: { field: 'copay_pharmacy', most: 1000 },
  specialtyDrug: { field: 'copay_specialty', most: 10_000 },
  tier1: { field: 'tier_1_copay', most: 500 },
  tier2: { field: 'tier_2_copay', most: 1000 },
  tier3: { field: 'tier_3_copay', most: 1500 },
}
const limits: Record<string, Record<string, [total: AmountField, met?: AmountField]>> = {
  deductible: {
    individual: ['deductible_individual', 'deductible_met_ytd'],
    family: ['deductible_family', 'deductible_family_met_ytd'],
  },
  oop: { individual: ['out_of_pocket_max', 'out_of_pocket_met_ytd'], family: ['out_of_pocket_max_family'] },
}
/** The limit that an amount is met of. */
export const limitOfMet: Partial<Record<AmountField, AmountField>> = {
  deductible_met_ytd: 'deductible_individual',
  deductible_family_met_ytd: 'deductible_family',
  out_of_pocket_met_ytd: 'out_of_pocket_max',
}
const mostOfLimit = 100_000
/** A smaller one is said short: "forty-five" for forty-five hundred. */
const leastOutOfPocket = 200
const leastDeductible = 100

/** The field and value that a figure states with its labels, in its context; undefined where that is not certain. */
export function benefitOf(
  { figure, before, after, isPart }: LabelledFigure,
  context: CallContext,
  sentence: readonly Label[],
): BenefitFigure | undefined {
  const own = [...before, ...after]
  if (isPart && oneOf(own, 'measure') === undefined) return undefined
  if (isParticular(before.at(-1)) || isParticular(after[0])) return undefined
  const [benefit, service] = [oneOf(own, 'benefit'), oneOf(own, 'service')]
  if (isLoose({ figure, before, after })) return undefined
  const about = benefit ?? (service === undefined ? aboutScope(own, context) : aboutVisit(service, context, figure))
  const isAskedShare =
    benefit === undefined &&
    context.benefit === 'coinsurance' &&
    /^(?:specialtyDrug|drug|specialist|office|pharmacy)$/u.test(context.service ?? '')
  const forService =
    service ??
    (isAskedShare ? undefined : benefit === undefined || (benefit === 'copay' && isVisitContext(context)) ? context.service : undefined)
  const percent = percentOf(figure, own, about, context)
  if (
    percent !== undefined ||
    figure.kind === 'percent' ||
    (figure.split !== undefined && (about === undefined || about === 'coinsurance' || (figure.isRatio === true && benefit === undefined)))
  ) {
    return covered(percent, own, forService) ?? coinsurance({ figure: { ...figure, percent }, before, after }, about, forService, sentence)
  }
  if (about === 'coinsurance')
    return figure.kind === 'zero' && forService === undefined ? { field: 'coinsurance_percentage', value: 0 } : undefined
  if (about === 'deductible' || about === 'oop')
    return forService === undefined ? limitOf({ figure, before, after }, about, context, benefit !== undefined, sentence) : undefined
  if (about === 'copay' || (about === undefined && forService !== undefined))
    return copayOf({ figure, before, after }, forService, sentence)
  return undefined
}

/** A percentage, also where the word is left out: "coinsurance is twenty", "we cover it at eighty". */
function percentOf(figure: Figure, own: readonly Label[], about: string | undefined, context: CallContext): number | undefined {
  if (figure.kind !== 'bare' || figure.large === undefined || figure.large !== figure.small || figure.large > 100) return figure.percent
  const share = oneOf(own, 'share')
  const isOfMoney = own.some(({ kind, value }) => kind === 'service' || (kind === 'benefit' && value !== 'coinsurance'))
  if (isOfMoney) return undefined
  if (about === 'coinsurance' && !own.some(({ kind }) => kind === 'measure')) return figure.large
  return share === 'plan' && figure.large >= 50 && context.benefit !== 'copay' ? figure.large : undefined
}

const isParticular = (label: Label | undefined): boolean => label?.kind === 'particular'

const isVisitContext = (context: CallContext): boolean => context.benefit === undefined || context.benefit === 'copay'

/** "The family is 3600" is said of the last limit, whatever copay was named since. */
const aboutScope = (own: readonly Label[], { benefit, limit }: CallContext): string | undefined =>
  (benefit === 'copay' || benefit === undefined) && own.some(({ kind }) => kind === 'scope') ? limit : benefit

/** "Specialists are forty" is a copay whatever came before; "for pharmacy it's two hundred" may be a deductible. */
const aboutVisit = (service: string, { benefit, isShareTold }: CallContext, { kind }: Figure): string | undefined =>
  service === 'pharmacy' && benefit !== undefined && benefit !== 'copay'
    ? 'other'
    : benefit === 'coinsurance' && !(isShareTold && kind !== 'percent')
      ? benefit
      : 'copay'

/** It may be two numbers: "three thousand six hundred met", "fifteen hundred and forty for specialists". */
function isLoose({ figure, before, after }: Attached): boolean {
  if (figure.loose === undefined || !before.some(({ kind }) => kind === 'benefit' || kind === 'scope' || kind === 'service')) return false
  return after.some(({ kind }) => kind === 'measure')
}

function covered(percent: number | undefined, own: readonly Label[], service: string | undefined): BenefitFigure | undefined {
  const copay = copays[service ?? '']
  const isAll = percent === 100 && oneOf(own, 'share') === 'plan' && !own.some(({ kind }) => kind === 'aside')
  return isAll && copay ? { field: copay.field, value: 0 } : undefined
}

function coinsurance(
  { figure, before, after }: Attached,
  about: string | undefined,
  service: string | undefined,
  sentence: readonly Label[],
): BenefitFigure | undefined {
  const own = [...before, ...after]
  const isOfLimit =
    own.some(({ kind, value }) => value === 'oop' || value === 'oopMet' || kind === 'measure') ||
    (oneOf(own, 'benefit') !== 'coinsurance' && sentence.some(({ value }) => value === 'oop' || value === 'oopMet'))
  const isSaid =
    about === 'coinsurance' ||
    own.some(({ kind, value }) => kind === 'share' || value === 'afterDeductible') ||
    (figure.split !== undefined && (about === undefined || figure.isRatio === true)) ||
    (figure.percent !== undefined &&
      sentence.some(({ value, from, to }) => value === 'afterDeductible' && from - figure.to <= 8 && figure.from - to <= 8))
  if (isOfLimit || !isSaid || service !== undefined) return undefined
  const value = memberShare(figure.percent, figure.split, oneOf(before, 'share') ?? oneOf(after, 'share'))
  return value === undefined ? undefined : { field: 'coinsurance_percentage', value }
}

/** The member's share. Where nobody says whose share a percentage is, up to half is the member's; from sixty on it is the plan's. */
function memberShare(percent: number | undefined, split: number | undefined, share: string | undefined): number | undefined {
  if (split !== undefined) return split >= 50 ? 100 - split : undefined
  if (percent === undefined || percent > 100 || share === 'several') return undefined
  if (share === 'plan') return percent >= 50 ? 100 - percent : undefined
  if (share === undefined && percent >= 60 && percent < 100) return 100 - percent
  return percent <= 50 || share === 'member' ? percent : undefined
}

function limitOf(
  { figure, before, after }: Attached,
  about: 'deductible' | 'oop',
  context: CallContext,
  isNamed: boolean,
  sentence: readonly Label[],
): BenefitFigure | undefined {
  const own = [...before, ...after]
  const ownScope = oneOf(own, 'scope')
  const isOther = context.scope === 'family' && isNamed && ownScope === undefined && figure.kind !== 'zero'
  const measure = oneOf(own, 'measure') ?? (isNamed ? undefined : context.measure)
  const said = ownScope ?? context.scope ?? 'individual'
  const scope = said === 'both' && figure.kind !== 'percent' && figure.large === 0 && measure === 'met' ? 'individual' : said
  const fields = limits[about]?.[scope]
  const value =
    figure.large ?? (measure === 'met' || measure === 'remaining' ? figure.withCents : measure === undefined ? figure.short : undefined)
  if (!fields || isOther || value === undefined || value > mostOfLimit || own.some(({ kind }) => kind === 'share')) return undefined
  if (figure.kind === 'bare' && value > 0 && value < 10) return undefined
  if (measure === undefined) {
    if (figure.kind === 'zero' && (about === 'oop' || sentence.some(({ kind }) => kind === 'service'))) return undefined
    if (about === 'oop' && value > 0 && value < leastOutOfPocket) return undefined
    if (about === 'deductible' && figure.kind === 'bare' && value > 0 && value < leastDeductible) return undefined
    return { field: fields[0], value }
  }
  if (!fields[1]) return undefined
  if (measure === 'met') return { field: fields[1], value }
  return measure === 'remaining' ? { field: fields[1], value, remaining: true } : undefined
}

function copayOf({ figure, before, after }: Attached, service: string | undefined, sentence: readonly Label[]): BenefitFigure | undefined {
  const copay = copays[service ?? '']
  const own = [...before, ...after]
  const value = copay?.field === 'copay_specialty' ? (figure.large ?? figure.small) : figure.small
  if (!copay || value === undefined || value > copay.most || own.some(({ kind }) => kind === 'measure')) return undefined
  const isLater = figure.kind === 'zero' && sentence.some((label) => label.value === 'afterDeductible' || label.value === 'coinsurance')
  return isLater ? undefined : { field: copay.field, value }
}
