import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// docs/contract.md, send_follow_up_email: sent by SMTP from a durable job. The server is a real one; only what it answers
// is ours to choose.

interface Received {
  from: string
  to: string[]
  text: string
}
const received: Received[] = []
/** SMTP replies to the next messages: a refusal with this code; if empty, messages are accepted. */
const refusals: number[] = []
let attempts = 0

const options: SMTPServerOptions = {
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, { envelope }, callback) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      attempts++
      const code = refusals.shift()
      if (code !== undefined) return callback(Object.assign(new Error('try again later'), { responseCode: code }))
      const { mailFrom, rcptTo } = envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        text: Buffer.concat(chunks).toString('utf8'),
      })
      callback()
    })
  },
}
const server = new SMTPServer(options)

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  service = await startTestService({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Care Team <care@clinic.example>' })
  voice = voiceOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const send = async (fields: object, person: object = {}) => {
  const { person: patient, conversation } = await voice.verified({ email: 'ada@example.org', ...person })
  const wish = { patient_id: patient.id, ...fields }
  const answer = await voice.invoke(conversation, 'send_follow_up_email', wish)
  return { answer, patient, again: () => voice.invoke(conversation, 'send_follow_up_email', wish) }
}
interface Email {
  id: number
  status: string
  attempts: number
  sentAt: string | null
  subject: string
}
const emails = async () =>
  nodes<Email>(
    (await voice.query('{ followUpEmails(first: 1000) { edges { node { id status attempts sentAt subject } } } }')).followUpEmails,
  )
const emailOf = async (id: number) => (await emails()).find((email) => email.id === id)
const sent = (id: number) => until(async () => (await emailOf(id))?.status === 'sent' && emailOf(id))
const arrived = (address: string) => until(() => received.find(({ to }) => to.includes(address)))

/** Header lines by lower-cased name, unfolded, and the decoded text. */
function read(message: string) {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const)
  const raw = message.slice(end + 4)
  const encoding = headers.find(([name]) => name === 'content-transfer-encoding')?.[1]
  const text =
    encoding === 'base64'
      ? Buffer.from(raw, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8')
        : raw
  return { headers, names: headers.map(([name]) => name), header: (name: string) => headers.find(([one]) => one === name)?.[1], text }
}

test('the mail arrives with its headers and text, and is marked as sent', async () => {
  const { answer } = await send(
    { subject: 'Your benefits summary', topics: ['copay card', 'prior authorization for Humira'] },
    { email: 'grace@example.org', first_name: 'Grâce' },
  )
  expect(answer.body).toMatchObject({ status: 'queued', queued: true, email_id: expect.any(Number) })
  const mail = await arrived('grace@example.org')
  expect([mail.from, mail.to]).toEqual(['care@clinic.example', ['grace@example.org']])
  const { header, text } = read(mail.text)
  expect(header('from')).toBe('Care Team <care@clinic.example>')
  expect(header('to')).toBe('grace@example.org')
  expect(header('subject')).toBe('Your benefits summary')
  expect(header('message-id')).toMatch(/^<[^<>\s]+@[^<>\s]+>$/)
  expect(header('content-type')).toMatch(/^text\/plain; charset=utf-8/i)
  for (const words of ['Grâce', 'copay card', 'prior authorization for Humira']) expect(text).toContain(words)
  expect(await sent(answer.body.email_id)).toMatchObject({ status: 'sent', attempts: 1, sentAt: expect.any(String) })
})

test('is retried after a temporary refusal, with the same message', async () => {
  refusals.push(451)
  const before = attempts
  const { answer } = await send({}, { email: 'later@example.org' })
  await until(async () => (await emailOf(answer.body.email_id))?.status === 'failed')
  expect(await sent(answer.body.email_id)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(attempts).toBe(before + 2)
  expect(received.filter(({ to }) => to.includes('later@example.org'))).toHaveLength(1)
})

test('is not sent twice, neither by a repetition nor by a restart', async () => {
  const { answer, again } = await send({}, { email: 'once@example.org' })
  await sent(answer.body.email_id)
  expect((await again()).body).toEqual(answer.body)
  await service.restart()
  const marker = await send({}, { email: 'marker@example.org' })
  await sent(marker.answer.body.email_id)
  expect(received.filter(({ to }) => to.includes('once@example.org'))).toHaveLength(1)
})

test.each([
  ['a subject', { subject: 'Your plan\r\nBcc: thief@example.org' }, {}],
  ['a subject with a lone line feed', { subject: 'Your plan\nBcc: thief@example.org\n\nHello' }, {}],
  ['a subject with a line separator', { subject: 'Your plan\u2028Bcc: thief@example.org' }, {}],
  ['a topic', { topics: ['copay\r\nBcc: thief@example.org', '.\r\nMAIL FROM:<thief@example.org>'] }, {}],
  ['a topic of a template', { topics: ['{{firstName}} {{topics}}', '<%= name %>', '$& $1'] }, {}],
  ['a name', {}, { first_name: 'Ada\r\nBcc: thief@example.org' }],
  ['a name of a template', {}, { first_name: '{{topics}}' }],
])('%s adds no header and no recipient', async (_what, fields, person) => {
  const email = `victim${received.length}@example.org`
  const { answer } = await send(fields, { email, ...person })
  expect(answer.status).toBe(200)
  await sent(answer.body.email_id)
  const { to, text } = await arrived(email)
  expect(to).toEqual([email])
  const { names, header } = read(text)
  for (const name of ['bcc', 'cc', 'reply-to']) expect(names).not.toContain(name)
  expect(header('to')).toBe(email)
  expect(names.filter((name) => name === 'subject')).toHaveLength(1)
  expect(header('subject')).not.toContain('thief')
})

test.each([
  'a@example.org, thief@example.org',
  'a@example.org\r\nRCPT TO:<thief@example.org>',
  '"x" <thief@example.org>',
  'thief@example.org;b@example.org',
  'nobody',
])('the address %j is refused with 422', async (email) => {
  const { answer } = await send({ email })
  expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, 'parameters.email'])
})

test('topics with links or addresses are left out, and the agent is told', async () => {
  const email = 'topics@example.org'
  const { answer } = await send({ topics: ['copay card', 'log in at evil.example', 'call 555-0199'] }, { email })
  expect(answer.body).toMatchObject({ status: 'queued', queued: true, message: expect.stringContaining('leave out') })
  await sent(answer.body.email_id)
  const { text } = read((await arrived(email)).text)
  expect(text).toContain('- copay card')
  expect(text).not.toMatch(/evil|0199/)
})

test('an address that is not on file is flagged on the email and in the audit', async () => {
  const flags = async (fields: object) => {
    const { answer, patient } = await send(fields, { email: 'Grace@example.org' })
    const { followUpEmails } = await voice.query(
      'query($id: Int) { followUpEmails(filter: { patientId: $id }) { edges { node { id addressOnFile } } } }',
      { id: patient.id },
    )
    const emails = nodes<{ addressOnFile: boolean }>(followUpEmails)
    expect(emails).toMatchObject([{ id: answer.body.email_id }])
    const events = await auditEventsOf(service, patient.id, 'action', 'fields')
    return [emails[0]?.addressOnFile, events.find(({ action }) => action === 'follow_up_email.create')?.fields]
  }
  expect(await flags({})).toEqual([true, []])
  expect(await flags({ email: ' grace@EXAMPLE.org ' })).toEqual([true, []])
  expect(await flags({ email: 'elsewhere@example.org' })).toEqual([false, ['recipient']])
})

test('what waits to be sent again is not sent once the patient withdraws the consent to email, nor after they consent again', async () => {
  await until(async () => (await emails()).every(({ status }) => status === 'sent'))
  refusals.push(451)
  const { answer, patient } = await send({}, { email: 'withdrawn@example.org' })
  await until(async () => (await emailOf(answer.body.email_id))?.status === 'failed')
  const consent = (given: boolean) =>
    voice.query('mutation($input: RecordConsentInput!) { recordConsent(input: $input) { consent { id } } }', {
      input: { patientId: patient.id, channel: 'email', given, form: 'spoken' },
    })
  await consent(false)
  await until(
    async () =>
      (await service.sql("SELECT 1 FROM pgboss.job WHERE name = 'send-email' AND state IN ('created', 'retry', 'active')")).length === 0,
  )
  expect(await emailOf(answer.body.email_id)).toMatchObject({ status: 'failed' })
  await consent(true)
  await service.restart()
  await until(
    async () =>
      (await service.sql("SELECT 1 FROM pgboss.job WHERE name = 'send-email' AND state IN ('created', 'retry', 'active')")).length === 0,
  )
  expect(received.filter(({ to }) => to.includes('withdrawn@example.org'))).toEqual([])
})

test('with FOLLOW_UP_TOPICS no other topic is written', async () => {
  await using own = await startTestService({ FOLLOW_UP_TOPICS: 'Copay card, Prior authorization' })
  const { person, conversation } = await voiceOf(own).verified({ email: 'ada@example.org' })
  const wish = { patient_id: person.id, topics: ['copay card', 'your account is suspended'] }
  await voiceOf(own).invoke(conversation, 'send_follow_up_email', wish)
  const [email] = await own.sql<{ body: string }>('SELECT body FROM follow_up_email')
  expect(email?.body).toContain('- Copay card')
  expect(email?.body).not.toContain('suspended')
})

test('the log contains nothing of the mail', () => {
  const log = service.logLines.join('')
  for (const text of ['grace@example.org', 'Grâce', 'copay card', 'later@example.org']) expect(log).not.toContain(text)
})
