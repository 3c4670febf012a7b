import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { nodes, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// A process with more to do than it can refuses early what can best be asked again.

const lagOf = async ({ rest }: TestService) =>
  Number(/^overload_lag_seconds (\S+)/m.exec(String((await rest('GET', '/metrics')).body))?.[1]) * 1000

describe('an overloaded service', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService({ OVERLOAD_LAG_MS: '100' })
  })
  afterAll(async () => service[Symbol.asyncDispose]())

  /** What a request is answered that comes right after the event loop stood still for so long, which makes two fifths of it the lag. */
  async function after<T>(milliseconds: number, request: () => Promise<T>): Promise<T> {
    await until(async () => (await lagOf(service)) < 20)
    for (const end = performance.now() + milliseconds; performance.now() < end; );
    // The late timer has fired when the next one does.
    return new Promise((resolve) => setTimeout(() => resolve(request()), 1))
  }

  test('refuses search and plain chat first, and says when to come again; everything else is answered', async () => {
    const chat = chatOf(service)
    const search = await after(500, () => chat.post('search', { query: 'how do I store it' }))
    expect({ status: search.status, code: search.body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(Number(search.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await after(500, () => chat.post('chat', { message: 'How do I store Emgality?' }))).body.detail).toContain('call 911')
    expect((await after(500, () => service.rest('POST', '/v1/patients', { body: patientBody() }))).status).toBe(201)
  })

  test('takes what a message of the chat reports, and answers an emergency', async () => {
    const chat = chatOf(service)
    expect((await after(500, () => chat.post('chat', { message: 'I have had a rash since I started Emgality' }))).status).toBe(200)
    expect((await after(500, () => chat.say('I have crushing chest pain and cannot breathe'))).answer).toContain('911')
    const { data } = await service.graphql('{ adverseEvents(first: 10) { edges { node { eventDescription } } } }')
    expect(nodes(data.adverseEvents)).toContainEqual({ eventDescription: 'I have had a rash since I started Emgality' })
  })

  test('takes webhooks of calls when it takes nothing else, and stays alive for probes', async () => {
    expect((await after(1500, () => service.rest('GET', '/v1/patients'))).status).toBe(503)
    const graphql = await after(1500, () => service.graphql('{ patients(first: 1) { totalCount } }'))
    expect(graphql.errors[0].extensions.code).toBe('UNAVAILABLE')
    const report = { event_description: 'Hives', severity: 'mild' }
    const flagged = await after(1500, () => voiceOf(service).invoke(newConversation('busy'), 'flag_adverse_event', report))
    expect(flagged.status).toBe(200)
    expect((await after(1500, () => service.rest('GET', '/health'))).status).toBe(200)
  })

  test('answers everything again once it has caught up', async () => {
    const search = () =>
      service.rest('POST', '/api/v1/widget/search', {
        key: null,
        headers: { 'x-api-key': widgetKey },
        body: { query: 'how do I store it' },
      })
    await after(1500, search)
    await until(async () => (await search()).status === 200)
  })
})

test('messages that have waited long for their search let no more of them in, but for what staff must learn of', async () => {
  await using fake = await startFakeOpenAi()
  await using service = await startTestService({ ...fake.env, OVERLOAD_LAG_MS: '300', CHAT_RATE_LIMIT_PER_MINUTE: '1000' })
  const chat = chatOf(service)
  const ask = (message: string) => chat.post('chat', { message })
  await addItems(service, libraryItems)
  await searchable(service)
  fake.holding = 'all'
  const accepted = ask('How do I store Taltz?')
  await until(() => fake.waiting() > 0)
  const others: Promise<{ status: number }>[] = []
  let refused: Awaited<typeof accepted> | undefined
  await until(() => {
    others.push(
      ask(`How do I travel with Taltz for ${others.length} days?`).then((answer) => {
        if (answer.status === 503) refused = answer
        return answer
      }),
    )
    return refused
  })
  expect(refused?.body.code).toBe('UNAVAILABLE')
  expect((await ask('I have had hives since I started Taltz')).status).toBe(200)
  fake.release()
  expect((await accepted).status).toBe(200)
  await Promise.all(others)
  await until(async () => (await ask('How do I store Emgality?')).status === 200)
})
