import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { CallActivity as CallActivityEvent } from '../../domain/voice/events.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { readOnce } from '../shared-reads.ts'
import { FunctionInvocation } from './function-invocation.ts'
import { Utterance } from './utterance.ts'

export const CallActivity = builder.unionType('CallActivity', {
  description: 'One thing that happened in a call: something that was said, or a function that the agent invoked.',
  types: [Utterance, FunctionInvocation],
  resolveType: (row) => ('functionName' in row ? 'FunctionInvocation' : 'Utterance'),
})

/** The record that an event of a call is about, and the audit events of reading it. Null for one that is gone. */
export async function activityOf(event: CallActivityEvent, context: Context, info: GraphQLResolveInfo) {
  const { work, recordRead } = context
  const { prisma } = work.session
  const { voiceCallId, utteranceId, functionInvocationId } = event
  const call = await readOnce(event, ['patientOfCall', {}], () =>
    prisma.voiceCall.findUnique({ where: { id: voiceCallId }, select: { patientId: true } }),
  )
  const row =
    utteranceId === undefined
      ? await invocation(functionInvocationId ?? 0, queryFromInfo({ context, info, typeName: 'FunctionInvocation' }))
      : await utterance(utteranceId, queryFromInfo({ context, info, typeName: 'Utterance' }))
  const patientIds = call?.patientId == null ? [] : [call.patientId]
  recordRead({ action: 'voice_call.read', patientIds, recordIds: [voiceCallId] })
  if (row) recordRead({ action: 'functionName' in row ? 'function_invocation.read' : 'utterance.read', patientIds, recordIds: [row.id] })
  return row

  function utterance(id: number, query: object) {
    return readOnce(event, ['utterance', query], () => prisma.utterance.findUnique({ ...query, where: { id } }))
  }
  function invocation(id: number, query: object) {
    return readOnce(event, ['invocation', query], () => prisma.functionInvocation.findUnique({ ...query, where: { id } }))
  }
}
