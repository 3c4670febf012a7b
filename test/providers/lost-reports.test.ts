import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, connectAccount, type Script } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { vapi, vapiCall } from '../support/platforms/vapi.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// Reports that never come are fetched (docs/contract.md, Voice platforms). A local server stands for the platforms' APIs.

const words = 'Since the last Humira injection I have had a terrible rash all over my arms.'
const scriptOf = (id: string): Script => ({ id, number: '+15554313359', said: [{ role: 'user', text: words, seconds: 4 }] })

/** What each API tells of a call that is over. */
const calls = {
  vapi(id: string) {
    const call = vapiCall(id)
    call.say('user', words)
    const { artifact, startedAt, endedAt, endedReason, customer } = call.report()
    return { id, type: 'inboundPhoneCall', status: 'ended', customer, artifact, startedAt, endedAt, endedReason }
  },
  retell: (id: string) => (retell.messagesOf(scriptOf(id)).at(-1) as { call: object }).call,
  elevenlabs: (id: string) => (elevenlabs.messagesOf(scriptOf(id)).at(-1) as { data: object }).data,
  bland: (id: string) => bland.messagesOf(scriptOf(id)).at(-1) as object,
  twilio: (sid: string) => ({ sid, status: 'completed', duration: '192', direction: 'inbound', from: '+15554313359', to: '+15550001111' }),
}
const fakes = { vapi, retell, elevenlabs, bland, twilio }
/** The key of an API, and what a request shows of it. */
const keys = {
  vapi: ['key-of-the-api', 'Bearer key-of-the-api'],
  retell: [String(retell.secret), `Bearer ${retell.secret}`],
  elevenlabs: ['key-of-the-api', 'key-of-the-api'],
  bland: ['key-of-the-api', 'key-of-the-api'],
  twilio: ['AC1:token', `Basic ${Buffer.from('AC1:token').toString('base64')}`],
} as const

let api: Server
let service: TestService
let voice: ReturnType<typeof voiceOf>
/** What the API answers next, by the call's id. */
const answers = new Map<string, { status: number; body?: object; headers?: Record<string, string> }>()
const asked: IncomingMessage[] = []
/** What the API answers to a request for a list; 404 where it says nothing. */
let listOf: (url: URL, body: string) => { status?: number; headers?: Record<string, string>; body?: object } | undefined = () => undefined

beforeAll(async () => {
  api = createServer(async (request, response) => {
    asked.push(request)
    const sent = await text(request)
    const id = idOf(request)
    const {
      status = 200,
      body = {},
      headers = {},
    } = answers.get(id) ?? listOf(new URL(`http://api${request.url}`), sent) ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  service = await startTestService({
    ...{ VAPI_API_URL: url, RETELL_API_URL: url, ELEVENLABS_API_URL: url, BLAND_API_URL: url, TWILIO_API_URL: url },
  })
  voice = voiceOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  api.close()
})

const idOf = ({ url = '' }: IncomingMessage) => url.split('/').at(-1)?.replace('.json', '') ?? ''
const timesAsked = (id: string) => asked.filter((request) => idOf(request) === id).length

/** A round of asking, some silent minutes later. */
async function round(): Promise<void> {
  await service.sql("UPDATE platform_message SET received_at = received_at - interval '5 minutes'")
  await service.sql("UPDATE platform_fetch SET next_at = next_at - interval '5 minutes', sought_at = sought_at - interval '5 minutes'")
  await service.restart()
}

const connect = async (provider: keyof typeof fakes, settings: object = {}): Promise<Account> => {
  const account = await connectAccount(service, provider, fakes[provider].secret)
  if (provider !== 'retell')
    await voice.query('mutation($input: SetPlatformApiKeyInput!) { setPlatformApiKey(input: $input) { platformConnection { id } } }', {
      input: { id: account.id, apiKey: keys[provider][0] },
    })
  await voice.query(
    'mutation($input: UpdatePlatformConnectionInput!) { updatePlatformConnection(input: $input) { platformConnection { id } } }',
    { input: { id: account.id, ...settings } },
  )
  return account
}

const stateOf = async ({ id }: Account) => {
  const { platformConnections } = await voice.query(
    '{ platformConnections(first: 50) { edges { node { id recovered isAskable lastError listedUntil } } } }',
  )
  return platformConnections.edges.map(({ node }: { node: { id: number } }) => node).find((node: { id: number }) => node.id === id)
}

describe.each(['vapi', 'retell', 'elevenlabs', 'bland', 'twilio'] as const)('%s', (provider) => {
  let account: Account
  beforeAll(async () => {
    account = await connect(provider)
  })

  /** The platform tells of a call, and then nothing more. */
  async function begun(): Promise<string> {
    const id = newConversation('silent')
    // ElevenLabs tells nothing of a call before its end but by functions and audio, Bland by functions and its log.
    await fakes[provider].send(account, fakes[provider].messagesOf(scriptOf(id))[0])
    if (!fakes[provider].isLive) await fakes[provider].invoke?.(account, id, 'request_callback', { preferred_time: 'tomorrow' })
    await account.read(id)
    return id
  }

  test('a report that never came is fetched once the platform says that the call is over, and read as one that came', async () => {
    const id = await begun()
    answers.set(id, { status: 200, body: { ...calls[provider](id), status: 'in-progress', call_status: 'ongoing', completed: false } })
    await round()
    await until(() => timesAsked(id) > 0)
    expect(await voice.fields(id, 'status')).toEqual({ status: 'in_progress' })

    answers.set(id, { status: 200, body: calls[provider](id) })
    await until(async () => {
      await round()
      return (await voice.fields(id, 'status')).status === 'completed'
    })
    // The number is registered after the end.
    const { id: callId, ...call } = await until(async () => {
      const read = await voice.fields(id, 'id durationSeconds phoneNumber')
      return read.phoneNumber !== null && read
    })
    expect(call).toEqual({ durationSeconds: 192, phoneNumber: '+15554313359' })
    // Twilio tells of words only while they are said.
    if (provider !== 'twilio') {
      await voice.analysed(id)
      expect(await voice.cases(callId)).toMatchObject([{ eventDescription: expect.stringContaining('rash') }])
    }
    expect(await stateOf(account)).toMatchObject({ recovered: 1, isAskable: true })
    const key = asked.findLast((request) => idOf(request) === id)?.headers
    expect([key?.authorization, key?.['xi-api-key']]).toContain(keys[provider][1])
  })
})

describe.each(['vapi', 'retell', 'elevenlabs'] as const)('%s', (provider) => {
  /** A list in pages of two, as the platform gives it. */
  const pages = (ids: string[], url: URL, body: string) => {
    if (provider === 'vapi') {
      // 100 of a page, the newest first.
      const before = url.searchParams.get('createdAtLt')
      const all = [
        ...Array.from({ length: 100 }, (_, at) => ({ id: `known-${at}`, createdAt: '2026-11-25T12:00:00.000Z' })),
        ...ids.map((id) => ({ id, createdAt: '2026-11-25T11:00:00.000Z' })),
      ]
      return before ? all.filter(({ createdAt }) => createdAt < before) : all.slice(0, 100)
    }
    const cursor = provider === 'retell' ? JSON.parse(body).pagination_key : url.searchParams.get('cursor')
    const start = Number(cursor ?? 0)
    const rest = { has_more: start + 2 < ids.length }
    return provider === 'retell'
      ? { ...rest, items: ids.slice(start, start + 2).map((call_id) => ({ call_id })), pagination_key: String(start + 2) }
      : {
          ...rest,
          conversations: ids.slice(start, start + 2).map((conversation_id) => ({ conversation_id })),
          next_cursor: String(start + 2),
        }
  }

  test('a call that was never told of is on its agent’s list, and is fetched', async () => {
    const ids = Array.from({ length: 3 }, () => newConversation('untold'))
    for (const id of ids) answers.set(id, { status: 200, body: calls[provider](id) })
    const agents = new Set<string>()
    listOf = (url, body) => {
      const agent =
        provider === 'retell'
          ? JSON.parse(body).filter_criteria.agent[0].agent_id
          : url.searchParams.get(provider === 'vapi' ? 'assistantId' : 'agent_id')
      if (agent !== 'agent-of-ours') return { status: 200, body: {} }
      agents.add(agent)
      return { body: pages(ids, url, body) }
    }
    const account = await connect(provider, { agents: ['agent-of-ours'] })
    for (let at = 0; at < 100; at++)
      await service.sql(
        `INSERT INTO platform_fetch (connection_id, call_id, next_at, recovered_at) VALUES (${account.id}, 'known-${at}', now(), now())`,
      )
    await until(async () => {
      await round()
      return (await stateOf(account)).recovered === 103 || (await stateOf(account)).recovered === 3
    })
    for (const id of ids) {
      await voice.analysed(id)
      expect(await voice.fields(id, 'status')).toEqual({ status: 'completed' })
      expect(await voice.cases(await voice.idOf(id))).toHaveLength(1)
    }
    expect([...agents]).toEqual(['agent-of-ours'])
    expect((await stateOf(account)).listedUntil).not.toBeNull()
    listOf = () => undefined
  })
})

test('without agents nothing is listed: the account may have calls that are none of ours', async () => {
  const urls: string[] = []
  listOf = (url) => {
    urls.push(url.pathname)
    return { body: {} }
  }
  const account = await connect('elevenlabs')
  const later = newConversation('later')
  await elevenlabs.send(account, elevenlabs.messagesOf(scriptOf(later))[0])
  await elevenlabs.invoke?.(account, later, 'request_callback', { preferred_time: 'tomorrow' })
  await account.read(later)
  await round()
  await until(() => timesAsked(later) > 0)
  expect(urls.filter((path) => !path.includes(later))).toEqual([])
  expect((await stateOf(account)).listedUntil).toBeNull()
  listOf = () => undefined
})

test('a list that cannot be had is asked for from the same time again, no sooner than the platform says', async () => {
  const since: string[] = []
  listOf = (url) => {
    if (url.pathname !== '/v1/convai/conversations') return undefined
    since.push(String(url.searchParams.get('call_start_after_unix')))
    const inTwoHours = new Date(Date.now() + 7200_000).toUTCString()
    return since.length === 1 ? { status: 429, headers: { 'retry-after': inTwoHours } } : { body: { conversations: [], has_more: false } }
  }
  const account = await connect('elevenlabs', { agents: ['agent-of-ours'] })
  await round()
  await until(async () => (await stateOf(account)).lastError === 'Its calls were asked for. It answered 429.')
  await service.sql(`UPDATE platform_connection SET list_at = list_at - interval '119 minutes' WHERE id = ${account.id}`)
  await round()
  await service.sql(`UPDATE platform_connection SET list_at = list_at - interval '2 minutes' WHERE id = ${account.id}`)
  await round()
  await until(async () => (await stateOf(account)).listedUntil !== null)
  expect(since).toEqual([since[0], since[0]])
  listOf = () => undefined
})

test('calls of an agent that is added later are listed from the beginning of the connection', async () => {
  const since: Record<string, number[]> = {}
  listOf = (url) => {
    if (url.pathname !== '/v1/convai/conversations') return undefined
    const agent = String(url.searchParams.get('agent_id'))
    since[agent] = [...(since[agent] ?? []), Number(url.searchParams.get('call_start_after_unix'))]
    return { body: { conversations: [], has_more: false } }
  }
  const account = await connect('elevenlabs', { agents: ['first'] })
  await round()
  await until(async () => (await stateOf(account)).listedUntil !== null)
  await service.sql(`UPDATE platform_connection SET created_at = created_at - interval '3 hours' WHERE id = ${account.id}`)
  const text =
    'mutation($id: Int!, $agents: [String!]) { updatePlatformConnection(input: { id: $id, agents: $agents }) { platformConnection { id } } }'
  await voice.query(text, { id: account.id, agents: ['first', 'second'] })
  await round()
  await until(() => since.second !== undefined)
  expect((since.first?.[0] ?? 0) - (since.second?.[0] ?? 0)).toBeGreaterThan(2 * 3600)
  listOf = () => undefined
})

test('a platform that names a date for a number of seconds is asked again within a day', async () => {
  listOf = (url) =>
    url.pathname === '/v1/convai/conversations' ? { status: 429, headers: { 'retry-after': String(Date.now()) } } : undefined
  const account = await connect('elevenlabs', { agents: ['agent-of-ours'] })
  await round()
  await until(async () => (await stateOf(account)).lastError === 'Its calls were asked for. It answered 429.')
  const sql = `SELECT list_at <= now() + interval '1 day' AS soon FROM platform_connection WHERE id = ${account.id}`
  expect(await service.sql(sql)).toEqual([{ soon: true }])
  listOf = () => undefined
})

test('a platform that says when is asked no sooner, and staff see that it could not be asked', async () => {
  const account = await connectAccount(service, 'retell', retell.secret)
  const id = newConversation('busy')
  await retell.send(account, retell.messagesOf(scriptOf(id))[0])
  await account.read(id)
  answers.set(id, { status: 429, headers: { 'retry-after': '3600' } })
  await round()
  await until(() => timesAsked(id) === 1)
  const lastError = async () => {
    const { platformConnections } = await voice.query('{ platformConnections(last: 1) { edges { node { lastError } } } }')
    return platformConnections.edges[0].node.lastError
  }
  await until(async () => (await lastError()) === 'Its calls were asked for. It answered 429.')
  const other = await connectAccount(service, 'retell', retell.secret)
  const later = newConversation('later')
  await retell.send(other, retell.messagesOf(scriptOf(later))[0])
  await other.read(later)
  await round()
  // The round has come to the connection after it.
  await until(() => timesAsked(later) > 0)
  expect(timesAsked(id)).toBe(1)
})
