import type { QueryType as QueryTypeName } from '../domain/chat/chat.ts'
import type { ChatResource } from '../domain/chat/chat-event.ts'
import { feedbackComment, messageContent } from '../domain/chat/sealed-columns.ts'
import { unanswered } from '../domain/chat/unanswered.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { builder } from './builder.ts'
import { QueryType } from './chat-event.ts'
import { ChatResourceRef } from './chat-resource.ts'
import { toReadPatients } from './permissions.ts'

// What staff see of the chat: conversations, questions that the library could not answer, feedback.

const ChatMessageState = builder.enumType('ChatMessageState', {
  values: {
    streaming: { description: 'It is being answered' },
    complete: {},
    stopped: { description: 'The visitor left; what had been said stands' },
    failed: { description: 'It ended with an error, or with the process' },
  } as const,
})

const ChatFeedback = builder.prismaObject('ChatFeedback', {
  description: 'What a visitor thinks of an answer',
  fields: (t) => ({
    messageId: t.exposeInt('messageId'),
    helpful: t.exposeBoolean('helpful'),
    comment: t.string({
      nullable: true,
      resolve: ({ messageId, sealedComment }, _args, { work }) =>
        sealedComment === null ? null : work.session.fields.open(feedbackComment, messageId, sealedComment),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const ConversationMessage = builder.prismaObject('ChatMessage', {
  name: 'ConversationMessage',
  description: 'A message as staff see it',
  fields: (t) => ({
    id: t.exposeInt('id'),
    sessionId: t.exposeInt('sessionId'),
    role: t.exposeString('role', { description: '`user` or `assistant`' }),
    content: t.string({
      resolve: ({ sessionId, sealedContent }, _args, { work }) => work.session.fields.open(messageContent, sessionId, sealedContent),
    }),
    state: t.expose('state', { type: ChatMessageState }),
    queryType: t.field({ type: QueryType, nullable: true, resolve: ({ queryType }) => queryType as QueryTypeName | null }),
    resources: t.field({ type: [ChatResourceRef], resolve: ({ resources }) => resources as ChatResource[] }),
    answeredBy: t.exposeString('answeredBy', { nullable: true, description: '`fixed`, `local` (sentences of the library), or the model' }),
    answered: t.exposeBoolean('answered', {
      nullable: true,
      description: 'Whether the library had an answer; null where none was looked for',
    }),
    firstTokenMs: t.exposeFloat('firstTokenMs', { nullable: true, description: 'Milliseconds from the message to the first token' }),
    latencyMs: t.exposeFloat('latencyMs', { nullable: true, description: 'Milliseconds from the message to the end' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    feedback: t.relation('feedback', { type: ChatFeedback, nullable: true }),
  }),
})

const Conversation = builder.prismaObject('ChatSession', {
  name: 'Conversation',
  description: 'A conversation of a visitor with the widget',
  fields: (t) => ({
    id: t.exposeInt('id'),
    widgetClientId: t.exposeInt('widgetClientId'),
    pageUrl: t.exposeString('pageUrl', { nullable: true, description: 'Where it began, without query and fragment' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastMessageAt: t.expose('lastMessageAt', { type: 'DateTime' }),
    messages: t.relation('messages', { type: ConversationMessage, query: { orderBy: { id: 'asc' } } }),
  }),
})

const UnansweredQuestion = builder
  .objectRef<{ messageId: number; sessionId: number; question: string; queryType: string | null; askedAt: Date }>('UnansweredQuestion')
  .implement({
    description: 'A question that the library has no answer to',
    fields: (t) => ({
      messageId: t.exposeInt('messageId'),
      sessionId: t.exposeInt('sessionId'),
      question: t.exposeString('question'),
      queryType: t.field({ type: QueryType, nullable: true, resolve: ({ queryType }) => queryType as QueryTypeName | null }),
      askedAt: t.expose('askedAt', { type: 'DateTime' }),
    }),
  })

builder.queryFields((t) => {
  const page = {
    limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
    skip: t.arg.int({ required: true, defaultValue: 0 }),
  }
  return {
    conversation: t.prismaField({
      type: Conversation,
      nullable: true,
      authScopes: toReadPatients,
      description: 'By its id, or by that of a message in it, as a case has it (`chatMessageId`)',
      args: { id: t.arg.int(), messageId: t.arg.int() },
      resolve: (query, _root, { id, messageId }, { work }) => {
        if ((id == null) === (messageId == null)) {
          const errors = [{ path: ['id'], message: 'give either id or messageId' }]
          throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
        }
        const where = id == null ? { messages: { some: { id: messageId ?? 0 } } } : { id }
        return work.session.prisma.chatSession.findFirst({ ...query, where })
      },
    }),
    conversations: t.prismaField({
      type: [Conversation],
      authScopes: toReadPatients,
      description: 'Those in which something was said, the latest first',
      args: {
        widgetClientId: t.arg.int(),
        queryType: t.arg({ type: QueryType, description: 'In which such a message was answered' }),
        ...page,
      },
      resolve: (query, _root, { widgetClientId, queryType, ...rest }, { work }) => {
        const { limit, skip } = validate(offsetPage, rest)
        const messages = { some: queryType == null ? {} : { queryType } }
        return work.session.prisma.chatSession.findMany({
          ...query,
          where: { messages, ...(widgetClientId == null ? {} : { widgetClientId }) },
          orderBy: [{ lastMessageAt: 'desc' }, { id: 'desc' }],
          take: limit,
          skip,
        })
      },
    }),
    unansweredQuestions: t.field({
      type: [UnansweredQuestion],
      authScopes: toReadPatients,
      description: 'What visitors asked and the library does not have, the latest first',
      args: page,
      resolve: (_root, args, { work }) => unanswered(work.session, validate(offsetPage, args)),
    }),
    chatFeedback: t.prismaField({
      type: [ChatFeedback],
      authScopes: toReadPatients,
      description: 'The latest first',
      args: { helpful: t.arg.boolean(), ...page },
      resolve: (query, _root, { helpful, ...rest }, { work }) => {
        const { limit, skip } = validate(offsetPage, rest)
        return work.session.prisma.chatFeedback.findMany({
          ...query,
          where: helpful == null ? {} : { helpful },
          orderBy: [{ createdAt: 'desc' }, { messageId: 'desc' }],
          take: limit,
          skip,
        })
      },
    }),
  }
})
