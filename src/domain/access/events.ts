import { defineSignal } from '../../platform/event-kind.ts'

/** Keys, people or widget clients changed: the caches of all instances are out of date. */
export const accessChanged = defineSignal('accessChanged')

export const accessEvents = [accessChanged]
