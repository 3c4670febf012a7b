import { unansweredTiers } from '../../domain/chat/chat.ts'
import { findInConversations } from '../../domain/chat/find-in-conversations.ts'
import { type UnansweredGroup as Group, unansweredGroups } from '../../domain/chat/unanswered-groups.ts'
import { given, inTimeRange } from '../../platform/database/conditions.ts'
import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { builder } from '../builder.ts'
import { checkedLimit, DateTimeRange, limitArg } from '../connections.ts'
import { findByWords } from '../find-by-words.ts'
import { list, pagesOf } from '../lists.ts'
import { toReadPatients } from '../permissions.ts'
import { ChatFeedback, Conversation, UnansweredQuestion } from './conversation.ts'
import { AnswerTier, QueryType } from './event.ts'

// What staff look through of the chat: conversations, questions that the library could not answer, feedback.

const ConversationFilter = builder.inputType('ConversationFilter', {
  description: 'Which conversations; absent members keep all in which something was said',
  fields: (t) => ({
    widgetClientId: t.int({ description: "On this client's pages" }),
    queryType: t.field({ type: QueryType, description: 'In which such a message was answered' }),
    created: t.field({ type: DateTimeRange, description: 'When it began' }),
    live: t.boolean({ description: 'In which a person was asked for in the last hour, or is now; false: the others' }),
  }),
})
const wantedMs = 3_600_000
const isLive = (): Prisma.ChatSessionWhereInput => ({
  OR: [{ personAskedAt: { gte: new Date(Date.now() - wantedMs) } }, { takeover: { attendedUntil: { gt: new Date() } } }],
})
const whereConversation = ({
  queryType,
  created,
  live,
  ...exact
}: typeof ConversationFilter.$inferInput): Prisma.ChatSessionWhereInput => ({
  ...given(exact),
  ...(live != null && (live ? isLive() : { NOT: isLive() })),
  messages: { some: queryType == null ? {} : { queryType } },
  ...(created != null && { createdAt: inTimeRange(created) }),
})

list('conversations', Conversation, {
  authScopes: toReadPatients,
  description: 'Those in which something was said, the latest first unless ordered otherwise',
  pages: pagesOf(Conversation, 'A page of conversations', 'A conversation of a page, with its place in the list'),
  filter: ConversationFilter,
  where: whereConversation,
  orders: {
    LAST_MESSAGE_AT: { columns: ['lastMessageAt'], description: 'When something was last written' },
    CREATED_AT: { columns: ['createdAt'], description: 'When it began' },
  },
})

findByWords('findConversations', {
  authScopes: toReadPatients,
  description: 'Conversations in which visitors wrote words; sealed texts are opened and read, up to 1000 conversations a request',
  name: 'Conversation',
  type: Conversation,
  find: findInConversations,
})

builder.queryField('conversation', (t) =>
  t.prismaField({
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
)

const UnansweredQuestionFilter = builder.inputType('UnansweredQuestionFilter', {
  description: 'Which unanswered questions; absent members keep all',
  fields: (t) => ({
    tier: t.field({ type: AnswerTier, description: '`not_found`: what the library lacks; `uncertain`: what it may lack' }),
  }),
})

const tiersOf = (tier: string | null | undefined) => unansweredTiers.filter((one) => tier == null || one === tier)

list('unansweredQuestions', UnansweredQuestion, {
  authScopes: toReadPatients,
  description: 'What visitors asked and the library does not have, or may not have, the latest first',
  pages: pagesOf(UnansweredQuestion, 'A page of unanswered questions', 'A question of a page, with its place in the list'),
  filter: UnansweredQuestionFilter,
  where: ({ tier }) => ({ tier: { in: tiersOf(tier) } }),
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
})

const UnansweredGroup = builder.objectRef<Group>('UnansweredGroup').implement({
  description: 'Questions that ask the same, and that the library has no sure answer to',
  fields: (t) => ({
    question: t.exposeString('question', { description: 'The newest of them, in the words of its visitor' }),
    tier: t.expose('tier', { type: AnswerTier, nullable: true, description: 'Of the answer that it got' }),
    asked: t.int({ description: 'How many they are', resolve: ({ messageIds }) => messageIds.length }),
    lastAskedAt: t.expose('lastAskedAt', { type: 'DateTime', description: 'When the newest was asked' }),
    questions: t.prismaField({
      type: [UnansweredQuestion],
      description: 'The newest first',
      args: { limit: t.arg.int(limitArg(10)) },
      resolve: (query, { messageIds }, args, { work }) =>
        work.session.prisma.chatMessage.findMany({
          ...query,
          where: { id: { in: messageIds.slice(0, checkedLimit(args)) } },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    }),
  }),
})

builder.queryField('unansweredGroups', (t) =>
  t.field({
    type: [UnansweredGroup],
    authScopes: toReadPatients,
    description: 'The newest 300 questions without a sure answer, those that ask the same together, the most asked first',
    args: {
      filter: t.arg({ type: UnansweredQuestionFilter, description: 'Which' }),
      limit: t.arg.int(limitArg(20, 100)),
    },
    resolve: async (_root, { filter, ...args }, { work }) => {
      const limit = checkedLimit(args, 100)
      return (await unansweredGroups(work.session, tiersOf(filter?.tier))).slice(0, limit)
    },
  }),
)

const FeedbackFilter = builder.inputType('ChatFeedbackFilter', {
  description: 'Which feedback; absent members keep all',
  fields: (t) => ({
    helpful: t.boolean({ description: 'Of answers that helped, or of those that did not' }),
    created: t.field({ type: DateTimeRange, description: 'When it was given' }),
  }),
})

list('chatFeedback', ChatFeedback, {
  authScopes: toReadPatients,
  description: 'What visitors think of answers, the latest first',
  pages: pagesOf(ChatFeedback, 'A page of feedback', 'Feedback of a page, with its place in the list'),
  cursor: 'messageId',
  filter: FeedbackFilter,
  where: ({ created, ...exact }) => ({ ...given(exact), ...(created != null && { createdAt: inTimeRange(created) }) }),
  orderBy: [{ createdAt: 'desc' }, { messageId: 'desc' }],
})
