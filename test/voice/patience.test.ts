import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// A caller waits on the phone while a function runs. Only on PostgreSQL: in the embedded database nobody else can hold a lock.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  'a function that the database keeps waiting is answered with a sentence to say, and what it began is done afterwards',
  async () => {
    const conversation = newConversation('waits')
    await voice.register(conversation)
    const holder = new pg.Client({ connectionString: service.env.DATABASE_URL })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT 1 FROM voice_call WHERE call_id = $1 FOR UPDATE', [conversation])
      const event = { event_description: 'A rash', severity: 'severe' }
      const { status, headers, body } = await voice.invoke(conversation, 'flag_adverse_event', event)
      expect([status, headers.get('retry-after'), body.detail]).toEqual([503, '5', expect.stringContaining('our team')])
      await holder.query('COMMIT')
    } finally {
      await holder.end()
    }
    const callId = await voice.idOf(conversation)
    await until(async () => (await voice.cases(callId)).length === 1)
  },
)
