import { defineEvent } from '../../platform/event-kind.ts'

/** Keys, people or widget clients changed: the caches of all instances are out of date. */
export const accessChanged = defineEvent<Record<string, never>>('accessChanged')

export const accessEvents = [accessChanged]
