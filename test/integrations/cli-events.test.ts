import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver, verify } from '../support/event-receiver.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService, until } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

// `care events …` (docs/events.md).

let service: TestService
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ EVENT_PRIVATE_ORIGINS: receiver.origin })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await receiver.close()
})

const care = (...args: string[]) => careAt(service.url(), ...args)
const careAt = (url: string, ...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: processEnv({ CARE_URL: url, API_KEY: apiKey, DATA_DIR: '/nonexistent' }) }
    execFile(process.execPath, ['src/cli.ts', 'events', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

test('a subscription is made, tried, given another secret, sent again and ended from the command line', async () => {
  const made = await care('subscribe', receiver.url, '--name', 'Hub', '--kinds', 'call.completed', 'patient.changed')
  const { id = '', secret = '' } = /^Subscription (?<id>\d+) to .*\n.*\n(?<secret>whsec_\S+)/.exec(made.output)?.groups ?? {}
  expect(await care('ping', id)).toMatchObject({ code: 0 })
  await until(() => receiver.of('ping').length === 1)
  verify(secret, receiver.received[0] as never)
  await until(async () => /ping.*delivered/.test((await care('deliveries', id)).output))
  expect((await care('rotate', id)).output).toMatch(/whsec_/)
  expect((await care('replay', id, '--from', '2020-01-01T00:00:00Z')).output).toBe('1 events go out again.\n')
  await until(() => receiver.of('ping').length === 2)
  expect((await care('set', id, 'ended')).output).toBe(`Subscription ${id} is ended.\n`)
  expect((await care('list')).output).toMatch(/Hub.*ended/)
  const refused = await care('subscribe', 'http://example.com/', '--name', 'Hub', '--kinds', 'call.completed')
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('must be a public https address')])
})

test('what changes something is not sent again where its answer is lost: a secret is rotated once, and told that it may have been', async () => {
  const made = await care('subscribe', receiver.url, '--name', 'Lost', '--kinds', 'call.completed')
  const { id = '', secret = '' } = /^Subscription (?<id>\d+) to .*\n.*\n(?<secret>whsec_\S+)/.exec(made.output)?.groups ?? {}
  await using proxy = await startWebServer({
    '/graphql': async (request, response) => {
      const body = await text(request)
      const { authorization = '' } = request.headers
      await fetch(`${service.url()}/graphql`, { method: 'POST', body, headers: { authorization, 'content-type': 'application/json' } })
      response.socket?.resetAndDestroy()
    },
  })
  const rotated = await careAt(proxy.origin, 'rotate', id)
  expect([rotated.code, rotated.output]).toEqual([1, expect.stringContaining('may have been done')])
  receiver.received.length = 0
  await care('ping', id)
  const event = await until(() => receiver.of('ping').at(-1))
  // The secret from before the one rotation signs along.
  verify(secret, event as never)
})

test('a file that cannot be read is told in a line', async () => {
  const options = ['subscribe', receiver.url, '--name', 'Hub', '--kinds', 'call.completed', '--owner-key', '1']
  expect(await care(...options, '--document', '/nonexistent')).toEqual({ code: 1, output: 'care: /nonexistent cannot be read (ENOENT).\n' })
})
