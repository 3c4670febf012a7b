import type { QueryType as QueryTypeName } from '../../domain/chat/chat.ts'
import type { ChatEvent, ChatResource } from '../../domain/chat/chat-event.ts'
import { rateAnswer } from '../../domain/chat/feedback.ts'
import { answersWishForPerson } from '../../domain/chat/policy/fixed-answers.ts'
import { chatSession, messagesOf, type OpenedMessage } from '../../domain/chat/sessions.ts'
import { startConversation } from '../../domain/chat/start-conversation.ts'
import { byPerson } from '../../domain/chat/takeover/takeover.ts'
import { Failure } from '../../platform/failure.ts'
import { validate } from '../../platform/validate.ts'
import { builder } from '../builder.ts'
import { type Context, isAnonymous, rateLimitKey } from '../context.ts'
import { mutation, nullable } from '../mutation.ts'
import { toUseWidget } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { AnswerTier, ChatEventRef, QueryType } from './event.ts'
import { clientOf, hear, heardFirst } from './hear.ts'
import {
  callbackInput,
  chatAnswerInput,
  chatFeedbackInput,
  chatInput,
  chatSessionInput,
  requestKeyInput,
  sessionTokenInput,
} from './input.ts'
import { ChatResourceRef } from './resource.ts'

// What a visitor's widget does; what staff see of it is in review.ts.

export const ChatRole = builder.enumType('ChatRole', {
  description: 'Who wrote a message of the chat',
  values: { user: { description: 'A visitor' }, assistant: { description: 'The service, or a person of the staff in its place' } } as const,
})

export const ChatMessage = builder.interfaceRef<OpenedMessage>('ChatMessage').implement({
  description: 'A message as the visitor sees it',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    role: t.expose('role', { description: 'Who wrote it', type: ChatRole }),
    content: t.exposeString('content', { description: 'Plain text' }),
    timestamp: t.expose('createdAt', { description: 'When it was written', type: 'DateTime' }),
  }),
  resolveType: ({ role }) => ({ user: 'UserMessage', assistant: 'AssistantMessage' })[role],
})

builder.objectType(builder.objectRef<OpenedMessage>('UserMessage'), { description: 'What the visitor wrote', interfaces: [ChatMessage] })

const offersCallback = 'Whether it answers the wish for a person: `askForCallback` may be offered'

builder.objectType(builder.objectRef<OpenedMessage>('AssistantMessage'), {
  description: 'What the service answered',
  interfaces: [ChatMessage],
  fields: (t) => ({
    resources: t.field({
      description: 'The sections that the answer used',
      type: [ChatResourceRef],
      resolve: ({ resources }) => resources as ChatResource[],
    }),
    tier: t.expose('tier', { description: 'How sure the answer is; null for a fixed one', type: AnswerTier, nullable: true }),
    queryType: t.field({
      description: 'What the message was about that it answers',
      type: QueryType,
      nullable: true,
      resolve: ({ queryType }) => queryType as QueryTypeName | null,
    }),
    person: t.string({
      nullable: true,
      description: 'The name of the person of the staff who wrote it; null for what the service says',
      resolve: ({ answeredBy, writtenAs }) => (answeredBy === byPerson ? writtenAs : null),
    }),
    offersCallback: t.boolean({ description: offersCallback, resolve: ({ content }) => answersWishForPerson(content) }),
    complete: t.boolean({
      description: 'Whether it is whole; false where the visitor stopped it or it broke off',
      resolve: ({ state }) => state === 'complete',
    }),
  }),
})

/** Messages of a conversation that its visitor is shown: the latest. */
const mostShown = 500

const ChatHistory = builder.objectRef<{ messages: OpenedMessage[] }>('ChatHistory').implement({
  description: 'A conversation so far',
  fields: (t) => ({ messages: t.expose('messages', { type: [ChatMessage], description: 'The latest 500, oldest first' }) }),
})

interface ChatArgs {
  message: string
  sessionToken?: string | null
  pageUrl?: string | null
  requestKey?: string | null
}

/** Requests that have asked a question: one document could ask thirty for one token of the rate limit. */
const asked = new WeakSet<Context>()

async function ask(context: Context, args: ChatArgs, { isResumable = false } = {}) {
  const { message, sessionToken = null, pageUrl = null, requestKey } = await heardFirst(context, args.message, () => checked(context, args))
  const { abortSignal, refusal } = context
  return context.chat.ask(context.work, {
    message,
    sessionToken,
    pageUrl,
    requestKey,
    isResumable,
    widgetClientId: clientOf(context),
    isAnonymous: isAnonymous(context),
    visitor: rateLimitKey(context),
    address: context.visitor,
    abortSignal,
    refusal,
  })
}

/** @throws Failure INVALID_INPUT */
function checked(context: Context, args: ChatArgs) {
  if (asked.has(context)) throw new Failure('INVALID_INPUT', 'Send one message a request.')
  asked.add(context)
  return { ...validate(chatInput, args), requestKey: validate(requestKeyInput, args.requestKey) ?? undefined }
}

builder.subscriptionFields((t) => ({
  chat: t.field({
    type: ChatEventRef,
    authScopes: toUseWidget,
    extensions: { searchesByMeaning: true, readsFirst: true },
    description:
      'Asks, and gives the answer as it comes: resources, tokens, and one end. Who stops listening before the resources stops the answer; afterwards it goes on for a while, for `chatAnswer`.',
    args: {
      message: t.arg.string({ required: true, description: 'At most 4000 characters' }),
      sessionToken: t.arg.string({ description: 'From an earlier answer; a new conversation, where absent' }),
      pageUrl: t.arg.string({ description: 'The page that the visitor looks at: its sections come first' }),
      requestKey: t.arg.string({ description: 'A name of this message: sent again with it within 24 hours, it is not asked twice' }),
    },
    // Over REST nobody learns the id of an answer before its end.
    subscribe: (_root, args, context) => ask(context, args, { isResumable: context.work.actor.surface === 'graphql' }),
    resolve: (event: ChatEvent) => event,
  }),
  chatAnswer: t.field({
    type: ChatEventRef,
    authScopes: toUseWidget,
    description:
      'An answer for a reader who was cut off from it: resources, its text so far as one token, the rest as it comes, and one end. It is there while the conversation is, whichever instance writes it.',
    args: {
      sessionToken: t.arg.string({ required: true, description: 'The token of its conversation.' }),
      messageId: t.arg.int({ required: true, description: 'The answer, from `ChatResources`.' }),
    },
    subscribe: async (_root, args, context) => {
      const { sessionToken, messageId } = validate(chatAnswerInput, args)
      const events = await context.chat.follow({ sessionToken, messageId, widgetClientId: clientOf(context) }, context.abortSignal)
      context.recordRead({ action: 'chat_message.read', patientIds: [], recordIds: [messageId] })
      return events
    },
    resolve: (event: ChatEvent) => event,
  }),
}))

mutation('sendChatMessage', {
  authScopes: toUseWidget,
  description: 'The same as the subscription `chat`, all at once',
  extensions: { searchesByMeaning: true },
  input: chatInput.extend({ requestKey: requestKeyInput }),
  fields: {
    message: 'At most 4000 characters',
    sessionToken: 'From an earlier answer; a new conversation, where absent',
    pageUrl: 'The page that the visitor looks at: its sections come first',
    requestKey: 'A name of this message: sent again with it within 24 hours, it is not asked twice',
  },
  gives: {
    answer: ['String', 'Plain text'],
    resources: [[ChatResourceRef], 'The sections that the answer used'],
    sessionToken: ['String', 'Continues the conversation'],
    queryType: [QueryType, 'What kind of question it was'],
    tier: [AnswerTier, 'How sure the answer is; null for a fixed one', nullable],
    messageId: ['Int', 'The answer, for `rateChatAnswer`'],
  },
  // A message that is refused is read first.
  checks: false,
  run: async (input, context) => collected(await ask(context, input)),
})

mutation('createChatSession', {
  authScopes: toUseWidget,
  description: 'Opens a conversation',
  input: chatSessionInput,
  fields: { pageUrl: 'Where the conversation begins', requestKey },
  gives: {
    sessionToken: ['String', 'Shown this once; continues the conversation'],
    clientName: ['String', 'The site that the visitor is on'],
    welcomeMessage: ['String', 'The first line of the chat'],
    placeholderText: ['String', 'In the empty input'],
    primaryColor: ['String', '`#rrggbb`'],
    callbackConsent: ['String', 'What a visitor agrees to who asks to be called back; null where no callbacks are offered', nullable],
  },
  run: async ({ pageUrl = null }, context) => {
    const { token, client } = await startConversation(context.work, { widgetClientId: clientOf(context), pageUrl })
    return { ...client, sessionToken: token, clientName: client.name }
  },
})

mutation('rateChatAnswer', {
  authScopes: toUseWidget,
  description: 'What a visitor thinks of an answer; a second rating replaces the first',
  input: chatFeedbackInput,
  fields: {
    sessionToken: 'Of the conversation',
    messageId: 'The answer that is rated',
    helpful: 'Whether the answer helped',
    comment: 'At most 2000 characters',
  },
  gives: {
    messageId: ['Int', 'The answer that was rated'],
    helpful: ['Boolean', 'What is now stored of it'],
    safetyMessage: ['String', 'What the visitor needs to read first, where the comment tells of danger or of a side effect', nullable],
  },
  run: async ({ sessionToken, messageId, helpful, comment = null }, context) => {
    const conversation = { token: sessionToken, widgetClientId: clientOf(context) }
    const rating = { messageId, helpful, comment }
    const safetyMessage = await rateAnswer(context.work, conversation, rating, (words, isKept) => hear(context, words, isKept))
    return { messageId, helpful, safetyMessage: safetyMessage ?? null }
  },
})

const CallbackTime = builder.enumType('CallbackTime', {
  description: 'When a visitor likes to be called',
  values: {
    any: { description: 'At any time' },
    morning: { description: 'Before noon' },
    afternoon: { description: 'From noon to five' },
    evening: { description: 'After five' },
  } as const,
})

mutation('askForCallback', {
  authScopes: toUseWidget,
  description:
    'A visitor wants to be called by a person: work for staff, who dial. Asked again for a number that waits, it is the same wish. CONFLICT where the site offers no callbacks.',
  input: callbackInput,
  fields: {
    sessionToken: 'Of the conversation',
    phoneNumber: 'The number to call, in E.164',
    preferredTime: [CallbackTime, 'When to call'],
    consent: 'What the visitor agreed to, as it was shown; at most 1000 characters',
  },
  gives: { phoneNumber: ['String', 'The number that will be called'], preferredTime: [CallbackTime, 'When'] },
  run: async ({ sessionToken, ...wish }, context) => {
    const chat = await chatSession(context.work.session, { token: sessionToken, widgetClientId: clientOf(context) })
    await context.chat.askForCallback(context.work, chat, context.visitor, wish)
    return { phoneNumber: wish.phoneNumber, preferredTime: wish.preferredTime }
  },
})

builder.queryFields((t) => ({
  chatHistory: t.field({
    type: ChatHistory,
    authScopes: toUseWidget,
    description: 'A conversation by its token',
    args: { sessionToken: t.arg.string({ required: true, description: 'From an earlier answer' }) },
    resolve: async (_root, args, context) => {
      const { session } = context.work
      const token = validate(sessionTokenInput, args.sessionToken)
      const chat = await chatSession(session, { token, widgetClientId: clientOf(context) })
      return { messages: await messagesOf(session, chat.id, { take: mostShown }) }
    },
  }),
}))

/** @throws Failure UNAVAILABLE where the answer did not come to its end */
async function collected(events: AsyncIterable<ChatEvent>) {
  const tokens: string[] = []
  let resources: ChatResource[] = []
  for await (const event of events) {
    if (event.kind === 'token') tokens.push(event.token)
    else if (event.kind === 'resources') resources = event.resources
    else if (event.kind === 'done') return { answer: tokens.join(''), resources, ...event }
    else throw new Failure('UNAVAILABLE', event.message)
  }
  throw new Failure('UNAVAILABLE', 'The answer was stopped.')
}
