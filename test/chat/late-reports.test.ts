import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// docs/contract.md, Read before refusing: a report that the database cannot take is kept until it can.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.sql("CREATE FUNCTION take_none() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$")
})
afterAll(() => service[Symbol.asyncDispose]())

const refuseCases = () => service.sql('CREATE TRIGGER take_none BEFORE INSERT ON adverse_event FOR EACH ROW EXECUTE FUNCTION take_none()')
const takeCases = () => service.sql('DROP TRIGGER take_none ON adverse_event')
const isKept = async (words: string) =>
  (await service.sql("SELECT FROM adverse_event WHERE event_description LIKE '%' || $1 || '%'", [words])).length === 1

describe('a report that the database cannot take', () => {
  test.each([
    ['a side effect', 'I got hives after my Emgality injection of Ann'],
    ['an emergency', 'I cannot breathe after my Emgality injection of Bob'],
  ])('is stored once it can: %s', async (_what, message) => {
    await refuseCases()
    const answer = await chatOf(service).post('chat', { message })
    expect(answer.status).toBeGreaterThanOrEqual(500)
    await takeCases()
    await until(() => isKept(message))
  })

  test('is stored once it can, where its form is refused', async () => {
    await refuseCases()
    const message = 'I got hives after my Emgality injection of Cy'
    expect((await chatOf(service).post('chat', `{"message": "${message}`)).status).toBe(400)
    await takeCases()
    await until(() => isKept(message))
  })

  test('is tried once more by a service that stops', async () => {
    const message = 'I got hives after my Emgality injection of Di'
    await refuseCases()
    await chatOf(service).post('chat', { message })
    await takeCases()
    await service.restart()
    expect(await isKept(message)).toBe(true)
  })
})
