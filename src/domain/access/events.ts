import { defineEvent } from '../../platform/event-kind.ts'

/** Keys or widget clients changed: the caches of all instances are out of date. */
export const accessChanged = defineEvent<Record<string, never>>('accessChanged')

export const accessEvents = [accessChanged]
