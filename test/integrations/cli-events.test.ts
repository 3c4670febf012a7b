import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver, verify } from '../support/event-receiver.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService, until } from '../support/service.ts'

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

const care = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: processEnv({ CARE_URL: service.url(), API_KEY: apiKey, DATA_DIR: '/nonexistent' }) }
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
