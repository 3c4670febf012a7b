import type { QueryType as QueryTypeName } from '../../domain/chat/chat.ts'
import type { ChatResource } from '../../domain/chat/chat-event.ts'
import { feedbackComment, messageContent } from '../../domain/chat/sealed-columns.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg, pageSize } from '../connections.ts'
import { pagesOf } from '../lists.ts'
import { edge } from '../permissions.ts'
import { ChatRole } from './chat.ts'
import { AnswerTier, QueryType } from './event.ts'
import { ChatResourceRef } from './resource.ts'

// What staff see of the chat; what a visitor's widget sees is in chat.ts.

const ChatMessageState = builder.enumType('ChatMessageState', {
  description: 'How far an answer of the chat has come',
  values: {
    streaming: { description: 'It is being answered' },
    complete: { description: 'It is whole' },
    stopped: { description: 'The visitor left; what had been said stands' },
    failed: { description: 'It ended with an error, or with the process' },
  } as const,
})

export const ConversationMessage = builder.prismaObject('ChatMessage', {
  name: 'ConversationMessage',
  description: 'A message as staff see it',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    conversationId: t.exposeInt('sessionId', { description: 'The conversation that it stands in' }),
    role: t.expose('role', { type: ChatRole, description: 'Who wrote it' }),
    content: t.string({
      description: 'The text, plain',
      resolve: ({ sessionId, sealedContent }, _args, { work }) => work.session.fields.open(messageContent, sessionId, sealedContent),
    }),
    state: t.expose('state', { type: ChatMessageState, description: 'How far it has come' }),
    queryType: t.field({
      type: QueryType,
      nullable: true,
      description: 'What it is about; null for what a visitor wrote',
      resolve: ({ queryType }) => queryType as QueryTypeName | null,
    }),
    resources: t.field({
      type: [ChatResourceRef],
      description: 'The sections that it is from',
      resolve: ({ resources }) => resources as ChatResource[],
    }),
    answeredBy: t.exposeString('answeredBy', {
      nullable: true,
      description: '`fixed`, `local` (sentences of the library), `person`, or the model',
    }),
    writtenBy: t.exposeString('writtenBy', { nullable: true, description: 'Who of the staff wrote it: `staff:12`, or a key' }),
    writtenAs: t.exposeString('writtenAs', { nullable: true, description: 'The name under which the visitor reads it' }),
    answered: t.boolean({
      nullable: true,
      description: 'Whether the library surely answered; null where it was not asked',
      resolve: ({ tier }) => tier && tier === 'answer',
    }),
    tier: t.expose('tier', { type: AnswerTier, nullable: true, description: 'How sure the answer is; null for a fixed one' }),
    firstTokenMs: t.exposeFloat('firstTokenMs', { nullable: true, description: 'Milliseconds from the message to the first token' }),
    latencyMs: t.exposeFloat('latencyMs', { nullable: true, description: 'Milliseconds from the message to the end' }),
    adverseEvents: t.relation('adverseEvents', {
      ...edge,
      description: 'Cases that were told in it',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written' }),
    feedback: t.relation('feedback', { nullable: true, description: 'What the visitor thinks of it' }),
  }),
})

const ConversationMessageConnection = pagesOf(ConversationMessage, 'A page of messages', 'A message of a page, with its place in the list')

export const ChatFeedback = builder.prismaObject('ChatFeedback', {
  description: 'What a visitor thinks of an answer',
  fields: (t) => ({
    messageId: t.exposeInt('messageId', { description: 'The answer' }),
    message: t.relation('message', { ...edge, type: ConversationMessage, description: 'That answer' }),
    helpful: t.exposeBoolean('helpful', { description: 'Whether it helped' }),
    comment: t.string({
      nullable: true,
      description: 'In the words of the visitor',
      resolve: ({ messageId, sealedComment }, _args, { work }) =>
        sealedComment === null ? null : work.session.fields.open(feedbackComment, messageId, sealedComment),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given' }),
  }),
})

export const Conversation = builder.prismaNode('ChatSession', {
  id: { field: 'id' },
  nullable: true,
  name: 'Conversation',
  description: 'A conversation of a visitor with the widget',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    widgetClientId: t.exposeInt('widgetClientId', { description: 'Whose page it was held on' }),
    widgetClient: t.relation('widgetClient', { description: 'That client' }),
    pageUrl: t.exposeString('pageUrl', { nullable: true, description: 'Where it began, without query and fragment' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began' }),
    lastMessageAt: t.expose('lastMessageAt', { type: 'DateTime', description: 'When something was last written' }),
    messages: t.relatedConnection(
      'messages',
      {
        type: ConversationMessage,
        cursor: 'id',
        totalCount: true,
        ...pageSize(50),
        description: 'Oldest first',
        query: { orderBy: { id: 'asc' } },
      },
      ConversationMessageConnection,
    ),
  }),
})

export const UnansweredQuestion = builder.prismaObject('ChatMessage', {
  variant: 'UnansweredQuestion',
  description: 'A question that the library has no sure answer to',
  select: { id: true, sessionId: true, queryType: true, tier: true, createdAt: true, replyTo: { select: { sealedContent: true } } },
  fields: (t) => ({
    messageId: t.exposeInt('id', { description: 'The answer that it got' }),
    message: t.variant(ConversationMessage, { ...edge, description: 'That answer' }),
    conversationId: t.exposeInt('sessionId', { description: 'The conversation that it was asked in' }),
    conversation: t.relation('session', { ...edge, type: Conversation, description: 'That conversation' }),
    question: t.string({
      description: 'In the words of the visitor',
      resolve: ({ sessionId, replyTo }, _args, { work }) =>
        work.session.fields.open(messageContent, sessionId, replyTo?.sealedContent ?? ''),
    }),
    queryType: t.field({
      type: QueryType,
      nullable: true,
      description: 'What it is about',
      resolve: ({ queryType }) => queryType as QueryTypeName | null,
    }),
    tier: t.expose('tier', {
      type: AnswerTier,
      nullable: true,
      description: '`uncertain` where the visitor was shown passages, `not_found` where there was nothing to show',
    }),
    askedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked' }),
  }),
})

// Here, because these types lead to each other.
builder.prismaObjectField(ConversationMessage, 'conversation', (t) =>
  t.relation('session', { ...edge, type: Conversation, description: 'That conversation' }),
)
builder.prismaObjectField(ConversationMessage, 'replyTo', (t) =>
  t.relation('replyTo', {
    ...edge,
    type: ConversationMessage,
    nullable: true,
    description: 'The message that it answers; null for what a visitor wrote',
  }),
)
