import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// The client that docs/integrations.md gives for agents that their owners run.

const hasPython = spawnSync('python3', ['--version']).status === 0
const [, client = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/integrations.md', 'utf8')) ?? []

const use = `
import os, sys
call = CareOutreach(os.environ["CARE_URL"], os.environ["CARE_KEY"], os.environ["CONVERSATION"])
call.start("+15554313359")
call.say("user", "Is Humira covered by my plan?", "2026-11-20T15:00:06Z")
print(json.dumps(call.invoke("request_callback", {"preferred_time": "tomorrow"})))
print(json.dumps(call.invoke("book_flight", {})))
turns = [{"role": "user", "content": "Since the last Humira injection I have had a terrible rash all over my arms."}]
call.report(turns, seconds=192)
call.report(turns, seconds=192)
`

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test.runIf(hasPython)('a call by the client of the docs: live words, functions, a report sent twice', async () => {
  const voice = voiceOf(service)
  const conversation = newConversation('python')
  const { createApiKey } = await voice.query('mutation { createApiKey(input: { name: "Agent", scopes: [voice_webhook] }) { key } }')
  const env = { ...process.env, CARE_URL: service.url(), CARE_KEY: createApiKey.key, CONVERSATION: conversation }
  const said = await new Promise<string>((resolve, reject) =>
    execFile('python3', ['-c', client + use], { env }, (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout))),
  )
  expect(
    said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ scheduled: true }, { error: expect.any(String) }])
  await voice.analysed(conversation)
  const { id, ...call } = await voice.fields(conversation, 'id status phoneNumber durationSeconds')
  expect(call).toEqual({ status: 'completed', phoneNumber: '+15554313359', durationSeconds: 192 })
  expect(await voice.cases(id)).toMatchObject([{ eventDescription: expect.stringContaining('rash') }])
})
