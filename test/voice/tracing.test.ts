import { afterEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { startTestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'
import { startWebServer } from '../support/web-server.ts'

const names = ['LANGSMITH_TRACING', 'LANGSMITH_ENDPOINT', 'LANGSMITH_API_KEY', 'LANGCHAIN_CALLBACKS_BACKGROUND'] as const
afterEach(() => {
  for (const name of names) delete process.env[name]
})

test('transcripts go only to the configured model, even with LangSmith tracing switched on', async () => {
  await using openAi = await startFakeOpenAi()
  await using traces = await startWebServer()
  const tracing = ['true', traces.origin, 'key', 'false']
  for (const [index, name] of names.entries()) process.env[name] = tracing[index]
  await using service = await startTestService({ ...openAi.env, MODEL_TIMEOUT_SECONDS: '2' })
  const voice = voiceOf(service)
  const conversation = newConversation('traced')
  await voice.postCall(conversation, { status: 'completed', transcript: 'User: Is Humira covered?\nAgent: Yes, it is.' })
  await voice.analysed(conversation)
  expect(openAi.chat.asked.length).toBeGreaterThan(0)
  // Traces are sent with a delay: waits for one that must not come, and until the model calls have ended.
  await until(() => traces.visits.length > 0, 3).catch(() => {})
  expect(traces.visits).toEqual([])
})
