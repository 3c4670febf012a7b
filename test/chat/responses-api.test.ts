import { expect, test } from 'vitest'
import { startModelChat } from '../support/chat.ts'

// A chat model that LangChain asks by OpenAI's Responses API, for its name.

const question = 'How do I store Emgality?'
const told = 'Keep it in the refrigerator.'

test('its whole answer is passed on, and one that is cut off is ended by the library’s sentences', async () => {
  await using started = await startModelChat({ OPENAI_CHAT_MODEL: 'gpt-5.6-mini', MODEL_USES: 'chat', CHAT_CACHE_MINUTES: '0' })
  started.responses.text = `SOURCES: 1\n${told}`
  expect((await started.chat.say(question)).answer).toBe(told)
  started.responses.status = 'incomplete'
  const { answer } = await started.chat.say(question)
  expect(answer).toMatch(/^Keep it in the …\n\n/)
  expect(answer).toContain('Store Emgality in the refrigerator in its carton.')
})
