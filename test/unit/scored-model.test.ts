import { afterEach, expect, test, vi } from 'vitest'
import { type ScoredModel, scoreModel } from '../../eval/model.ts'
import { benefitsByModel } from '../../src/domain/voice/payer-calls/benefits-by-model.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'

const patience = { timeoutMs: 20_000, retryDelayMs: 1 }
const opened: ScoredModel[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const model of opened.splice(0)) await model.close()
})

test('an evaluation tells what the model took: its requests, those that failed, tokens and dollars', async () => {
  await using fake = await startFakeOpenAi()
  for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value)
  const model = await scoreModel({ input: 100_000, output: 200_000 })
  opened.push(model)
  fake.chat.answer = { amounts: [], coverage: null }
  fake.chat.mishaps.push({ status: 500 })
  expect(await benefitsByModel(await model.chatModel.load(), 'Call type: benefits_verification', patience)).toEqual(fake.chat.answer)
  // The fake says that each answer took ten tokens each way.
  expect(model.taken()).toMatch(/^openai:gpt-4.1-mini: 2 requests, 1 of them failed, \d+\.\d s each; 10 tokens in, 10 out; \$3\.00$/)
})

test('an evaluation of a model without a key says what it needs', async () => {
  vi.stubEnv('OPENAI_API_KEY', '')
  await expect(scoreModel()).rejects.toThrow('--model needs OPENAI_API_KEY')
})
