import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Cases from analysis: which case gets what a call tells.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL_SIZE: '10' })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** A call that ended after these words, analysed. */
async function analysed(...words: string[]) {
  const conversation = newConversation('told')
  const callId = await voice.register(conversation)
  for (const text of words) await voice.say(callId, text)
  await voice.postCall(conversation, { status: 'completed' })
  await voice.analysed(conversation)
  return { conversation, callId, cases: await voice.cases(callId) }
}

test.runIf(process.env.TEST_DATABASE_URL)('what is told while a reviewer closes the case gets a case of its own', async () => {
  const { conversation, callId, cases } = await analysed('I got a rash on my arms from Humira.')
  const holder = new pg.Client({ connectionString: service.env.DATABASE_URL })
  await holder.connect()
  try {
    const waiting = (count: number) =>
      until(async () => {
        const rows = await service.sql("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return rows.length >= count
      })
    await holder.query('BEGIN')
    await holder.query('SELECT FROM adverse_event WHERE id = $1 FOR NO KEY UPDATE', [cases[0].id])
    const review = voice.review(cases[0].id, 'dismissed')
    await waiting(1)
    await voice.say(callId, 'And last night my throat was swelling and I could not breathe after the Humira shot.')
    await waiting(2)
    await holder.query('COMMIT')
    await review
  } finally {
    await holder.end()
  }
  await voice.analysed(conversation)
  expect((await voice.cases(callId)).map(({ reviewState, symptoms }) => [reviewState, symptoms.length])).toEqual([
    ['open', 2],
    ['dismissed', 1],
  ])
})
