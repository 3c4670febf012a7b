import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, connectAccount, type Fake, type Script } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Voice platforms. Vapi, whose secret stands in a header, has tests of its own.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const said = [
  { role: 'agent', text: 'Thank you for calling. How can I help you today?', seconds: 1 },
  { role: 'user', text: 'Is Humira covered by my plan?', seconds: 6 },
  { role: 'agent', text: 'Yes, Humira is covered.', seconds: 12 },
  { role: 'user', text: 'Since the last Humira injection I have had a terrible rash all over my arms.', seconds: 18 },
] as const

const scriptOf = (id: string, number = '+15554313359'): Script => ({ id, number, said })

/** A call as staff see it at its end, in an order that does not depend on when things came. */
async function recordOf(account: Account, callId: string) {
  await account.read(callId)
  await voice.analysed(callId)
  const { id, utterances, medicationsDiscussed, audioUrl, ...call } = await voice.fields(
    callId,
    `id status providerStatus direction phoneNumber durationSeconds transcript analysisStatus medicationsDiscussed audioUrl
     utterances(first: 50) { edges { node { speaker text spokenAt } } }`,
  )
  return {
    ...call,
    audioUrl: audioUrl?.replace(callId, '') ?? null,
    medications: medicationsDiscussed.toSorted(),
    said: utterances.edges.map(({ node }: { node: object }) => JSON.stringify(node)).toSorted(),
    cases: (await voice.cases(id)).map(({ eventDescription, severity }) => `${severity}: ${eventDescription}`).toSorted(),
  }
}

describe.each([retell, elevenlabs, bland, twilio])('$provider', (fake: Fake) => {
  let account: Account
  beforeAll(async () => {
    account = await connectAccount(service, fake.provider, fake.secret)
  })

  test('a whole call: identity, benefits, what was said, the report, and the adverse event that nobody flagged', async () => {
    const person = await voice.person()
    const id = newConversation(fake.provider)
    const [first, ...others] = fake.messagesOf(scriptOf(id, person.phone))
    expect(await fake.send(account, first)).toMatchObject({ status: 200 })
    if (fake.invoke) {
      const verified = await fake.invoke(account, id, 'patient_lookup', voice.details(person))
      expect(verified).toMatchObject({ status: 200, body: { verified: true, patient_id: person.id } })
      const benefits = await fake.invoke(account, id, 'verify_benefits', { patient_id: person.id, medication: 'Humira' })
      expect(benefits).toMatchObject({ status: 200, body: { payer: 'aetna', message: expect.any(String) } })
    }
    for (const message of others) expect(await fake.send(account, message)).toMatchObject({ status: 200, body: {} })
    expect(await recordOf(account, id)).toMatchObject({
      status: 'completed',
      direction: 'inbound',
      phoneNumber: person.phone,
      durationSeconds: 192,
      analysisStatus: 'completed',
      medications: ['Humira'],
      cases: [expect.stringContaining('rash')],
    })
    const states = (await account.messages({ callId: id })).map(({ state }) => state)
    expect(states).not.toContain('failed')
    expect(states).toContain('read')
  })

  test('its messages doubled, cut short and in any order end in the same record', async () => {
    const orderly = newConversation('orderly')
    for (const message of fake.messagesOf(scriptOf(orderly))) await fake.send(account, message)
    const expected = await recordOf(account, orderly)
    expect(expected.cases).toEqual([expect.stringContaining('rash')])
    expect(expected.said.length > 0).toBe(fake.isLive)
    const count = fake.messagesOf(scriptOf('')).length
    const twice = Array.from({ length: 2 * count }, (_, at) => at % count)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(twice, { minLength: 2 * count }), async (order) => {
        const id = newConversation('shuffled')
        const messages = fake.messagesOf(scriptOf(id))
        const cut = JSON.stringify(messages[order[0] ?? 0]).slice(0, -1 - (order[1] ?? 0))
        await Promise.all([...order.map((at) => fake.send(account, messages[at])), fake.send(account, cut)])
        expect(await recordOf(account, id)).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })

  test('a signature with another secret, of another body or none is 401, and nothing is kept', async () => {
    const id = newConversation('forged')
    const message = fake.messagesOf(scriptOf(id)).at(-1) as object
    expect((await fake.send({ ...account, secret: 'another secret' }, message)).status).toBe(401)
    const swapped = (...[, headers]: Parameters<Account['post']>) => account.post('{"forged":true}', headers)
    expect((await fake.send({ ...account, post: swapped }, message)).status).toBe(401)
    expect((await account.post(JSON.stringify(message), {})).status).toBe(401)
    expect(await account.messages({ callId: id })).toEqual([])
  })

  test('one secret replaces another, and both are good until the next', async () => {
    const own = await connectAccount(service, fake.provider, fake.secret)
    const replace = (secret: string) =>
      voice.query('mutation($id: Int!, $secret: String) { replacePlatformSecret(input: { id: $id, secret: $secret }) { secret } }', {
        id: own.id,
        secret,
      })
    const statusWith = async (secret: string) =>
      (await fake.send({ ...own, secret }, fake.messagesOf(scriptOf(newConversation('secret'))).at(-1) as object)).status
    await replace('the-second-secret')
    expect([await statusWith(own.secret), await statusWith('the-second-secret')]).toEqual([200, 200])
    await replace('the-third-secret')
    expect([await statusWith(own.secret), await statusWith('the-second-secret'), await statusWith('the-third-secret')]).toEqual([
      401, 200, 200,
    ])
  })

  test('what cannot be read is answered 200, kept and marked', async () => {
    const own = await connectAccount(service, fake.provider, fake.secret)
    const message = fake.messagesOf(scriptOf(newConversation('nameless'))).at(-1) as object
    expect((await fake.send(own, fake.withoutCall(message))).status).toBe(200)
    expect((await fake.send(own, '{"nothing": ')).status).toBe(200)
    expect((await own.messages()).map(({ state }) => state)).toEqual(['failed', 'failed'])
  })
})
