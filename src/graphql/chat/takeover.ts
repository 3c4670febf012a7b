import { z } from 'zod'
import { conversationChanged } from '../../domain/chat/events.ts'
import { chatSession } from '../../domain/chat/sessions.ts'
import { followPerson, type PersonInChat, personInChat } from '../../domain/chat/takeover/follow-person.ts'
import { bePresent } from '../../domain/chat/takeover/presence.ts'
import { attend, handBack, isAttended, takeOver, writeToVisitor } from '../../domain/chat/takeover/takeover.ts'
import type { ChatSession } from '../../platform/database/generated/prisma/client.ts'
import { validate } from '../../platform/validate.ts'
import { recordId, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { changes } from '../changes.ts'
import type { Context } from '../context.ts'
import { mutation } from '../mutation.ts'
import { toReadPatients, toUseWidget, toWritePatients } from '../permissions.ts'
import { readOnce } from '../shared-reads.ts'
import { ChatMessage } from './chat.ts'
import { Conversation, ConversationMessage } from './conversation.ts'
import { clientOf } from './hear.ts'
import { sessionTokenInput } from './input.ts'

// Staff who write into a visitor's conversation themselves: docs/contract.md, A person in the chat.

const Takeover = builder.prismaObject('ChatTakeover', {
  description: 'A person of the staff who answers in a conversation in place of the service',
  fields: (t) => ({
    actor: t.exposeString('actor', { description: 'Who it is: `staff:12`, or a key' }),
    shownAs: t.exposeString('shownAs', { description: 'The name that the visitor reads' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'Since when' }),
    attended: t.boolean({ description: 'Whether they are there: their page said so in the last 75 seconds', resolve: isAttended }),
    yours: t.boolean({ description: 'Whether it is you', resolve: ({ actor }, _args, { work }) => actor === work.actor.id }),
  }),
})

builder.prismaObjectFields(Conversation, (t) => ({
  personAskedAt: t.expose('personAskedAt', { type: 'DateTime', nullable: true, description: 'When a person was last asked for' }),
  takeover: t.relation('takeover', { nullable: true, type: Takeover, description: 'Who of the staff has it; null: the service answers' }),
}))

const conversationId = recordId
const conversationOf = ({ work }: Context, id: number) => work.session.prisma.chatSession.findUniqueOrThrow({ where: { id } })

/** At most three words of letters, an initial among them: no number, and no address. */
const shownAs = z
  .string()
  .trim()
  .max(40)
  .regex(/^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?){0,2}$/u, 'must be a name of at most three words')

mutation('takeOverConversation', {
  authScopes: toWritePatients,
  description:
    'Puts you in the place of the service: what the visitor writes next waits for you, and they read that you have come. What tells of danger or of a side effect is still answered first, and filed. CONFLICT where a colleague has it.',
  input: z.object({ conversationId, shownAs }),
  fields: {
    conversationId: 'Our number of the conversation',
    shownAs: 'The name that the visitor reads; to 40 letters, at most three words',
  },
  gives: { conversation: [Conversation, 'The conversation as it now stands'] },
  run: async (input, context) => {
    await takeOver(context.work, input)
    return { conversation: await conversationOf(context, input.conversationId) }
  },
})

mutation('attendConversation', {
  authScopes: toWritePatients,
  description:
    'Says that you are still there: to be sent every 15 seconds. Without it for 75 seconds the service answers again; also where a message waits and nothing was said for a minute, or for four while you write. CONFLICT where you no longer have it.',
  input: z.object({ conversationId, writing: z.boolean().default(false) }),
  fields: { conversationId: 'Our number of the conversation', writing: 'Whether you are writing' },
  gives: { conversation: [Conversation, 'The conversation as it now stands'] },
  run: async ({ conversationId, writing }, context) => {
    await attend(context.work, { conversationId, isWriting: writing })
    return { conversation: await conversationOf(context, conversationId) }
  },
})

mutation('writeToVisitor', {
  authScopes: toWritePatients,
  description: 'Your message to the visitor of a conversation that you have. CONFLICT where you no longer have it.',
  input: z.object({ conversationId, message: text(4000) }),
  fields: { conversationId: 'Our number of the conversation', message: 'Plain text of at most 4000 characters' },
  gives: { message: [ConversationMessage, 'The message as it was kept'] },
  run: async (input, { work }) => ({ message: await writeToVisitor(work, input) }),
})

mutation('handBackConversation', {
  authScopes: toWritePatients,
  description: 'Gives a conversation that you have back to the service; the visitor reads that you have left',
  input: z.object({ conversationId }),
  fields: { conversationId: 'Our number of the conversation' },
  gives: { conversation: [Conversation, 'The conversation as it now stands'] },
  run: async ({ conversationId }, context) => {
    await handBack(context.work, conversationId)
    return { conversation: await conversationOf(context, conversationId) }
  },
})

mutation('waitForVisitors', {
  authScopes: toWritePatients,
  description:
    'Says that you are there for visitors who want a person: to be sent every 20 seconds. Whoever asks for one meanwhile reads that somebody may come. Without it for 75 seconds you are not.',
  input: z.object({ present: z.boolean() }),
  fields: { present: 'False where you are not there any more' },
  gives: { visitorsWaiting: ['Int', 'Visitors who asked for a person in the last 15 minutes and whom nobody attends to'] },
  run: async ({ present }, { work }) => ({ visitorsWaiting: await bePresent(work, present) }),
})

const ChatPerson = builder.objectRef<PersonInChat>('ChatPerson').implement({
  description: 'Who of the staff is in a conversation, as its visitor sees it',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Their name; null while the service answers' }),
    messages: t.expose('messages', {
      type: [ChatMessage],
      description: 'The latest 20 that they wrote and that the service says besides, such as that they came or left; oldest first',
    }),
  }),
})

builder.subscriptionFields((t) => ({
  chatPerson: t.field({
    type: ChatPerson,
    authScopes: toUseWidget,
    description:
      'The person in a conversation and what they have written: at once, and each time that something changes. A message that answers one of the visitor comes by `chat`, too, under the same id.',
    args: { sessionToken: t.arg.string({ required: true, description: 'The token of the conversation' }) },
    subscribe: async (_root, args, context) => {
      const token = validate(sessionTokenInput, args.sessionToken)
      const chat = await chatSession(context.work.session, { token, widgetClientId: clientOf(context) })
      return followPerson(context.work.events, chat)
    },
    resolve: (chat: ChatSession, _args, { work }) => personInChat(work.session, chat),
  }),
  conversationUpdated: t.prismaField({
    type: Conversation,
    nullable: true,
    authScopes: toReadPatients,
    description:
      'A conversation in which a person was asked for or is, each time that something is said in it or the person changes: one, or all without `id`',
    args: { id: t.arg.int({ description: 'Only of this conversation, by our number' }) },
    subscribe: (_root, { id }, context) => changes(context, [conversationChanged], { field: 'conversationId', is: id }),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['conversation', query], () =>
        work.session.prisma.chatSession.findUnique({ ...query, where: { id: event.conversationId } }),
      ),
  }),
}))
