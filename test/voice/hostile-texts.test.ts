import { afterAll, beforeAll, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// A text that takes long to read keeps nobody else waiting, and what it says is read all the same.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** A call in which our side says nothing of use for long, and then the payer answers. */
const transcript = (unit: string, said: string) =>
  `Agent: ${unit.repeat(150_000 / unit.length)}\nAgent: What are the copays?\nRepresentative: ${said}`

test('a payer call of 150,000 characters is read while other requests are answered, and its benefits are stored', async () => {
  const person = await benefits.voice.person()
  await benefits.settled(person.id)
  const conversation = newConversation('hostile')
  await benefits.registerPayerCall(conversation, person.id)
  const said = 'Tier one is ten dollars, tier two is thirty-five, and tier three is seventy.'
  await benefits.voice.postCall(conversation, { status: 'completed', transcript: transcript('1. ', said) })
  let answered = 0
  await until(async () => {
    if ((await service.rest('GET', '/health')).status === 200) answered++
    const { analysisStatus } = await benefits.voice.fields(conversation, 'analysisStatus')
    return analysisStatus === 'completed'
  })
  expect(answered).toBeGreaterThan(0)
  const { body } = await benefits.read(person.id)
  expect(body.benefits).toMatchObject({ tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 70 })
})

test('thousands of marks on one letter are taken as any text is', async () => {
  const marks = 'e\u0301\u0323'.padEnd(200_000, '\u0301\u0323')
  const conversation = newConversation('marks')
  const { status } = await benefits.voice.postCall(conversation, {
    status: 'completed',
    transcript: `User: I had a seizure after Humira. ${marks}`,
  })
  expect(status).toBe(200)
  await until(async () => {
    const cases = await benefits.voice.cases(await benefits.voice.idOf(conversation))
    return cases.find(({ symptoms }: { symptoms: string[] }) => symptoms.includes('seizure'))
  })
})
