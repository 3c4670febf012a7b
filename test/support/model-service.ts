import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai.ts'
import { startTestService, type TestService } from './service.ts'

/** One service with a chat model, and the far end of that, for the tests of a file. @param env besides where the model is */
export function givenModel(env: Record<string, string> = {}) {
  let fake: FakeOpenAi
  let service: TestService
  beforeAll(async () => {
    fake = await startFakeOpenAi()
    service = await startTestService({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'local', ...env })
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await fake[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    fake.chat.asked.length = 0
    fake.chat.always = undefined
  })
  return {
    /** What the model is asked and answers. */
    get chat() {
      return fake.chat
    },
    /** Where it is, for another service. */
    get env() {
      return fake.env
    },
    get service() {
      return service
    },
  }
}
