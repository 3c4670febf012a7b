import type { answerTiers, queryTypes } from '../../domain/chat/chat.ts'
import type { ChatEvent } from '../../domain/chat/chat-event.ts'
import { builder } from '../builder.ts'
import { ChatResourceRef } from './resource.ts'

export const AnswerTier = builder.enumType('AnswerTier', {
  description: 'How sure an answer from the library is',
  values: {
    answer: { description: 'It answers the question' },
    uncertain: { description: 'Passages on the subject that may not answer the question, and the answer says so' },
    not_found: { description: 'The library does not have it, and the answer says so' },
  } as const satisfies Record<(typeof answerTiers)[number], object>,
})

const describedTypes = {
  emergency: { description: 'A danger to life' },
  adverse_event: { description: 'A side effect or another harm that somebody had' },
  dosing: { description: 'How much to take, when and how' },
  side_effects: { description: 'What the medicine may do besides' },
  storage: { description: 'How to keep the medicine' },
  patient_support: { description: 'Help with costs, enrollment and daily life' },
  faq: { description: 'Anything else about the medicine' },
  greeting: { description: 'A greeting or thanks' },
  off_topic: { description: 'Nothing that the library is for' },
} as const satisfies Record<(typeof queryTypes)[number], object>

export const QueryType = builder.enumType('QueryType', { description: 'What a message is about', values: describedTypes })

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
  fields: (t) => ({ token: t.exposeString('token', { description: 'The piece' }) }),
})

const ChatDone = builder.objectRef<Kind<'done'>>('ChatDone').implement({
  description: 'The answer is complete',
  fields: (t) => ({
    sessionToken: t.exposeString('sessionToken', { description: 'Continues the conversation' }),
    messageId: t.exposeInt('messageId', { description: 'The answer, for `rateChatAnswer`' }),
    queryType: t.expose('queryType', { description: 'What the message is about', type: QueryType }),
    offersCallback: t.exposeBoolean('offersCallback', {
      description: 'Whether it answers the wish for a person: `askForCallback` may be offered',
    }),
    byPerson: t.exposeBoolean('byPerson', { description: 'Whether a person of the staff wrote it: `chatPerson` names them' }),
    tier: t.expose('tier', { description: 'How sure the answer is; null for a fixed one', type: AnswerTier, nullable: true }),
  }),
})

const ChatError = builder.objectRef<Kind<'error'>>('ChatError').implement({
  description: 'The answer ends here, incomplete',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'For people' }),
    code: t.exposeString('code', { description: 'As errors of this API have it' }),
  }),
})

const types = { resources: ChatResources, token: ChatToken, done: ChatDone, error: ChatError }

/** What happens while a message is answered. */
export const ChatEventRef = builder.unionType('ChatEvent', {
  description: 'What happens while a message is answered',
  types: Object.values(types),
  resolveType: ({ kind }: ChatEvent) => types[kind].name,
})
