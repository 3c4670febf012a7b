import { defineSignal } from '../../platform/event-kind.ts'
import type { Events } from '../../platform/events.ts'

/** Keys, people or widget clients changed: the caches of all instances are out of date. */
export const accessChanged = defineSignal('accessChanged')

export const accessEvents = [accessChanged]

/** Has a cache forget what it holds at each change, as long as the service runs. */
export async function onAccessChanged(events: Events, forget: () => void): Promise<void> {
  for await (const _ of events.hear(accessChanged)) forget()
}
