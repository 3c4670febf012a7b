import type { EventKind, PayloadOf } from '../platform/event-kind.ts'
import { type EventSource, failureIn } from '../platform/event-log/listener.ts'
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

/** The events of a source that its consumer wants; it stands where the source stands. */
export const only = <Event extends object>(source: EventSource<Event>, wants: (event: Event) => Promise<boolean>): EventSource<Event> => ({
  async next() {
    for (;;) {
      const next = await source.next()
      if (next.done || failureIn(next.value) || (await wants(next.value))) return next
    }
  },
  return: async (value) => (await source.return?.(value)) ?? { value: undefined, done: true },
  position: () => source.position(),
  [Symbol.asyncIterator]() {
    return this
  },
})
