import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const number = '1-800-222-1222'
const wrongly = 'The pharmacy gave me Stelara and I injected it, my order says Skyrizi.'

describe('a medicine taken wrongly', () => {
  test('the answer names Poison Control before any other number, and a case is kept', async () => {
    const { answer, query_type } = await chatOf(service).say(wrongly)
    expect([query_type, /1-800-222-1222|911|988/.exec(answer)?.[0]]).toEqual(['adverse_event', number])
    expect(await service.sql('SELECT FROM adverse_event WHERE event_description = $1', [wrongly])).toHaveLength(1)
  })

  test('a side effect does not name it', async () => {
    const { answer, query_type } = await chatOf(service).say('My skin itches since the second Taltz.')
    expect([query_type, answer.includes(number)]).toEqual(['adverse_event', false])
  })

  test('the number is given where the report cannot be kept yet, without the thanks for it', async () => {
    await service.sql("CREATE FUNCTION take_none() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$")
    await service.sql('CREATE TRIGGER take_none BEFORE INSERT ON adverse_event FOR EACH ROW EXECUTE FUNCTION take_none()')
    try {
      const { status, body } = await chatOf(service).post('chat', { message: `${wrongly} Again.` })
      expect(status).toBeGreaterThanOrEqual(500)
      expect(body.safety_message).toContain(number)
      expect(body.safety_message).not.toContain('Thank you for telling us')
    } finally {
      await service.sql('DROP TRIGGER take_none ON adverse_event')
    }
  })
})
