import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// A mail server that takes a report and loses the connection before it says so (docs/safety-reporting.md, "When it fails").

const received: string[] = []
let isCutting = false
const sockets = new Set<Socket>()
const server = new SMTPServer({
  disabledCommands: ['AUTH'],
  onData: async (stream, _session, done) => {
    received.push(await text(stream))
    if (!isCutting) return done()
    for (const socket of sockets) socket.destroy()
  },
})
server.server.on('connection', (socket: Socket) => void sockets.add(socket))

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  service = await startTestService({
    SMTP_URL: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    PUBLIC_URL: 'https://care.example',
  })
  voice = voiceOf(service)
  await voice.query('mutation($input: CreateSafetyProgramInput!) { createSafetyProgram(input: $input) { safetyProgram { id } } }', {
    input: { manufacturer: 'Novartis', medicines: ['Cosentyx'], channel: 'email', email: 'a@b.example', dueHours: 24, timeZone: 'UTC' },
  })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(() => {
  received.length = 0
  isCutting = true
})

const enter = async (): Promise<number> =>
  (
    await voice.query('mutation($input: EnterAdverseEventInput!) { made: enterAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { eventDescription: 'Horrible hives', medicationName: 'Cosentyx' },
    })
  ).made.adverseEvent.id
const reportsOf = (caseId: number) =>
  service.sql<{ state: string; kind: string }>('SELECT state, kind FROM safety_report WHERE adverse_event_id = $1 ORDER BY id', [caseId])
const inState = (caseId: number, state: string, kind = 'initial') =>
  until(async () => (await reportsOf(caseId)).some((one) => one.state === state && one.kind === kind), 15)
const goAgain = async (caseId: number) => {
  isCutting = false
  await service.sql("UPDATE safety_report SET next_at = now() WHERE state = 'failed'")
  await inState(caseId, 'sent')
}
const idOf = (message: string) => /^Message-ID: (.*)$/im.exec(message)?.[1]
const tokenOf = (message: string) => /acknowledge#([\w-]{32})/.exec(message.replace(/=\r\n/g, ''))?.[1]
const acknowledge = (token: string | undefined) =>
  service.rest('POST', '/safety-reports/acknowledge', { key: null, body: { token } }).then(({ status }) => status)

test('the mail goes again as the same message, and the link of the first is good', async () => {
  const id = await enter()
  await inState(id, 'failed')
  await goAgain(id)
  const [first = '', second = ''] = received
  expect(received).toHaveLength(2)
  expect(idOf(second)).toBe(idOf(first))
  expect(tokenOf(second)).toBe(tokenOf(first))
  expect(await acknowledge(tokenOf(first))).toBe(200)
  await inState(id, 'acknowledged')
})

test('where the case says more by then, it is another message, and the links of both are good', async () => {
  const id = await enter()
  await inState(id, 'failed')
  await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, lotNumber: 'A1234' },
  })
  await goAgain(id)
  const [first = '', second = ''] = [received[0], received.at(-1)]
  expect(idOf(second)).not.toBe(idOf(first))
  for (const message of [first, second]) expect(await acknowledge(tokenOf(message))).toBe(200)
})

test('where the case is dismissed meanwhile, a nullification follows: the first mail may have arrived', async () => {
  const id = await enter()
  await inState(id, 'failed')
  isCutting = false
  await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, state: 'dismissed' },
  })
  await inState(id, 'sent', 'nullification')
  await inState(id, 'withdrawn')
})
