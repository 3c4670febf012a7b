import { z } from 'zod'
import { keepFailed } from '../domain/voice/functions/invocation.ts'
import { closeCallback, reviewFunctionInvocation, updateFollowUpAction } from '../domain/voice/staff-work.ts'
import { validate } from '../platform/validate.ts'
import { text } from '../platform/values.ts'
import { builder, restOnly } from './builder.ts'
import { CallbackRequest } from './callback-request.ts'
import { FollowUpAction, FollowUpStatus } from './follow-up-action.ts'
import { FunctionInvocation } from './function-invocation.ts'
import { asPlatform, toWritePatients } from './permissions.ts'
import { conversationId as storedConversationId } from './voice-input.ts'

const person = text(100)
const assignment = z.object({ by: person, assignedTo: person.nullish() })

builder.mutationFields((t) => ({
  updateFollowUpAction: t.field({
    type: FollowUpAction,
    authScopes: toWritePatients,
    args: {
      id: t.arg.int({ required: true }),
      by: t.arg.string({ required: true, description: 'The person who does it' }),
      status: t.arg({ type: FollowUpStatus }),
      assignedTo: t.arg.string(),
    },
    resolve: (_root, { id, status, ...args }, { work }) => {
      const { by, assignedTo } = validate(assignment, args)
      return updateFollowUpAction(work, { id, by, status, assignedTo })
    },
  }),
  closeCallback: t.field({
    type: CallbackRequest,
    authScopes: toWritePatients,
    args: {
      id: t.arg.int({ required: true }),
      by: t.arg.string({ required: true, description: 'The person who does it' }),
      completed: t.arg.boolean({ required: true, description: 'Whether the call was made; false where it is not wanted any more' }),
    },
    resolve: (_root, { id, by, completed }, { work }) =>
      closeCallback(work, { id, by: validate(person, by), status: completed ? 'completed' : 'cancelled' }),
  }),
  reviewFunctionInvocation: t.field({
    type: FunctionInvocation,
    authScopes: toWritePatients,
    description: 'Takes a failed invocation off the review queue',
    args: { id: t.arg.int({ required: true }), by: t.arg.string({ required: true, description: 'The person who looked at it' }) },
    resolve: (_root, { id, by }, { work }) => reviewFunctionInvocation(work, { id, by: validate(person, by) }),
  }),
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
