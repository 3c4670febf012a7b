import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, connectAccount, type Fake, type Script } from '../support/platforms/account.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { vapi } from '../support/platforms/vapi.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// A call that its platform and its carrier both tell of (docs/contract.md, One call).

let service: TestService
let voice: ReturnType<typeof voiceOf>
let carrier: Account
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
  carrier = await onLine(twilio)
})
afterAll(() => service[Symbol.asyncDispose]())

async function onLine({ provider, secret }: Fake, line: string | null = 'support line') {
  const account = await connectAccount(service, provider, secret)
  await voice.query(
    'mutation($input: UpdatePlatformConnectionInput!) { updatePlatformConnection(input: $input) { platformConnection { id } } }',
    {
      input: { id: account.id, line },
    },
  )
  return account
}

const said = [{ role: 'user', text: 'Since the last Humira injection I have had a terrible rash all over my arms.', seconds: 4 }] as const
const heard = [{ role: 'user', text: 'since the last Humira injection I had a terrible rash on my arms', seconds: 4 }] as const

/** What each side tells of a call. */
function sidesOf(platform: Fake, number = '+15554313359') {
  const [id, sid] = [newConversation(platform.provider), newConversation('CA')]
  const script: Script = { id, number, said, carrierId: sid }
  return { id, sid, platform: platform.messagesOf(script), carrier: twilio.messagesOf({ id: sid, number, said: heard }) }
}

/** Waits until nothing of a call is left to read, though reading may have more read again. */
const settled = (...accounts: Account[]) =>
  until(async () => (await Promise.all(accounts.map((account) => account.messages({ state: 'received' })))).flat().length === 0)

const fields = `id callId aliases status durationSeconds audioUrl phoneNumber joinedTo { callId }
  utterances(first: 50) { edges { node { text } } }`

async function recordOf(id: string) {
  await voice.analysed(id)
  const { id: _id, callId, aliases, audioUrl, utterances, ...call } = await voice.fields(id, fields)
  return {
    ...call,
    isItself: callId === id,
    aliases: aliases.length,
    hasRecording: audioUrl !== null,
    said: utterances.edges.map(({ node }: { node: { text: string } }) => node.text).toSorted(),
  }
}

const listed = async () => {
  const { voiceCalls } = await voice.query('{ voiceCalls(first: 500) { edges { node { callId } } } }')
  return voiceCalls.edges.map(({ node }: { node: { callId: string } }) => node.callId)
}

describe.each([vapi, retell, elevenlabs])('$provider and its carrier', (platform) => {
  let account: Account
  beforeAll(async () => {
    account = await onLine(platform)
  })
  const send = async (of: 'platform' | 'carrier', messages: object[]) => {
    for (const message of messages)
      expect((await (of === 'platform' ? platform : twilio).send(of === 'platform' ? account : carrier, message)).status).toBe(200)
  }

  test('the platform first: the carrier’s states, words and recording go to its call, and both ids lead to it', async () => {
    const sides = sidesOf(platform)
    await send('platform', sides.platform)
    await settled(account)
    await send('carrier', sides.carrier)
    await settled(account, carrier)
    const call = await recordOf(sides.id)
    expect(call).toMatchObject({
      isItself: true,
      aliases: 1,
      status: 'completed',
      durationSeconds: 192,
      hasRecording: true,
      joinedTo: null,
    })
    expect(call.said).toContain(heard[0].text)
    expect(await voice.idOf(sides.sid)).toBe(await voice.idOf(sides.id))
    const list = await listed()
    expect([list.includes(sides.id), list.includes(sides.sid)]).toEqual([true, false])
  })

  test('the carrier first: what it told is joined to the platform’s call, and a verification stays where it was', async () => {
    const person = await voice.person()
    const sides = sidesOf(platform, person.phone)
    await send('carrier', sides.carrier.slice(0, 3))
    // Somebody who knows the call by its carrier's id.
    expect((await voice.verify(sides.sid, person)).body).toMatchObject({ verified: true })
    await send('carrier', sides.carrier.slice(3))
    await settled(carrier)
    const partId = await voice.idOf(sides.sid)
    await send('platform', sides.platform)
    await settled(account, carrier)
    const call = await recordOf(sides.id)
    expect(call).toMatchObject({ isItself: true, aliases: 1, status: 'completed', hasRecording: true })
    expect(call.said).toContain(heard[0].text)
    const whole = await voice.fields(sides.id, 'id verified patientId')
    expect(whole).toMatchObject({ verified: false, patientId: null })
    const { voiceCall: part } = await voice.query(`query($id: Int!) { voiceCall(id: $id) { verified patientId joinedTo { id } } }`, {
      id: partId,
    })
    expect(part).toEqual({ verified: true, patientId: person.id, joinedTo: { id: whole.id } })
    expect(await voice.idOf(sides.sid)).toBe(whole.id)
    const list = await listed()
    expect([list.includes(sides.id), list.includes(sides.sid)]).toEqual([true, false])
    const benefits = await voice.invoke(sides.id, 'verify_benefits', { patient_id: person.id, medication: 'Humira' })
    expect(benefits.body.payer).toBeNull()
  })

  test('the carrier first: what was flagged there gets no second case, and what else the call tells is that patient’s', async () => {
    const person = await voice.person()
    const sides = sidesOf(platform, person.phone)
    await send('carrier', sides.carrier.slice(0, 3))
    await voice.verify(sides.sid, person)
    const event = { event_description: 'A rash from Humira', symptoms: ['rash'], medication_name: 'Humira', severity: 'severe' }
    await voice.invoke(sides.sid, 'flag_adverse_event', event)
    await settled(carrier)
    const partId = await voice.idOf(sides.sid)
    await send('platform', sides.platform)
    await settled(account, carrier)
    const call = await voice.analysed(sides.id)
    expect(await voice.cases(call.id)).toEqual([])
    await voice.say(call.id, 'And yesterday I had a seizure after my Humira injection.')
    await voice.analysed(sides.id)
    expect(await voice.cases(call.id)).toMatchObject([{ source: 'analysis', patientId: person.id, callerVerified: true }])
    expect(await voice.cases(partId)).toMatchObject([{ source: 'agent', patientId: person.id }])
  })

  test('in any order, both sides at once end in the same call', async () => {
    const orderly = sidesOf(platform)
    await send('platform', orderly.platform)
    await send('carrier', orderly.carrier)
    await settled(account, carrier)
    const expected = await recordOf(orderly.id)
    const count = orderly.platform.length + orderly.carrier.length
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...Array(count).keys()], { minLength: count }), async (order) => {
        const sides = sidesOf(platform)
        await Promise.all(
          order.map((at) => {
            const message = sides.platform[at]
            return message ? platform.send(account, message) : twilio.send(carrier, sides.carrier[at - sides.platform.length])
          }),
        )
        await settled(account, carrier)
        expect(await recordOf(sides.id)).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})

test('connections of other lines, or of none, stay two calls', async () => {
  const other = await onLine(retell, 'another line')
  const none = await onLine(retell, null)
  for (const account of [other, none]) {
    const sides = sidesOf(retell)
    for (const message of sides.carrier) await twilio.send(carrier, message)
    for (const message of sides.platform) await retell.send(account, message)
    await settled(carrier, account)
    expect(await voice.idOf(sides.sid)).not.toBe(await voice.idOf(sides.id))
  }
})

test('an id that no connection of the line told of is not taken: it may be another’s call', async () => {
  const account = await onLine(retell)
  const { conversation, callId } = await voice.verified()
  const script: Script = { id: newConversation('retell'), number: '+15554313359', said, carrierId: conversation }
  for (const message of retell.messagesOf(script)) await retell.send(account, message)
  await settled(account)
  const { voiceCall } = await voice.query('query($id: Int!) { voiceCall(id: $id) { joinedTo { id } } }', { id: callId })
  expect(voiceCall.joinedTo).toBeNull()
  expect(await listed()).toContain(conversation)
})
