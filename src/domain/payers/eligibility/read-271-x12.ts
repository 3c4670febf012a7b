import { amountOf, type BenefitEntry, percentOf, type Said, yesOrNo } from './benefit-entry.ts'
import { daysOf, textOf } from './json-parts.ts'
import { onceEach, rejectionOf } from './rejections.ts'

const places: Record<string, string> = { 20: 'payer', 21: 'provider', 22: 'subscriber', 23: 'dependent' }

const networks = ['Y', 'N', 'W'] as const

/** Whether a text is X12 with a 271 in it; an acknowledgement (999, TA1) is none. */
export const isX12 = (text: string) => /^\s*(ISA|ST)[^A-Za-z0-9\s]/.test(text) && /\bST([^A-Za-z0-9\s])271\1/.test(text)

/** The separators of an interchange, which its header tells; those in common use where there is no header. */
function separatorsOf(text: string) {
  if (!text.startsWith('ISA')) return { element: text[2] ?? '*', component: ':', repeat: '^', segment: '~' }
  const element = text[3] ?? '*'
  const header = text.split(element, 17)
  const last = header[16] ?? ''
  // Before 00402 the eleventh element was `U`, a standard's name and no separator.
  const repeat = /^[^A-Za-z0-9]$/.test(header[11] ?? '') ? (header[11] ?? '^') : '^'
  return { element, component: last[0] ?? ':', repeat, segment: last[1] ?? '~' }
}

/**
 * Reads an X12 271 (005010X279A1). Tolerant: control numbers and counts are not checked, since payers' own are wrong at
 * times. What it says of the subscriber counts; of a dependent only where it says nothing of the subscriber.
 */
export function read271X12(text: string): Said {
  const trimmed = text.trim()
  const separators = separatorsOf(trimmed)
  const said: Said = { entries: [], rejections: [], planName: null, groupNumber: null, planBegin: null, planEnd: null }
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
        said.rejections.push(rejectionOf({ code: element(3), description: null, followUpAction: element(4), place }))
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
        if (entry === undefined && (element(1) === '6P' || element(1) === '1L')) said.groupNumber ??= element(2)
        break
      case 'DTP':
        if (entry === undefined) readPlanDates(said, element(1), element(3))
        break
    }
  }
  said.entries = entries.subscriber.length > 0 ? entries.subscriber : entries.dependent
  said.rejections = onceEach(said.rejections)
  return said
}

/** DTP01: 291 plan, 346 plan begin, 347 plan end. */
function readPlanDates(said: Said, qualifier: string | null, value: string | null): void {
  const { begin, end } = daysOf(value)
  if (qualifier === '291' || qualifier === '346') said.planBegin ??= begin
  if (qualifier === '291') said.planEnd ??= end
  if (qualifier === '347') said.planEnd ??= begin
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
