import type { EventKind, PayloadOf } from '../platform/event-kind.ts'
import type { Context } from './context.ts'

/**
 * The source of a subscription: the events of these kinds that have `field`, and `is` in it where that is given. It begins after the
 * event that the client names, where it names one (docs/contract.md, Subscriptions).
 * @throws Failure INVALID_INPUT, EVENTS_EXPIRED
 */
export const changes = <Kinds extends EventKind[], Field extends Extract<keyof PayloadOf<Kinds[number]>, string> = never>(
  { work, lastEventId }: Context,
  kinds: readonly [...Kinds],
  selection: { field?: Field; is?: number | null | undefined } = {},
) => work.events.subscribe<Kinds, Field>(kinds, { ...selection, after: lastEventId })
