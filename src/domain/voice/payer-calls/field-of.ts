import type { AmountField } from '../../payers/benefits.ts'
import type { Labelled } from './attach-labels.ts'
import type { Label } from './labels.ts'
import { oneOf, type Topic } from './topic.ts'

/** What a figure tells: an amount of a field, or what remains of it (`remaining`). */
export interface Told {
  field: AmountField
  value: number
  remaining?: boolean
}

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
const mostOfLimit = 100_000
/** "Forty-five" is forty-five hundred said short. */
const leastOutOfPocket = 200

/** The field and value that a figure tells with its own labels, within the topic; undefined where that is not certain. */
export function toldBy({ figure, before, after, gap, isPart }: Labelled, topic: Topic, sentence: readonly Label[]): Told | undefined {
  const own = [...before, ...after]
  if (isPart && oneOf(own, 'measure') === undefined) return undefined
  const [benefit, service] = [oneOf(own, 'benefit'), oneOf(own, 'service')]
  if (benefit === 'several' || service === 'several' || (topic.benefit === 'several' && benefit === undefined && service === undefined))
    return undefined
  if (isLoose({ figure, before, after })) return undefined
  const about = benefit ?? (service === undefined ? topic.benefit : aboutVisit(service, topic))
  const forService =
    service ??
    (benefit === undefined || (benefit === 'copay' && benefit === topic.benefit) || (benefit === 'copay' && isVisitTopic(topic))
      ? topic.service
      : undefined)
  if (figure.kind === 'percent' || (figure.split !== undefined && (about === undefined || about === 'coinsurance'))) {
    return covered(figure.percent, own, forService) ?? coinsurance({ figure, before, after }, about, forService, sentence)
  }
  if (about === 'coinsurance')
    return figure.kind === 'nothing' && forService === undefined ? { field: 'coinsurance_percentage', value: 0 } : undefined
  if (about === 'deductible' || about === 'oop')
    return forService === undefined ? limitOf({ figure, before, after, gap }, about, topic, benefit !== undefined, sentence) : undefined
  if (about === 'copay' || (about === undefined && forService !== undefined))
    return copayOf({ figure, before, after, gap }, forService, sentence)
  return undefined
}

const isVisitTopic = (topic: Topic): boolean => topic.benefit === undefined || topic.benefit === 'copay'

/** "Specialists are forty" is a copay, whatever was talked of; "for pharmacy it's two hundred" may be a deductible. */
const aboutVisit = (service: string, { benefit }: Topic): string | undefined =>
  service === 'pharmacy' && benefit !== undefined && benefit !== 'copay' ? 'other' : benefit === 'coinsurance' ? benefit : 'copay'

/** It may be two numbers: "three thousand six hundred met", "fifteen hundred and forty for specialists". */
function isLoose({ figure, before, after }: Pick<Labelled, 'figure' | 'before' | 'after'>): boolean {
  if (figure.loose === undefined || !before.some(({ kind }) => kind === 'benefit' || kind === 'scope' || kind === 'service')) return false
  return after.some(({ kind }) => kind === 'measure' || (kind === 'service' && figure.loose === 'and'))
}

function covered(percent: number | undefined, own: readonly Label[], service: string | undefined): Told | undefined {
  const copay = copays[service ?? '']
  const isAll = percent === 100 && oneOf(own, 'share') === 'plan' && !own.some(({ kind }) => kind === 'aside')
  return isAll && copay ? { field: copay.field, value: 0 } : undefined
}

function coinsurance(
  { figure, before, after }: Pick<Labelled, 'figure' | 'before' | 'after'>,
  about: string | undefined,
  service: string | undefined,
  sentence: readonly Label[],
): Told | undefined {
  const own = [...before, ...after]
  const isOfLimit =
    own.some(({ kind, value }) => value === 'oop' || value === 'oopMet' || kind === 'measure') ||
    (oneOf(own, 'benefit') !== 'coinsurance' && sentence.some(({ value }) => value === 'oop' || value === 'oopMet'))
  const isSaid =
    about === 'coinsurance' ||
    own.some(({ kind, value }) => kind === 'share' || value === 'afterDeductible') ||
    (figure.split !== undefined && about === undefined)
  if (isOfLimit || !isSaid || service !== undefined) return undefined
  const value = memberShare(figure.percent, figure.split, oneOf(before, 'share') ?? oneOf(after, 'share'))
  return value === undefined ? undefined : { field: 'coinsurance_percentage', value }
}

/** Of a percentage without whose share it is, the smaller part is the member's; more than half is in doubt. */
function memberShare(percent: number | undefined, split: number | undefined, share: string | undefined): number | undefined {
  if (split !== undefined) return split >= 50 ? 100 - split : undefined
  if (percent === undefined || percent > 100 || share === 'several') return undefined
  if (share === 'plan') return percent >= 50 ? 100 - percent : undefined
  return percent <= 50 || share === 'member' ? percent : undefined
}

function limitOf(
  { figure, before, after, gap }: Labelled,
  about: 'deductible' | 'oop',
  topic: Topic,
  isNamed: boolean,
  sentence: readonly Label[],
): Told | undefined {
  const own = [...before, ...after]
  const ownScope = oneOf(own, 'scope')
  const isOther = topic.scope === 'family' && isNamed && ownScope === undefined && figure.kind !== 'nothing'
  if (
    topic.scope === 'family' &&
    ownScope === undefined &&
    oneOf(own, 'measure') !== undefined &&
    oneOf(sentence, 'scope') === 'several' &&
    gap.split(' ').length > 3
  )
    return undefined
  const scope = ownScope ?? topic.scope ?? 'individual'
  const measure = oneOf(own, 'measure') ?? (isNamed ? undefined : topic.measure)
  const fields = limits[about]?.[scope]
  const value = figure.large
  if (!fields || isOther || value === undefined || value > mostOfLimit || own.some(({ kind }) => kind === 'share')) return undefined
  if (measure === undefined) {
    if (figure.kind === 'nothing' && (about === 'oop' || sentence.some(({ kind }) => kind === 'service'))) return undefined
    if (about === 'oop' && value > 0 && value < leastOutOfPocket) return undefined
    return figure.kind !== 'nothing' || isNamed || topic.benefit === about ? { field: fields[0], value } : undefined
  }
  if (!fields[1]) return undefined
  if (measure === 'met') return { field: fields[1], value }
  return measure === 'remaining' ? { field: fields[1], value, remaining: true } : undefined
}

function copayOf({ figure, before, after }: Labelled, service: string | undefined, sentence: readonly Label[]): Told | undefined {
  const copay = copays[service ?? '']
  const own = [...before, ...after]
  const value = copay?.field === 'copay_specialty' ? (figure.large ?? figure.small) : figure.small
  if (!copay || value === undefined || value > copay.most || own.some(({ kind }) => kind === 'measure')) return undefined
  const isLater = figure.kind === 'nothing' && sentence.some((label) => label.value === 'afterDeductible' || label.value === 'coinsurance')
  return isLater ? undefined : { field: copay.field, value }
}
