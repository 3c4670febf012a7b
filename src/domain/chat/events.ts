import { defineEvent } from '../../platform/event-kind.ts'

/** Something was said in a conversation that a person of the staff has, or that wants one; or somebody came into it or left. */
export const conversationChanged = defineEvent<{ conversationId: number }>('conversationChanged')

export const chatEvents = [conversationChanged]
