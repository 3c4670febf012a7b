import { expect, test } from 'vitest'
import { startProcess } from '../support/process.ts'
import { freshDatabase, nodes, startTestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// kill -9 right after a webhook response: after the next start the call is analysed, once. On PostgreSQL another process
// takes over a dead process's job once its heartbeats are missing; the tests wait for it concurrently.

const options = { concurrent: process.env.TEST_DATABASE_URL !== undefined }

const transcript = `agent: Thank you for calling, how can I help?
user: Since I started Humira I have had a terrible rash and hives, I am worried.
agent: I am sorry to hear that.
user: And is the prior authorization through? Please call me back tomorrow.
agent: We will call you back tomorrow.`

test('killed right after the post-call response: every call is analysed exactly once', options, async () => {
  await using database = await freshDatabase()
  await using first = await startProcess(database.env)
  const before = voiceOf(first)
  const conversations = Array.from({ length: 6 }, () => newConversation('killed'))
  const answers = await Promise.all(conversations.map((conversation) => before.postCall(conversation, { status: 'completed', transcript })))
  await first.kill()
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))

  await using second = await startTestService({}, { database })
  const after = voiceOf(second)
  for (const conversation of conversations) {
    await until(async () => (await after.fields(conversation, 'analysisStatus')).analysisStatus === 'completed')
    const callId = await after.idOf(conversation)
    const { body } = await after.call(callId)
    expect(body).toMatchObject({ status: 'completed', analysis_metadata: { summary: { overview: expect.any(String) } } })
    const actions = body.follow_up_actions.map(({ action }: { action: string }) => action)
    expect(actions.length).toBeGreaterThan(0)
    expect(new Set(actions).size).toBe(actions.length)
    expect(await after.cases(callId)).toHaveLength(1)
  }
  const { adverseEvents } = await after.query('{ adverseEvents(first: 1000) { edges { node { id } } } }')
  expect(nodes(adverseEvents)).toHaveLength(6)
  expect((await second.rest('GET', '/ready')).status).toBe(200)

  // A platform that got no response delivers again: nothing is done twice.
  for (const conversation of conversations) {
    expect((await after.postCall(conversation, { status: 'completed', transcript })).body.analysis_status).toBe('completed')
  }
})

test('killed right after a flag was answered: the case exists, and the repetition returns its number', options, async () => {
  await using database = await freshDatabase()
  await using first = await startProcess(database.env)
  const conversation = newConversation('flagged')
  const report = { event_description: 'Hives after the injection', severity: 'severe' }
  const { body } = await voiceOf(first).invoke(conversation, 'flag_adverse_event', report)
  await first.kill()
  await using second = await startTestService({}, { database })
  const after = voiceOf(second)
  expect(await after.caseOf(body.case_number)).toMatchObject({ eventDescription: report.event_description, severity: 'severe' })
  expect((await after.invoke(conversation, 'flag_adverse_event', report)).body).toEqual(body)
  expect(await after.cases(await after.idOf(conversation))).toHaveLength(1)
})
