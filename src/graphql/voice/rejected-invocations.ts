import { keepFailed } from '../../domain/voice/functions/invocation.ts'
import { builder, restOnly } from '../builder.ts'
import { asPlatform } from '../permissions.ts'
import { conversationId as storedConversationId } from './input.ts'

builder.mutationFields((t) => ({
  keepRejectedInvocation: t.boolean({
    ...restOnly,
    authScopes: asPlatform,
    description: 'Keeps a function call that could not be run, with all that was sent, for review',
    args: {
      conversationId: t.arg.string(),
      functionName: t.arg.string({ required: true }),
      parameters: t.arg({ type: 'JSON' }),
      error: t.arg.string({ required: true }),
    },
    resolve: async (_root, { conversationId, functionName, parameters, error }, { work }) => {
      await keepFailed(work, {
        conversationId: storedConversationId.safeParse(conversationId).data ?? null,
        functionName,
        parameters,
        outcome: 'rejected',
        error,
      })
      return true
    },
  }),
}))
