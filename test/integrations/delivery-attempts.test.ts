import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../support/event-receiver.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// What counts as an attempt of a delivery (docs/events.md, What is posted).

let service: TestService
let voice: ReturnType<typeof voiceOf>
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({
    EVENT_PRIVATE_ORIGINS: receiver.origin,
    FIELD_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  })
  voice = voiceOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await receiver.close()
})
beforeEach(() => receiver.answer(() => ({ status: 200 })))

/** A subscription; `ping` sends it an event. */
async function subscribe() {
  const { made } = await voice.query(
    'mutation($input: CreateEventSubscriptionInput!) { made: createEventSubscription(input: $input) { eventSubscription { id } } }',
    { input: { name: 'Hub', url: receiver.url, kinds: ['patient_changed'] } },
  )
  const id: number = made.eventSubscription.id
  return {
    id,
    ping: () =>
      voice.query('mutation($input: PingEventSubscriptionInput!) { pingEventSubscription(input: $input) { event { id } } }', {
        input: { id },
      }),
  }
}

const deliveryOf = async (id: number) =>
  (
    await service.sql<{ state: string; attempts: number; last_error: string | null; failing_since: string | null }>(
      `SELECT event_delivery.state, attempts, last_error, failing_since FROM event_delivery
        JOIN event_subscription ON event_subscription.id = subscription_id WHERE subscription_id = $1`,
      [id],
    )
  )[0]

test('an attempt counts when it is settled: one of a process that ends meanwhile uses none up', async () => {
  const { id, ping } = await subscribe()
  const answer = Promise.withResolvers<{ status: number }>()
  let isAsked = false
  receiver.answer(() => {
    isAsked = true
    return answer.promise
  })
  await ping()
  await until(() => isAsked)
  expect(await deliveryOf(id)).toMatchObject({ state: 'waiting', attempts: 0 })
  answer.resolve({ status: 200 })
  await until(async () => (await deliveryOf(id))?.state === 'delivered')
  expect(await deliveryOf(id)).toMatchObject({ attempts: 1 })
})

test('where the secret cannot be opened staff see so, and it is tried again by the schedule', async () => {
  const { id, ping } = await subscribe()
  await service.sql("UPDATE event_subscription SET secret = replace(secret, 'k1', 'k9') WHERE id = $1", [id])
  await ping()
  await until(async () => (await deliveryOf(id))?.last_error !== null, 15)
  expect(await deliveryOf(id)).toMatchObject({ state: 'waiting', attempts: 1, failing_since: expect.anything() })
  await service.sql("UPDATE event_subscription SET secret = replace(secret, 'k9', 'k1') WHERE id = $1", [id])
  await service.sql("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting'")
  await until(async () => (await deliveryOf(id))?.state === 'delivered', 15)
})
