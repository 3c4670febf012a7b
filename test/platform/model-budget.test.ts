import { expect, test } from 'vitest'
import { citing, startModelChat } from '../support/chat.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

const analysis = {
  summary: { overview: 'A caller asked about Humira.', patientConcern: 'Humira.', resolution: 'It was answered.' },
  keyFindings: [],
  topics: [],
  medications: ['Humira'],
  callOutcome: 'information_provided',
  satisfaction: 3,
  callbackRequested: false,
  followUpActions: [],
  adverseEvents: [],
}

/** Who analysed one more call. */
async function analysedBy(service: TestService): Promise<string> {
  const voice = voiceOf(service)
  const conversation = newConversation('budget')
  const transcript = 'AI: How can I help you?\nUser: Is Humira covered by my plan?\nAI: It is.'
  await voice.postCall(conversation, { status: 'completed', duration_seconds: 30, transcript })
  await voice.analysed(conversation)
  return (await voice.fields(conversation, 'analysedBy')).analysedBy
}

const used = async (service: TestService) => {
  const [row] = await service.sql('SELECT requests, (tokens_in + tokens_out)::int AS tokens FROM model_usage')
  return row
}

test('once the tokens of a day are used up, the model is not asked until the next; a restart does not change that', async () => {
  await using fake = await startFakeOpenAi()
  fake.chat.answer = analysis
  // The fake says that each answer took twenty tokens.
  const env = { ...fake.env, OPENAI_EMBEDDING_MODEL: 'local', MODEL_TOKENS_PER_DAY: '30', MODEL_USES: 'calls' }
  await using service = await startTestService(env)
  for (const requests of [1, 2]) {
    expect(await analysedBy(service)).toBe('openai:gpt-4.1-mini')
    await until(async () => (await used(service))?.requests === requests)
  }
  expect(await used(service)).toEqual({ requests: 2, tokens: 40 })
  expect(await analysedBy(service)).toBe('local')
  await service.restart()
  expect(await analysedBy(service)).toBe('local')
  expect(fake.chat.asked).toHaveLength(2)
  expect(service.logLines.filter((line) => line.includes('MODEL_TOKENS_PER_DAY'))).toHaveLength(2)
  await service.sql('UPDATE model_usage SET day = day - 1')
  expect(await analysedBy(service)).toBe('openai:gpt-4.1-mini')
})

test('what visitors ask leaves a fifth of the day’s tokens for what looks for danger in their messages', async () => {
  await using started = await startModelChat({ OPENAI_EMBEDDING_MODEL: 'local', MODEL_TOKENS_PER_DAY: '100000', MODEL_USES: 'chat,safety' })
  started.model.says = citing('Emgality storage', 'Keep it cold.')
  const ask = async (question: string) => (await started.chat.say(question)).answer
  expect(await ask('How do I store Emgality?')).toBe('Keep it cold.')
  await started.service.sql('UPDATE model_usage SET tokens_in = 81000')
  expect(await ask('How do I store my Emgality?')).toContain('Store Emgality in the refrigerator in its carton.')
  expect(started.model.asked).toHaveLength(1)
  started.rewriting.safety.finding = { emergency: 'self_harm', kinds: [], medicine: null }
  expect(await ask('How do I store Emgality? My neighbour has the spare keys to the cabin.')).toContain('988')
})
