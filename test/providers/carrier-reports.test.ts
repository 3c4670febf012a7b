import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, connectAccount, type Fake } from '../support/platforms/account.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { vapi, vapiCall } from '../support/platforms/vapi.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// What a carrier tells of a call's end is no report of the agent's platform (docs/contract.md, One call).

const words = 'Since the last Humira injection I have had a terrible rash all over my arms.'

let api: Server
let service: TestService
let voice: ReturnType<typeof voiceOf>
let agent: Account
let carrier: Account
const asked: string[] = []
beforeAll(async () => {
  // Vapi's API: every call is over.
  api = createServer((request, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    asked.push(id)
    const call = vapiCall(id)
    call.say('user', words)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...call.report(), id, status: 'ended' }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  service = await startTestService({ VAPI_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}` })
  voice = voiceOf(service)
  agent = await onLine(vapi)
  carrier = await onLine(twilio)
  await voice.query('mutation($input: SetPlatformApiKeyInput!) { setPlatformApiKey(input: $input) { platformConnection { id } } }', {
    input: { id: agent.id, apiKey: 'key-of-the-api' },
  })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  api.close()
})

async function onLine({ provider, secret }: Fake): Promise<Account> {
  const account = await connectAccount(service, provider, secret)
  await voice.query(
    'mutation($input: UpdatePlatformConnectionInput!) { updatePlatformConnection(input: $input) { platformConnection { id } } }',
    { input: { id: account.id, line: 'support line' } },
  )
  return account
}

/** A call of the agent's platform, and the states of it that the carrier tells. */
function callOfBoth() {
  const [id, sid] = [newConversation('vapi'), newConversation('CA')]
  const states = twilio.messagesOf({ id: sid, number: '+15554313359', said: [] }).filter((message) => 'CallStatus' in message)
  return { id, call: vapiCall(id, { carrierId: sid }), states }
}

async function tell(account: Account, messages: object[]): Promise<void> {
  for (const message of messages)
    expect((await (account === agent ? vapi : twilio).send(account, account === agent ? { message } : message)).status).toBe(200)
  await until(async () => (await account.messages({ state: 'received' })).length === 0)
}

test('where the carrier says that a call is over, the report of the agent’s platform that does not come is fetched all the same', async () => {
  const { id, call, states } = callOfBoth()
  await tell(agent, [call.status('in-progress'), call.status('ended', { endedReason: 'customer-ended-call' })])
  await tell(carrier, states)
  expect(await voice.fields(id, 'status durationSeconds')).toEqual({ status: 'completed', durationSeconds: 192 })
  await service.sql("UPDATE platform_message SET received_at = received_at - interval '5 minutes'")
  await service.restart()
  await until(() => asked.includes(id))
  await agent.read(id)
  await voice.analysed(id)
  expect(await voice.cases(await voice.idOf(id))).toMatchObject([{ eventDescription: expect.stringContaining('rash') }])
})

test('a call that reached a voicemail stays unanswered where the carrier says that it was completed, whichever says so first', async () => {
  for (const first of [agent, carrier]) {
    const { id, call, states } = callOfBoth()
    await tell(agent, [call.status('in-progress')])
    if (first === carrier) await tell(carrier, states)
    await tell(agent, [call.report('voicemail')])
    if (first === agent) await tell(carrier, states)
    const state = { status: 'no_answer', providerStatus: 'voicemail', durationSeconds: 192 }
    expect(await voice.fields(id, 'status providerStatus durationSeconds')).toEqual(state)
  }
})
