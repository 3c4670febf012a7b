import type { VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { VoiceSettings } from '../settings.ts'
import { apiKeyOf } from './connections.ts'
import { at, textAt } from './message-fields.ts'
import { type ApiAnswer, askPlatform, orderPlatform } from './platform-api.ts'
import type { PlatformProvider } from './readers.ts'
import { type ApiRequest, authorizationOf, reportSources, twilioCall } from './report-sources.ts'

// What platforms can be asked to do with a call that goes on. From their documentation of 2026: Vapi "Live Call Control", Retell "Stop Call",
// Bland "Stop Active Call" and "Transfer Active Call", Twilio "Update a Call resource"; nothing was tried against them. ElevenLabs has it over a websocket only.

export const callOrders = ['end', 'transfer'] as const
/** What staff order: that it ends, or goes to another number (E.164). */
export type CallOrder = { order: 'end' } | { order: 'transfer'; phoneNumber: string }

interface CallControl {
  orders: readonly CallOrder['order'][]
  request(callId: string, apiKey: string, order: CallOrder): ApiRequest
  /** Where orders for a call go, where the platform names the place with the call itself; undefined where it names none that is its own. */
  placeOf?(call: unknown, apiUrl: string): string | undefined
}

const controls: Partial<Record<PlatformProvider, CallControl>> = {
  vapi: {
    orders: callOrders,
    request: (_callId, _apiKey, order) => ({
      path: '',
      headers: {},
      body: order.order === 'end' ? { type: 'end-call' } : { type: 'transfer', destination: { type: 'number', number: order.phoneNumber } },
    }),
    placeOf(call, apiUrl) {
      const place = textAt(at(call, 'monitor'), 'controlUrl') ?? ''
      if (!URL.canParse(place)) return undefined
      const { protocol, hostname, origin } = new URL(place)
      return (protocol === 'https:' && hostname.endsWith('.vapi.ai')) || origin === new URL(apiUrl).origin ? place : undefined
    },
  },
  retell: {
    orders: ['end'],
    request: (callId, apiKey) => ({ path: `/v2/stop-call/${callId}`, headers: authorizationOf.retell(apiKey), body: {} }),
  },
  bland: {
    orders: callOrders,
    request: (callId, apiKey, order) => ({
      headers: authorizationOf.bland(apiKey),
      ...(order.order === 'end'
        ? { path: `/v1/calls/${callId}/stop`, body: {} }
        : { path: '/v1/calls/active/transfer', body: { call_id: decodeURIComponent(callId), transfer_number: order.phoneNumber } }),
    }),
  },
  twilio: {
    orders: callOrders,
    request: (callId, apiKey, order) => ({
      ...twilioCall(callId, apiKey),
      form: twilioForm(order),
    }),
  },
}

function twilioForm(order: CallOrder): Record<string, string> {
  // A number in E.164 has no character of XML.
  return order.order === 'end' ? { Status: 'completed' } : { Twiml: `<Response><Dial>${order.phoneNumber}</Dial></Response>` }
}

interface Controlled {
  provider: PlatformProvider
  callId: string
  apiKey: string
  control: CallControl
}

/** The platforms that can be ordered for a call: that of the agent before the carrier's. */
async function controlled(session: Session, { id, callId }: Pick<VoiceCall, 'id' | 'callId'>): Promise<Controlled[]> {
  const { prisma } = session
  const aliases = await prisma.callAlias.findMany({ where: { voiceCallId: id }, select: { alias: true } })
  const ids = [callId, ...aliases.map(({ alias }) => alias)].filter((one) => one !== null)
  const told = await prisma.platformMessage.findMany({
    where: { callId: { in: ids }, connection: { active: true } },
    distinct: ['connectionId', 'callId'],
    select: { callId: true, connection: true },
  })
  const able = told.flatMap(({ callId, connection }) => {
    const provider = connection.provider as PlatformProvider
    const control = controls[provider]
    const apiKey = apiKeyOf(session, connection)
    return control && apiKey !== '' && callId !== null ? [{ provider, callId, apiKey, control }] : []
  })
  return able.toSorted((one, other) => Number(one.provider === 'twilio') - Number(other.provider === 'twilio'))
}

/** What can be ordered of a call now. */
export async function ordersOf(session: Session, call: VoiceCall): Promise<readonly CallOrder['order'][]> {
  if (call.status !== 'in_progress') return []
  const able = await controlled(session, call)
  return callOrders.filter((order) => able.some(({ control }) => control.orders.includes(order)))
}

/**
 * Has the platform end a call that goes on, or transfer it. What it makes of that is told by the platform, as ever.
 * @throws Failure NOT_FOUND; CONFLICT where the call is over or its platform cannot do it; UNAVAILABLE where it does not
 */
export async function orderCall(
  work: UnitOfWork,
  { voiceCallId, ...order }: { voiceCallId: number } & CallOrder,
  urls: VoiceSettings['platformApiUrls'],
): Promise<VoiceCall> {
  const { session } = work
  const call = await session.prisma.voiceCall.findUnique({ where: { id: voiceCallId } })
  if (!call) throw new Failure('NOT_FOUND', `There is no call ${voiceCallId}.`)
  if (call.status !== 'in_progress') throw new Failure('CONFLICT', 'The call is over.')
  const found = (await controlled(session, call)).find(({ control }) => control.orders.includes(order.order))
  if (!found) throw new Failure('CONFLICT', `Its platform cannot be asked to ${order.order} a call.`)
  const record = (outcome: 'attempted' | 'succeeded') =>
    session.transaction((inner) =>
      recordEvent(inner, work.actor, {
        action: 'voice_call.update',
        patientIds: call.patientId === null ? [] : [call.patientId],
        recordIds: [voiceCallId],
        fields: [order.order],
        outcome,
      }),
    )
  // The platform may do it, and this process not live to say so.
  await record('attempted')
  const answer = await ordered(found, order, urls[found.provider])
  if (answer === 'unknown') throw new Failure('CONFLICT', 'The platform has no such call now.')
  if ('failed' in answer) throw new Failure('UNAVAILABLE', `The platform did not do it. ${answer.failed}`)
  await record('succeeded')
  return call
}

async function ordered({ provider, callId, apiKey, control }: Controlled, order: CallOrder, apiUrl: string): Promise<ApiAnswer> {
  const id = encodeURIComponent(callId)
  const request = control.request(id, apiKey, order)
  if (!control.placeOf) return orderPlatform(apiUrl, request)
  const call = await askPlatform(apiUrl, reportSources[provider].request(id, apiKey))
  if (call === 'unknown' || 'failed' in call) return call
  const place = control.placeOf(call.found, apiUrl)
  return place === undefined ? { failed: 'It names no place for it.' } : orderPlatform(place, request)
}
