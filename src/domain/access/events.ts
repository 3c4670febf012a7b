import { defineEvent } from '../../platform/event-kind.ts'

/** Keys or widget clients changed: what instances remember of them is out of date. */
export const accessChanged = defineEvent<Record<string, never>>('accessChanged')

export const accessEvents = [accessChanged]
