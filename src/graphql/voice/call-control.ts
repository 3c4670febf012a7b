import { z } from 'zod'
import { phoneNumber } from '../../domain/patients/fields.ts'
import { type callOrders, orderCall, ordersOf } from '../../domain/voice/platforms/call-control.ts'
import { recordId } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toWritePatients } from '../permissions.ts'
import { VoiceCall } from './call.ts'

// What staff have a platform do with a call that goes on: docs/contract.md, Voice platforms.

const CallOrder = builder.enumType('CallOrder', {
  description: 'What a voice platform can be asked to do with a call',
  values: { end: { description: 'To end it' }, transfer: { description: 'To transfer it to another number' } } as const satisfies Record<
    (typeof callOrders)[number],
    object
  >,
})

builder.prismaObjectField(VoiceCall, 'orders', (t) =>
  t.field({
    type: [CallOrder],
    description:
      'What its platform can be asked to do with it now: none once it is over, or where no account that can has a key of its API',
    resolve: async (call, _args, { work }) => [...(await ordersOf(work.session, call))],
  }),
)

const voiceCallId = recordId
const failures = 'CONFLICT where it is over or its platform cannot do it, UNAVAILABLE where the platform does not.'

mutation('endCall', {
  authScopes: toWritePatients,
  description: `Has the platform end a call that goes on; the platform tells of the end, as ever. ${failures}`,
  input: z.object({ voiceCallId }),
  fields: { voiceCallId: 'Our number of the call' },
  gives: { voiceCall: [VoiceCall, 'The call as it stood'] },
  run: async (input, { work, voice }) => ({ voiceCall: await orderCall(work, { ...input, order: 'end' }, voice.platformApiUrls) }),
})

mutation('transferCall', {
  authScopes: toWritePatients,
  description: `Has the platform transfer a call that goes on to another number. ${failures}`,
  input: z.object({ voiceCallId, phoneNumber }),
  fields: { voiceCallId: 'Our number of the call', phoneNumber: 'Where it goes, in E.164' },
  gives: { voiceCall: [VoiceCall, 'The call as it stood'] },
  run: async (input, { work, voice }) => ({ voiceCall: await orderCall(work, { ...input, order: 'transfer' }, voice.platformApiUrls) }),
})
