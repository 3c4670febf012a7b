import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// docs/safety-reporting.md: a report by e-mail, over a real SMTP server with and without TLS.

const received: { secure: boolean; message: string }[] = []
const serverWith = (disabledCommands: string[]) =>
  new SMTPServer({
    disabledCommands,
    onData: async (stream, { secure }, done) => {
      received.push({ secure, message: await text(stream) })
      done()
    },
  })
const [withTls, inClear] = [serverWith(['AUTH']), serverWith(['AUTH', 'STARTTLS'])]
const portOf = (server: SMTPServer) => (server.server.address() as AddressInfo).port

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  for (const server of [withTls, inClear]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = await startTestService({
    SMTP_URL: smtp(inClear),
    MAIL_FROM: 'Care Team <care@clinic.example>',
    PUBLIC_URL: 'https://care.example',
  })
  voice = voiceOf(service)
  await voice.query('mutation($input: CreateSafetyProgramInput!) { createSafetyProgram(input: $input) { safetyProgram { id } } }', {
    input: {
      manufacturer: 'Novartis',
      medicines: ['Cosentyx'],
      channel: 'email',
      email: 'safety@novartis.example',
      dueHours: 24,
      timeZone: 'UTC',
    },
  })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  for (const server of [withTls, inClear]) await new Promise<void>((resolve) => server.close(() => resolve()))
})

const smtp = (server: SMTPServer) => `smtp://127.0.0.1:${portOf(server)}?tls.rejectUnauthorized=false`

async function stateOf(id: number) {
  const { adverseEvent } = await voice.query('query($id: Int!) { adverseEvent(id: $id) { safetyReports { state lastError } } }', { id })
  return adverseEvent.safetyReports[0]
}

test('a report never goes out in clear, and goes once the server speaks TLS, as PDF and JSON under a plain subject', async () => {
  const { made } = await voice.query(
    'mutation($input: EnterAdverseEventInput!) { made: enterAdverseEvent(input: $input) { adverseEvent { id caseNumber } } }',
    {
      input: { eventDescription: 'Horrible hives “everywhere” — 荨麻疹', medicationName: 'Cosentyx', lotNumber: 'A1234' },
    },
  )
  const { id, caseNumber } = made.adverseEvent
  const failed = await until(async () => (await stateOf(id))?.state === 'failed' && stateOf(id), 30)
  expect(failed.lastError).toContain('TLS')
  expect(received).toEqual([])
  await service.restart({ SMTP_URL: smtp(withTls) })
  await service.sql("UPDATE safety_report SET next_at = now() WHERE state = 'failed'")
  await until(async () => (await stateOf(id)).state === 'sent', 30)
  expect(received).toHaveLength(1)
  const [{ secure, message } = { secure: false, message: '' }] = received
  expect(secure).toBe(true)
  expect(message).toContain(`Subject: Safety report ${caseNumber}, version 1`)
  expect(message).toContain('To: safety@novartis.example')
  const plain = partOf(message, 'text/plain').toString('utf8')
  expect(plain).toMatch(/https:\/\/care\.example\/safety-reports\/acknowledge#[\w-]{32}/)
  expect(plain).not.toMatch(/hives/i)
  expect(JSON.parse(partOf(message, 'application/json').toString('utf8'))).toMatchObject({
    E_i_reaction: { E_i_1_1a_as_reported: 'Horrible hives “everywhere” — 荨麻疹' },
  })
  const pdf = await getDocumentProxy(new Uint8Array(partOf(message, 'application/pdf')))
  const { text: written } = await extractText(pdf, { mergePages: true })
  expect(written).toMatch(/A\. Patient.*B\. Adverse event.*Horrible hives.*C\. Suspect product.*A1234.*E\. Initial reporter.*G\. Sender/s)
})

/** The decoded part of a MIME message of this type. */
function partOf(message: string, type: string): Buffer {
  const part = message.split(/\r\n--[^\r\n]+/).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const content = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(content, 'base64')
  const unfolded = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(/quoted-printable/i.test(head) ? unfolded : content, 'latin1')
}
