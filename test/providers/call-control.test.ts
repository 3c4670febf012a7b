import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyWith } from '../support/library.ts'
import { type Account, connectAccount, type Script } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { vapi } from '../support/platforms/vapi.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// Staff have a platform end or transfer a call that goes on (docs/contract.md, Voice platforms). A local server stands for the platforms' APIs.

const fakes = { vapi, retell, elevenlabs, bland, twilio }
type Provider = keyof typeof fakes

let api: Server
let apiUrl: string
let service: TestService
let voice: ReturnType<typeof voiceOf>
const asked: { method: string; path: string; authorization: string | undefined; body: string }[] = []
let whileAsked: (() => Promise<void>) | undefined
let answer: { status: number; body: string } = { status: 200, body: '{}' }

beforeAll(async () => {
  api = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, path: url, authorization: headers.authorization, body: await text(request) })
    await whileAsked?.()
    const { status, body } = answer
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  service = await startTestService({
    ...{ VAPI_API_URL: apiUrl, RETELL_API_URL: apiUrl, ELEVENLABS_API_URL: apiUrl, BLAND_API_URL: apiUrl, TWILIO_API_URL: apiUrl },
  })
  voice = voiceOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  api.close()
})

async function account(provider: Provider, apiKey: string | undefined): Promise<Account> {
  const made = await connectAccount(service, provider, fakes[provider].secret)
  if (apiKey !== undefined)
    await voice.query('mutation($input: SetPlatformApiKeyInput!) { setPlatformApiKey(input: $input) { platformConnection { id } } }', {
      input: { id: made.id, apiKey },
    })
  return made
}

/** A call that goes on. */
async function begun(provider: Provider, at: Account): Promise<{ id: string; callId: number }> {
  const id = newConversation('live')
  const script: Script = { id, number: '+15554313359', said: [{ role: 'user', text: 'Hello', seconds: 1 }] }
  await fakes[provider].send(at, fakes[provider].messagesOf(script)[0])
  if (!fakes[provider].isLive) await fakes[provider].invoke?.(at, id, 'request_callback', { preferred_time: 'tomorrow' })
  await at.read(id)
  asked.length = 0
  return { id, callId: await voice.idOf(id) }
}

const order = async (mutation: 'endCall' | 'transferCall', input: object, key?: string) => {
  const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`
  const query = `mutation($input: ${name}!) { done: ${mutation}(input: $input) { voiceCall { id status } } }`
  const { data, errors } = await service.graphql(query, { input }, { ...(key && { key }) })
  return errors?.[0]?.extensions?.code ?? data.done.voiceCall.status
}
const ordersOf = async (id: string) => (await voice.fields(id, 'orders')).orders
const number = '+17035550135'

describe.each([
  {
    provider: 'retell' as const,
    key: undefined,
    end: (id: string) => ({ method: 'POST', path: `/v2/stop-call/${id}`, authorization: `Bearer ${retell.secret}`, body: '{}' }),
  },
  {
    provider: 'bland' as const,
    key: 'key-1',
    end: (id: string) => ({ method: 'POST', path: `/v1/calls/${id}/stop`, authorization: 'key-1', body: '{}' }),
    transfer: (id: string) => ({
      method: 'POST',
      path: '/v1/calls/active/transfer',
      authorization: 'key-1',
      body: JSON.stringify({ call_id: id, transfer_number: number }),
    }),
  },
  {
    provider: 'twilio' as const,
    key: 'AC1:token',
    end: (id: string) => ({
      method: 'POST',
      path: `/2010-04-01/Accounts/AC1/Calls/${id}.json`,
      authorization: `Basic ${btoa('AC1:token')}`,
      body: 'Status=completed',
    }),
    transfer: (id: string) => ({
      method: 'POST',
      path: `/2010-04-01/Accounts/AC1/Calls/${id}.json`,
      authorization: `Basic ${btoa('AC1:token')}`,
      body: new URLSearchParams({ Twiml: `<Response><Dial>${number}</Dial></Response>` }).toString(),
    }),
  },
])('$provider', ({ provider, key, end, transfer }) => {
  test('a call that goes on is ended, and transferred where the platform can, by a request as its documents have it', async () => {
    answer = { status: 200, body: '' }
    const { id, callId } = await begun(provider, await account(provider, key))
    expect(await ordersOf(id)).toEqual(transfer ? ['end', 'transfer'] : ['end'])
    expect(await order('transferCall', { voiceCallId: callId, phoneNumber: number })).toBe(transfer ? 'in_progress' : 'CONFLICT')
    expect(asked).toEqual(transfer ? [transfer(id)] : [])
    asked.length = 0
    expect(await order('endCall', { voiceCallId: callId })).toBe('in_progress')
    expect(asked).toEqual([end(id)])
    const events = await service.sql(
      `SELECT fields, outcome FROM audit_event WHERE fields && '{end,transfer}' AND record_ids = '{${callId}}' ORDER BY id`,
    )
    expect(events).toEqual(
      [...(transfer ? ['transfer'] : []), 'end'].flatMap((done) => [
        { fields: [done], outcome: 'attempted' },
        { fields: [done], outcome: 'succeeded' },
      ]),
    )
  })
})

describe('vapi', () => {
  test('orders go where the call itself says, and nowhere else', async () => {
    const { id, callId } = await begun('vapi', await account('vapi', 'key-1'))
    answer = { status: 200, body: JSON.stringify({ id, monitor: { controlUrl: `${apiUrl}/${id}/control` } }) }
    expect(await order('transferCall', { voiceCallId: callId, phoneNumber: number })).toBe('in_progress')
    expect(asked).toEqual([
      { method: 'GET', path: `/call/${id}`, authorization: 'Bearer key-1', body: '' },
      {
        method: 'POST',
        path: `/${id}/control`,
        authorization: undefined,
        body: JSON.stringify({ type: 'transfer', destination: { type: 'number', number } }),
      },
    ])
    asked.length = 0
    expect(await order('endCall', { voiceCallId: callId })).toBe('in_progress')
    expect(asked.at(-1)).toMatchObject({ path: `/${id}/control`, body: '{"type":"end-call"}' })
    for (const controlUrl of [
      'http://169.254.169.254/control',
      'https://vapi.ai.example/control',
      'http://api.vapi.ai/control',
      'no address',
      undefined,
    ]) {
      asked.length = 0
      answer = { status: 200, body: JSON.stringify({ id, monitor: { controlUrl } }) }
      expect(await order('endCall', { voiceCallId: callId })).toBe('UNAVAILABLE')
      expect(asked).toHaveLength(1)
    }
  })
})

test('a platform that cannot do it, lacks a key, fails or knows no such call is said so, and nothing is audited as done', async () => {
  const silent = await begun('elevenlabs', await account('elevenlabs', 'key-1'))
  expect([await ordersOf(silent.id), await order('endCall', { voiceCallId: silent.callId })]).toEqual([[], 'CONFLICT'])
  const keyless = await begun('bland', await account('bland', undefined))
  expect([await ordersOf(keyless.id), await order('endCall', { voiceCallId: keyless.callId })]).toEqual([[], 'CONFLICT'])
  const { callId } = await begun('bland', await account('bland', 'key-1'))
  for (const [status, code] of [
    [500, 'UNAVAILABLE'],
    [401, 'UNAVAILABLE'],
    [404, 'CONFLICT'],
  ] as const) {
    answer = { status, body: '{}' }
    expect(await order('endCall', { voiceCallId: callId })).toBe(code)
  }
  answer = { status: 200, body: 'stopped' }
  expect(await order('transferCall', { voiceCallId: callId, phoneNumber: '555</Dial>' })).toBe('INVALID_INPUT')
  const reader = await keyWith(service, 'patients_read')
  expect(await order('endCall', { voiceCallId: callId }, reader)).toBe('FORBIDDEN')
  const events = () =>
    service.sql(
      `SELECT 1 FROM audit_event WHERE action = 'voice_call.update' AND outcome = 'succeeded' AND fields = '{end}' AND record_ids = '{${callId}}'`,
    )
  expect(await events()).toHaveLength(0)
  expect(await order('endCall', { voiceCallId: callId })).toBe('in_progress')
  expect(await events()).toHaveLength(1)
  expect(await order('endCall', { voiceCallId: 2_000_000_000 })).toBe('NOT_FOUND')
})

test('an order stands in the audit before the platform is asked', async () => {
  const { callId } = await begun('retell', await account('retell', undefined))
  const attempts = () => service.sql(`SELECT outcome FROM audit_event WHERE fields = '{end}' AND record_ids = '{${callId}}'`)
  let found: unknown[] = []
  whileAsked = async () => {
    found = await attempts()
  }
  expect(await order('endCall', { voiceCallId: callId })).toBe('in_progress')
  whileAsked = undefined
  expect(found).toEqual([{ outcome: 'attempted' }])
})

test('a call that is over can be ordered nothing', async () => {
  const { id, callId } = await begun('bland', await account('bland', 'key-1'))
  await service.sql(`UPDATE voice_call SET status = 'completed' WHERE id = ${callId}`)
  expect([await ordersOf(id), await order('endCall', { voiceCallId: callId })]).toEqual([[], 'CONFLICT'])
  expect(asked).toEqual([])
})
