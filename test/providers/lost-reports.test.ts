import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, connectAccount, type Script } from '../support/platforms/account.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { vapiCall } from '../support/platforms/vapi.ts'
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
}

let api: Server
let service: TestService
let voice: ReturnType<typeof voiceOf>
/** What the API answers next, by the call's id. */
const answers = new Map<string, { status: number; body?: object; headers?: Record<string, string> }>()
const asked: IncomingMessage[] = []

beforeAll(async () => {
  api = createServer((request, response) => {
    asked.push(request)
    const id = request.url?.split('/').at(-1) ?? ''
    const { status, body = {}, headers = {} } = answers.get(id) ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  service = await startTestService({ VAPI_API_URL: url, RETELL_API_URL: url, ELEVENLABS_API_URL: url })
  voice = voiceOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  api.close()
})

/** A round of asking, some silent minutes later. */
async function round(): Promise<void> {
  await service.sql("UPDATE platform_message SET received_at = received_at - interval '5 minutes'")
  await service.sql("UPDATE platform_fetch SET next_at = next_at - interval '5 minutes'")
  await service.restart()
}

describe.each([
  ['vapi', undefined],
  ['retell', retell.secret],
  ['elevenlabs', elevenlabs.secret],
] as const)('%s', (provider, secret) => {
  let account: Account
  beforeAll(async () => {
    account = await connectAccount(service, provider, secret)
    if (provider !== 'retell')
      await voice.query(
        `mutation { setPlatformApiKey(input: { id: ${account.id}, apiKey: "key-of-the-api" }) { platformConnection { id } } }`,
      )
  })

  /** The platform tells of a call, and then nothing more. */
  async function begun(): Promise<string> {
    const id = newConversation('silent')
    if (provider === 'vapi')
      await account.post(JSON.stringify({ message: vapiCall(id).status('in-progress') }), { authorization: `Bearer ${account.secret}` })
    else if (provider === 'retell') await retell.send(account, retell.messagesOf(scriptOf(id))[0])
    // It tells nothing of a call before its end but by functions and audio.
    else await elevenlabs.send(account, elevenlabs.messagesOf(scriptOf(id))[0])
    if (provider === 'elevenlabs') await elevenlabs.invoke?.(account, id, 'request_callback', { preferred_time: 'tomorrow' })
    await account.read(id)
    return id
  }

  test('a report that never came is fetched once the platform says that the call is over, and read as one that came', async () => {
    const id = await begun()
    answers.set(id, { status: 200, body: { ...calls[provider](id), status: 'in-progress', call_status: 'ongoing' } })
    await round()
    await until(() => asked.some(({ url }) => url?.endsWith(id)))
    expect(await voice.fields(id, 'status')).toEqual({ status: 'in_progress' })

    answers.set(id, { status: 200, body: calls[provider](id) })
    await until(async () => {
      await round()
      return (await voice.fields(id, 'status')).status === 'completed'
    })
    await voice.analysed(id)
    const { id: callId, ...call } = await voice.fields(id, 'id durationSeconds phoneNumber')
    expect(call).toEqual({ durationSeconds: 192, phoneNumber: '+15554313359' })
    expect(await voice.cases(callId)).toMatchObject([{ eventDescription: expect.stringContaining('rash') }])
    const { platformConnections } = await voice.query('{ platformConnections(first: 50) { edges { node { id recovered isAskable } } } }')
    const { node } = platformConnections.edges.find((edge: { node: { id: number } }) => edge.node.id === account.id)
    expect(node).toEqual({ id: account.id, recovered: 1, isAskable: true })
    const key = asked.at(-1)?.headers
    expect([key?.authorization, key?.['xi-api-key']]).toContain(
      { vapi: 'Bearer key-of-the-api', retell: `Bearer ${retell.secret}`, elevenlabs: 'key-of-the-api' }[provider],
    )
  })
})

test('a platform that says when is asked no sooner, and staff see that it could not be asked', async () => {
  const account = await connectAccount(service, 'retell', retell.secret)
  const id = newConversation('busy')
  await retell.send(account, retell.messagesOf(scriptOf(id))[0])
  await account.read(id)
  answers.set(id, { status: 429, headers: { 'retry-after': '3600' } })
  const timesAsked = () => asked.filter(({ url }) => url?.endsWith(id)).length
  await round()
  await until(() => timesAsked() === 1)
  const lastError = async () => {
    const { platformConnections } = await voice.query('{ platformConnections(last: 1) { edges { node { lastError } } } }')
    return platformConnections.edges[0].node.lastError
  }
  await until(async () => (await lastError()) === 'A report was asked for. It answered 429.')
  const other = await connectAccount(service, 'retell', retell.secret)
  const later = newConversation('later')
  await retell.send(other, retell.messagesOf(scriptOf(later))[0])
  await other.read(later)
  await round()
  // The round has come to the connection after it.
  await until(() => asked.some(({ url }) => url?.endsWith(later)))
  expect(timesAsked()).toBe(1)
})
