import { defineEvent } from '../../platform/event-kind.ts'

/** A work item was opened or changed. */
export const workChanged = defineEvent<{ workItemId: number }>('workChanged')

export const workEvents = [workChanged]
