import type { PayerRejection } from './eligibility.ts'
import { listOf, objectOf, textOf } from './json-parts.ts'
import { onceEach, rejectionOf } from './rejections.ts'

/** X12 271 loops, by which newer answers name the place of a rejection. */
const loops: [RegExp, string][] = [
  [/2[01]00A|^payer$/i, 'payer'],
  [/2[01]00B|^provider$/i, 'provider'],
  [/2[01][01]0C|^subscriber$/i, 'subscriber'],
  [/2[01][01]0D|^dependent$/i, 'dependent'],
]

/**
 * All rejections of a JSON answer: of the payer, the provider, the subscriber, the dependents, and those at the top level, where
 * clearinghouses repeat the others. A repeated rejection is listed once, with its place.
 */
export function rejectionsInJson(body: Record<string, unknown>): PayerRejection[] {
  const placed = [
    ...errorsOf(objectOf(body.payer).aaaErrors, 'payer'),
    ...errorsOf(objectOf(body.provider).aaaErrors, 'provider'),
    ...errorsOf(objectOf(body.subscriber).aaaErrors, 'subscriber'),
    ...[body.dependent, ...listOf(body.dependents)].flatMap((one) => errorsOf(objectOf(one).aaaErrors, 'dependent')),
  ]
  const repeats = (top: PayerRejection) => placed.some((one) => sameWords(one, top) && (top.place === null || top.place === one.place))
  return onceEach([...placed, ...errorsOf(body.errors, null).filter((top) => !repeats(top))])
}

const sameWords = (one: PayerRejection, other: PayerRejection) =>
  one.code === other.code && one.description === other.description && one.followUpAction === other.followUpAction

function errorsOf(value: unknown, place: string | null): PayerRejection[] {
  return listOf(value).map((one) => {
    const error = objectOf(one)
    return rejectionOf({
      code: textOf(error.code),
      description: textOf(error.description) ?? textOf(error.message) ?? textOf(one),
      followUpAction: textOf(error.followupAction) ?? textOf(error.followUpAction),
      place: place ?? placeOf(textOf(error.location)),
    })
  })
}

const placeOf = (location: string | null) => loops.find(([loop]) => loop.test(location ?? ''))?.[1] ?? location
