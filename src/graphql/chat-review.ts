import { unansweredTiers } from '../domain/chat/chat.ts'
import { given, within } from '../platform/database/conditions.ts'
import type { Prisma } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { builder } from './builder.ts'
import { AnswerTier, QueryType } from './chat-event.ts'
import { DateTimeRange, orderOf } from './connections.ts'
import { ChatFeedback, Conversation, UnansweredQuestion } from './conversation.ts'
import { toReadPatients } from './permissions.ts'

// What staff look through of the chat: conversations, questions that the library could not answer, feedback.

const ConversationConnection = builder.connectionObject(
  { type: Conversation, name: 'ConversationConnection', description: 'A page of conversations' },
  { name: 'ConversationEdge', description: 'A conversation of a page, with its place in the list' },
)
const UnansweredQuestionConnection = builder.connectionObject(
  { type: UnansweredQuestion, name: 'UnansweredQuestionConnection', description: 'A page of unanswered questions' },
  { name: 'UnansweredQuestionEdge', description: 'A question of a page, with its place in the list' },
)
const ChatFeedbackConnection = builder.connectionObject(
  { type: ChatFeedback, name: 'ChatFeedbackConnection', description: 'A page of feedback' },
  { name: 'ChatFeedbackEdge', description: 'Feedback of a page, with its place in the list' },
)

const ConversationFilter = builder.inputType('ConversationFilter', {
  description: 'Which conversations; absent members keep all in which something was said',
  fields: (t) => ({
    widgetClientId: t.int({ description: "On this client's pages" }),
    queryType: t.field({ type: QueryType, description: 'In which such a message was answered' }),
    created: t.field({ type: DateTimeRange, description: 'When it began' }),
  }),
})
const conversationOrder = orderOf('Conversation', {
  LAST_MESSAGE_AT: { columns: ['lastMessageAt'], description: 'When something was last written' },
  CREATED_AT: { columns: ['createdAt'], description: 'When it began' },
})
const whereConversation = ({ queryType, created, ...exact }: typeof ConversationFilter.$inferInput): Prisma.ChatSessionWhereInput => ({
  ...given(exact),
  messages: { some: queryType == null ? {} : { queryType } },
  ...(created != null && { createdAt: within(created) }),
})

const FeedbackFilter = builder.inputType('ChatFeedbackFilter', {
  description: 'Which feedback; absent members keep all',
  fields: (t) => ({
    helpful: t.boolean({ description: 'Of answers that helped, or of those that did not' }),
    created: t.field({ type: DateTimeRange, description: 'When it was given' }),
  }),
})
const whereFeedback = ({ created, ...exact }: typeof FeedbackFilter.$inferInput): Prisma.ChatFeedbackWhereInput => ({
  ...given(exact),
  ...(created != null && { createdAt: within(created) }),
})

const UnansweredQuestionFilter = builder.inputType('UnansweredQuestionFilter', {
  description: 'Which unanswered questions; absent members keep all',
  fields: (t) => ({
    tier: t.field({ type: AnswerTier, description: '`not_found`: what the library lacks; `uncertain`: what it may lack' }),
  }),
})
const whereUnanswered = ({ tier }: typeof UnansweredQuestionFilter.$inferInput): Prisma.ChatMessageWhereInput => ({
  tier: { in: unansweredTiers.filter((one) => tier == null || one === tier) },
})

const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

builder.queryFields((t) => ({
  conversation: t.prismaField({
    type: Conversation,
    nullable: true,
    authScopes: toReadPatients,
    description: 'By its id, or by that of a message in it, as a case has it (`chatMessageId`); null where there is none',
    args: {
      id: t.arg.int({ description: 'Our number of it' }),
      messageId: t.arg.int({ description: 'Our number of a message in it' }),
    },
    resolve: (query, _root, { id, messageId }, { work }) => {
      if ((id == null) === (messageId == null)) {
        const errors = [{ path: ['id'], message: 'give either id or messageId' }]
        throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
      }
      const where = id == null ? { messages: { some: { id: messageId ?? 0 } } } : { id }
      return work.session.prisma.chatSession.findFirst({ ...query, where })
    },
  }),
  conversations: t.prismaConnection(
    {
      type: Conversation,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'Those in which something was said, the latest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: ConversationFilter, description: 'Which' }),
        orderBy: t.arg({ type: conversationOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.chatSession.count({ where: whereConversation(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.chatSession.findMany({
          ...query,
          where: whereConversation(filter ?? {}),
          orderBy: conversationOrder.by(orderBy),
        }),
    },
    ConversationConnection,
  ),
  unansweredQuestions: t.prismaConnection(
    {
      type: UnansweredQuestion,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'What visitors asked and the library does not have, or may not have, the latest first',
      args: { filter: t.arg({ type: UnansweredQuestionFilter, description: 'Which' }) },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.chatMessage.count({ where: whereUnanswered(filter ?? {}) }),
      resolve: (query, _root, { filter }, { work }) =>
        work.session.prisma.chatMessage.findMany({ ...query, where: whereUnanswered(filter ?? {}), orderBy: latestFirst }),
    },
    UnansweredQuestionConnection,
  ),
  chatFeedback: t.prismaConnection(
    {
      type: ChatFeedback,
      cursor: 'messageId',
      authScopes: toReadPatients,
      description: 'What visitors think of answers, the latest first',
      args: {
        filter: t.arg({ type: FeedbackFilter, description: 'Which' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.chatFeedback.count({ where: whereFeedback(filter ?? {}) }),
      resolve: (query, _root, { filter }, { work }) =>
        work.session.prisma.chatFeedback.findMany({
          ...query,
          where: whereFeedback(filter ?? {}),
          orderBy: [{ createdAt: 'desc' }, { messageId: 'desc' }],
        }),
    },
    ChatFeedbackConnection,
  ),
}))
