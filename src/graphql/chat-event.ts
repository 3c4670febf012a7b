import { queryTypes } from '../domain/chat/chat.ts'
import type { ChatEvent } from '../domain/chat/chat-event.ts'
import { builder } from './builder.ts'
import { ChatResourceRef } from './chat-resource.ts'

export const QueryType = builder.enumType('QueryType', { values: queryTypes, description: 'What a message is about' })

type Kind<Name> = Extract<ChatEvent, { kind: Name }>

const ChatResources = builder.objectRef<Kind<'resources'>>('ChatResources').implement({
  description: 'What the answer is from; before its first token',
  fields: (t) => ({
    resources: t.expose('resources', { type: [ChatResourceRef], description: 'The sections that the answer uses.' }),
    sessionToken: t.exposeString('sessionToken', { description: 'Continues the conversation.' }),
    messageId: t.exposeInt('messageId', { description: 'The answer. With the token, `chatAnswer` goes on with it after a cut.' }),
  }),
})

const ChatToken = builder.objectRef<Kind<'token'>>('ChatToken').implement({
  description: 'The next piece of the answer; all of them joined are its text',
  fields: (t) => ({ token: t.exposeString('token') }),
})

const ChatDone = builder.objectRef<Kind<'done'>>('ChatDone').implement({
  description: 'The answer is complete',
  fields: (t) => ({
    sessionToken: t.exposeString('sessionToken', { description: 'Continues the conversation' }),
    messageId: t.exposeInt('messageId', { description: 'The answer, for `rateChatAnswer`' }),
    queryType: t.expose('queryType', { type: QueryType }),
  }),
})

const ChatError = builder.objectRef<Kind<'error'>>('ChatError').implement({
  description: 'The answer ends here, incomplete',
  fields: (t) => ({ message: t.exposeString('message'), code: t.exposeString('code') }),
})

const types = { resources: ChatResources, token: ChatToken, done: ChatDone, error: ChatError }

/** What happens while a message is answered. */
export const ChatEventRef = builder.unionType('ChatEvent', {
  types: Object.values(types),
  resolveType: ({ kind }: ChatEvent) => types[kind].name,
})
