import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, freshDatabase, nodes, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

const secret = `whsec_${Buffer.from('a-secret-of-the-voice-platform-1').toString('base64')}`

let service: TestService
beforeAll(async () => {
  service = await startTestService({ VOICE_WEBHOOK_SECRET: secret })
})
afterAll(() => service[Symbol.asyncDispose]())

const env = (more: Record<string, string> = {}) =>
  processEnv({ ...service.env, CARE_URL: service.url(), API_KEY: apiKey, WIDGET_API_KEY: widgetKey, VOICE_WEBHOOK_SECRET: secret, ...more })

const demoWith = (more: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['src/cli.ts', 'demo', ...args], { env: env(more) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
const demo = (...args: string[]) => demoWith({}, ...args)

async function counts() {
  const { data } = await service.graphql(`{
    patients(first: 1) { totalCount } voiceCalls(first: 1) { totalCount } conversations(first: 1) { totalCount }
    adverseEvents(first: 1) { totalCount } callbacks(first: 1) { totalCount } feedback: conversations(first: 50) { edges { node { id } } }
    running: voiceCalls(first: 1, filter: { statuses: [in_progress] }) { totalCount }
    active: patients(first: 1, filter: { status: active }) { totalCount }
    waiting: workQueue(first: 1) { totalCount }
    staffMembers(first: 1, filter: { active: true }) { totalCount } }`)
  return Object.fromEntries(Object.entries(data).map(([name, list]) => [name, (list as { totalCount: number }).totalCount]))
}

test('fills a service with what is marked as made up, and a second run adds nothing', async () => {
  const { code, output } = await demo('--small')
  expect([code, output]).toEqual([0, expect.stringContaining('Made up: 6 patients, 6 calls (2 under way), 3 conversations')])
  const made = await counts()
  expect(made).toMatchObject({ patients: 6, active: 6, voiceCalls: 6, running: 2, conversations: 3, staffMembers: 3 })
  expect(made.adverseEvents).toBeGreaterThan(0)
  expect(made.waiting).toBeGreaterThan(0)
  const { data } = await service.graphql(`{ patients(first: 10) { edges { node { mrn phone email } } }
    voiceCalls(first: 10) { edges { node { callId verified status analysisStatus } } } conversations(first: 10) { edges { node { pageUrl } } } }`)
  for (const { mrn, phone, email } of nodes(data.patients)) {
    expect([mrn, phone, email]).toEqual([
      expect.stringMatching(/^DEMO-\d{4}$/),
      expect.stringMatching(/^\+1\d{3}55501\d\d$/),
      expect.stringMatching(/@example\.org$/),
    ])
  }
  for (const { callId, status, analysisStatus } of nodes(data.voiceCalls)) {
    expect(callId).toMatch(/^demo-call-/)
    expect(analysisStatus).toBe(status === 'completed' ? 'completed' : 'not_started')
  }
  for (const { pageUrl } of nodes(data.conversations)) expect(pageUrl).toMatch(/^https:\/\/www\.example\.org\/demo\//)
  // The platform's words came signed: the audit names the secret.
  const { data: trail } = await service.graphql('{ auditEvents(first: 1000) { edges { node { actor action } } } }')
  expect(nodes<{ actor: string }>(trail.auditEvents).map(({ actor }) => actor)).toContain('VOICE_WEBHOOK_SECRET')

  expect((await demo('--small')).code).toBe(0)
  const { waiting: _again, ...repeated } = await counts()
  const { waiting: _first, ...first } = made
  expect(repeated).toEqual(first)
})

test('--past spreads what was made over four weeks, once; a case stays as old as its work, and the audit keeps the real times', async () => {
  const datePast = async () => {
    await service.stop()
    const { code, output } = await demo('--past')
    await service.restart()
    expect([code, output]).toEqual([0, 'What the demonstration made is of the last four weeks.\n'])
  }
  const callTimes = () => service.sql('SELECT id, status, created_at FROM voice_call ORDER BY id')
  const audited = () => service.sql('SELECT id, occurred_at FROM audit_event ORDER BY id LIMIT 50')
  const searchTimes = () =>
    service.sql<{ asked_at: Date; result_count: number }>('SELECT asked_at, result_count FROM search_event ORDER BY asked_at, session')
  const answer = await service.rest('POST', '/api/v1/widget/search', {
    key: null,
    headers: { 'x-api-key': widgetKey },
    body: { query: 'what somebody else asks' },
  })
  expect(answer.status).toBe(200)
  await until(async () => (await searchTimes()).length === 3)
  const [before, calls, audit] = [await counts(), await callTimes(), await audited()]
  await datePast()
  expect(await counts()).toEqual(before)
  const moved = await callTimes()
  const day = ({ created_at }: (typeof moved)[number]) => (created_at as Date).toISOString().slice(0, 10)
  const ended = ({ status }: (typeof moved)[number]) => status !== 'in_progress'
  expect(new Set(moved.filter(ended).map(day)).size).toBe(moved.filter(ended).length)
  expect(moved.filter((call) => !ended(call))).toEqual(calls.filter((call) => !ended(call)))
  // Searches, too, but nobody else's; each stays in a quarter hour.
  const searches = (await searchTimes()).map(({ asked_at }) => asked_at)
  const old = searches.filter((asked) => asked.getTime() < Date.now() - 86_400_000)
  expect([searches.length, new Set(old.map((asked) => asked.toISOString().slice(0, 10))).size]).toEqual([3, 2])
  expect(searches.filter((asked) => asked.getTime() % 900_000 !== 0)).toEqual([])
  const apart = `SELECT item.id FROM work_item item JOIN adverse_event record ON record.work_item_id = item.id
    WHERE abs(extract(epoch FROM item.opened_at - record.created_at)) > 60`
  expect(await service.sql(apart)).toEqual([])
  expect(await audited()).toEqual(audit)
  await datePast()
  expect([await callTimes(), (await searchTimes()).map(({ asked_at }) => asked_at)]).toEqual([moved, searches])
})

test('--past opens no database beside a running service that keeps another, none that is not there, and none without the demonstration', async () => {
  const elsewhere = join(inject('scratch'), 'no-such-folder')
  const past = (more: Record<string, string>) => demoWith({ DATABASE_URL: '', DATABASE_DIRECT_URL: '', ...more }, '--past')
  expect(await past({ DATA_DIR: elsewhere })).toEqual({
    code: 1,
    output: expect.stringMatching(/^care: A service runs at .*no-such-folder, stop it/),
  })
  const nowhere = { CARE_URL: 'http://127.0.0.1:1' }
  expect(await past({ DATA_DIR: elsewhere, ...nowhere })).toEqual({ code: 1, output: expect.stringMatching(/^care: .* holds no database/) })
  expect(existsSync(elsewhere)).toBe(false)
  await using empty = await freshDatabase()
  expect(await demoWith({ ...empty.env, ...nowhere }, '--past')).toEqual({
    code: 1,
    output: expect.stringMatching(/^care: This database holds nothing of the demonstration/),
  })
  // A service that keeps a server's database may go on.
  if (empty.env.DATABASE_URL !== undefined) {
    expect((await demoWith(empty.env, '--past')).output).toMatch(/^care: The service at .* does not use this database/)
    expect(await demoWith({}, '--past', '--beside-others')).toMatchObject({ code: 0 })
  }
})

test('--live keeps a call going until it is stopped, and then the call has ended', async () => {
  const live = spawn(process.execPath, ['src/cli.ts', 'demo', '--live'], { env: env() })
  let said = ''
  live.stdout.on('data', (chunk) => {
    said += chunk
  })
  const [, callId = ''] = await until(() => /\((demo-live-\d+)\)[\s\S]*Agent: /.exec(said) ?? undefined)
  live.kill('SIGINT')
  await once(live, 'exit')
  const { data } = await service.graphql(
    'query($callId: String) { voiceCall(callId: $callId) { status utterances(first: 5) { totalCount } } }',
    {
      callId,
    },
  )
  expect(data.voiceCall.status).toBe('completed')
  expect(data.voiceCall.utterances.totalCount).toBeGreaterThan(0)
})

test('--remove ends what the demonstration made, touches nothing else, and says that the records stay', async () => {
  const own = await service.rest('POST', '/v1/patients', { body: patientBody({ mrn: 'OWN-1', last_name: 'DEMO-' }) })
  const { code, output } = await demo('--remove')
  expect([code, output]).toEqual([0, expect.stringContaining('the service deletes nothing clinical')])
  expect(await counts()).toMatchObject({ patients: 7, active: 1, running: 0, waiting: 0, staffMembers: 0 })
  expect((await service.rest('GET', `/v1/patients/${own.body.id}`)).body.status).toBe('active')
})

test('refuses a service with patients of its own, and one that may be in production', async () => {
  const refused = await demo('--small')
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringMatching(/^care: This service has a patient of its own.*--beside-others/),
  ])
  await service.restart({ GRAPHQL_DOCUMENTS: 'trusted' })
  expect((await demo('--small', '--beside-others')).output).toMatch(/^care: This service runs in production.*--yes-production/)
})
