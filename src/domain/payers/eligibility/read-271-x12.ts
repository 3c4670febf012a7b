import { amountOf, type BenefitEntry, percentOf, type Response271, yesOrNo } from './benefit-entry.ts'
import { daysOf, textOf } from './json-parts.ts'
import { onceEach, rejectionOf } from './rejections.ts'

const places: Record<string, string> = { 20: 'payer', 21: 'provider', 22: 'subscriber', 23: 'dependent' }

const networks = ['Y', 'N', 'W'] as const

/** Whether a text is X12 and contains a 271; an acknowledgement (999, TA1) does not. */
export const isX12 = (text: string) => /^\s*(ISA|ST)[^A-Za-z0-9\s]/.test(text) && /\bST([^A-Za-z0-9\s])271\1/.test(text)

/** The separators of an interchange: from its header, otherwise the usual ones. */
function separatorsOf(text: string) {
  if (!text.startsWith('ISA')) return { element: text[2] ?? '*', component: ':', repeat: '^', segment: '~' }
  const element = text[3] ?? '*'
  const header = text.split(element, 17)
  const last = header[16] ?? ''
  // Before version 00402, ISA11 was `U`, the name of a standard, not a separator.
  const repeat = /^[^A-Za-z0-9]$/.test(header[11] ?? '') ? (header[11] ?? '^') : '^'
  return { element, component: last[0] ?? ':', repeat, segment: last[1] ?? '~' }
}

/**
 * Reads an X12 271 (005010X279A1). Control numbers and counts are not checked, because payers sometimes get them wrong. The
 * subscriber's benefits count; a dependent's only if there are none of the subscriber.
 */
export function read271X12(text: string): Response271 {
  const trimmed = text.trim()
  const separators = separatorsOf(trimmed)
  const response: Response271 = { entries: [], rejections: [], planName: null, groupNumber: null, planBegin: null, planEnd: null }
  const entries = { subscriber: [] as BenefitEntry[], dependent: [] as BenefitEntry[] }
  let place: string | null = null
  let entry: BenefitEntry | undefined
  for (const segment of trimmed.split(separators.segment)) {
    const elements = segment.trim().split(separators.element)
    const element = (index: number) => textOf(elements[index])
    switch (elements[0]) {
      case 'HL':
        place = places[element(3) ?? ''] ?? null
        entry = undefined
        break
      case 'AAA':
        response.rejections.push(rejectionOf({ code: element(3), description: null, followUpAction: element(4), place }))
        break
      case 'EB':
        entry = entryOf(elements, separators)
        entries[place === 'dependent' ? 'dependent' : 'subscriber'].push(entry)
        break
      case 'MSG': {
        const words = element(1)
        if (words !== null) entry?.texts.push(words)
        break
      }
      case 'REF':
        if (entry === undefined && (element(1) === '6P' || element(1) === '1L')) response.groupNumber ??= element(2)
        break
      case 'DTP':
        if (entry === undefined) readPlanDates(response, element(1), element(3))
        break
    }
  }
  response.entries = entries.subscriber.length > 0 ? entries.subscriber : entries.dependent
  response.rejections = onceEach(response.rejections)
  return response
}

/** DTP01: 291 plan, 346 plan begin, 347 plan end. */
function readPlanDates(response: Response271, qualifier: string | null, value: string | null): void {
  const { begin, end } = daysOf(value)
  if (qualifier === '291' || qualifier === '346') response.planBegin ??= begin
  if (qualifier === '291') response.planEnd ??= end
  if (qualifier === '347') response.planEnd ??= begin
}

function entryOf(elements: string[], { component, repeat }: { component: string; repeat: string }): BenefitEntry {
  const element = (index: number) => textOf(elements[index])
  const [qualifier, code] = elements[13]?.split(component) ?? []
  return {
    code: element(1) ?? '',
    level: element(2),
    services: (element(3) ?? '').split(repeat).filter((service) => service !== ''),
    plan: element(5),
    period: element(6),
    amount: amountOf(element(7)),
    percent: percentOf(element(8)),
    authorization: yesOrNo(element(11)),
    network: networks.find((known) => known === element(12)) ?? null,
    procedure: qualifier && code ? { qualifier, code } : null,
    texts: [],
  }
}
