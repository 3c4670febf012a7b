import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredDocument } from '../support/openapi-document.ts'
import { connectAccount } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// `care platforms …` (docs/integrations.md).

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const care = (...args: string[]) => careWith({}, ...args)

const careWith = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: processEnv({ CARE_URL: service.url(), API_KEY: apiKey, DATA_DIR: '/nonexistent', ...env }) }
    execFile(process.execPath, ['src/cli.ts', 'platforms', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

/** A value of a parameter as an agent fills it in. */
const examples: Record<string, unknown> = {
  ...{
    first_name: 'Ada',
    last_name: 'Quill',
    dob: '1980-02-29',
    member_id: 'MEM-1',
    payer_name: 'aetna',
    patient_id: 1,
    medication: 'Humira',
  },
  ...{ event_description: 'hives', severity: 'mild', medication_name: 'Humira', symptoms: 'hives', phone_number: '+15550001111' },
  ...{ preferred_time: 'tomorrow', reason: 'a question', email: 'ada@example.com', subject: 'Your call', topics: ['coverage'] },
}

test('what is printed to paste is what the address accepts', async () => {
  const created = await care('create', '--provider', 'vapi', '--name', 'Support line')
  const { id, address, secret } = /^Connection (?<id>\d+): (?<address>\S+)\n.*\n(?<secret>\S+)/.exec(created.output)?.groups ?? {}
  expect([created.code, address]).toEqual([0, `${service.url()}/v1/providers/vapi/${id}`])
  const { output } = await care('tools', String(id))
  const { server, serverMessages, tools } = JSON.parse(output)
  expect(server).toEqual({ url: address })
  expect(serverMessages).toContain('transcript[transcriptType="final"]')

  const { mapping } = declaredDocument().components.schemas.InvokeFunctionRequest.discriminator
  expect(tools.map((tool: { function: { name: string } }) => tool.function.name).toSorted()).toEqual(Object.keys(mapping).toSorted())
  const toolCallList = tools.map(({ function: { name, description, parameters } }: (typeof tools)[number]) => {
    expect(description).not.toBe(name)
    const types = Object.entries(parameters.properties as Record<string, { type: string }>)
    for (const [parameter, { type }] of types) {
      const value = examples[parameter]
      expect([parameter, Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value]).toContain(
        parameter === 'patient_id' && type === 'string' ? 'integer' : type,
      )
    }
    return { id: name, name, arguments: Object.fromEntries(types.map(([parameter]) => [parameter, examples[parameter]])) }
  })
  const message = { type: 'tool-calls', toolCallList, call: { id: 'printed' } }
  const { status, body } = await service.rest('POST', new URL(String(address)).pathname, { key: secret ?? null, body: { message } })
  expect(status).toBe(200)
  for (const { result, error } of body.results) expect([typeof result, error]).toEqual(['string', undefined])
})

const filledIn = (properties: object) => Object.fromEntries(Object.keys(properties).map((name) => [name, examples[name]]))

test.each([
  ['elevenlabs', (tool: Printed) => ({ ...filledIn(tool.api_schema.request_body_schema.properties), conversation_id: 'printed' })],
  // Its templates make a text of every value.
  [
    'bland',
    (tool: Printed) => ({
      ...Object.fromEntries(Object.entries(filledIn(tool.body)).map(([name, value]) => [name, String(value)])),
      call_id: 'printed',
    }),
  ],
])('what is printed of %s has an address for each function, and is what that accepts', async (provider, bodyOf) => {
  const created = await careWith({ PLATFORM_SECRET: 'the-secret-of-the-platform' }, 'create', '--provider', provider, '--name', provider)
  const { id, token } = /^Connection (?<id>\d+): \S+\n.*\n(?<token>\S+)/.exec(created.output)?.groups ?? {}
  const { tools } = JSON.parse((await care('tools', String(id))).output)
  expect(tools.length).toBe(Object.keys(declaredDocument().components.schemas.InvokeFunctionRequest.discriminator.mapping).length)
  for (const tool of tools as Printed[]) {
    const { pathname } = new URL(tool.url ?? tool.api_schema.url)
    const answer = await service.rest('POST', pathname, { key: String(token), body: bodyOf(tool) })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    expect((await service.rest('POST', pathname, { key: 'another', body: bodyOf(tool) })).status).toBe(401)
  }
})

// biome-ignore lint/suspicious/noExplicitAny: a definition in its platform's form
type Printed = any

test('what is printed of Retell and Twilio has the address, and a secret is asked for where the platform makes it', async () => {
  const refused = await care('create', '--provider', 'retell', '--name', 'Retell')
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is needed: the one with which the platform signs')])
  for (const provider of ['retell', 'twilio']) {
    const created = await careWith({ PLATFORM_SECRET: 'a-secret' }, 'create', '--provider', provider, '--name', provider)
    const { id, address } = /^Connection (?<id>\d+): (?<address>\S+)\nThe platform signs/.exec(created.output)?.groups ?? {}
    expect((await care('tools', String(id))).output).toContain(`"${address}"`)
  }
})

test('what could not be read is read again when a newer version can, and nothing else', async () => {
  const account = await connectAccount(service, bland.provider, bland.secret)
  const id = newConversation('reread')
  const script = { id, number: '+15554313359', said: [{ role: 'user', text: 'Is Humira covered?', seconds: 2 }] as const }
  await bland.send(account, bland.messagesOf(script).at(-1))
  await bland.send(account, '{"no": "call"}')
  await account.read(id)
  // As an older version left it, that did not understand it.
  await service.sql("UPDATE platform_message SET state = 'failed', error = 'It is new.', kind = '', call_id = NULL WHERE call_id = $1", [
    id,
  ])
  expect((await care('reread', String(account.id))).output).toBe('1 messages are read again.\n')
  await account.read(id)
  expect((await account.messages()).map(({ state, error }) => [state, error]).toSorted()).toEqual([
    ['failed', 'It names no call.'],
    ['read', null],
  ])
})

test('a new secret, the list, and the end of a connection', async () => {
  const created = await care('create', '--provider', 'vapi', '--name', 'Other line')
  const id = /^Connection (\d+)/.exec(created.output)?.[1] as string
  expect((await care('secret', id)).output).toMatch(/Its secret, shown only now:\n\S{43}/)
  expect((await care('deactivate', id)).output).toBe(`Connection ${id} is out of service.\n`)
  expect((await care('list')).output).toMatch(/Other line.*false/)
  expect(await care('tools', '999')).toEqual({ code: 1, output: 'care: There is no connection 999.\n' })
})

test('line, agents and numbers of a connection are set, and what is not given stays', async () => {
  const { id } = await connectAccount(service, 'elevenlabs', 'wsec_0123456789abcdef')
  const first = await care('set', String(id), '--line', 'Support line', '--numbers', '+15550001111=es=Humira Complete', '+15550002222')
  const numbers = [
    { number: '+15550001111', language: 'es', program: 'Humira Complete' },
    { number: '+15550002222', language: null, program: null },
  ]
  expect(JSON.parse(first.output)).toEqual({ line: 'Support line', agents: [], numbers })
  const second = await care('set', String(id), '--agents', 'agent_1', 'agent_2', '--line', '')
  expect(JSON.parse(second.output)).toEqual({ line: null, agents: ['agent_1', 'agent_2'], numbers })
  expect(await care('set', String(id), '--numbers', '5550001111')).toMatchObject({ code: 1, output: expect.stringContaining('numbers') })
})
