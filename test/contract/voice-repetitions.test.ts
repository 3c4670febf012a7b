import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drugOf } from '../../src/domain/drugs/drug-of.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Retries of a function call, request_callback, send_follow_up_email.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const callbacksOf = async (callId: number) => {
  const fields = 'id voiceCallId patientId claimedPatientId phoneNumber preferredTime reason status'
  const text = `query($id: Int) { callbacks(filter: { voiceCallId: $id }, first: 1000) { edges { node { ${fields} } } } }`
  return nodes((await voice.query(text, { id: callId })).callbacks)
}
const emailsOf = async (patientId: number) => {
  const fields = 'id recipient subject body status'
  const text = `query($id: Int) { followUpEmails(filter: { patientId: $id }, first: 1000) { edges { node { ${fields} } } } }`
  return nodes((await voice.query(text, { id: patientId })).followUpEmails)
}

describe('the same function with the same parameters in one conversation', () => {
  test.each([
    [
      'flag_adverse_event',
      { event_description: 'A rash', severity: 'mild', symptoms: ['rash', 'itch'], medication_name: 'Humira' },
      async (callId: number) => (await voice.cases(callId)).length,
    ],
    [
      'request_callback',
      { phone_number: '+15551112222', preferred_time: 'tomorrow', reason: 'questions' },
      async (callId: number) => (await callbacksOf(callId)).length,
    ],
  ] as const)(
    '%s returns the first result and creates nothing twice, whatever the order; with other parameters it does',
    async (name, parameters, made) => {
      const conversation = newConversation('again')
      const first = await voice.invoke(conversation, name, parameters)
      const callId = await voice.idOf(conversation)
      const reversed = Object.fromEntries(Object.entries(parameters).toReversed())
      for (const again of [parameters, reversed, { ...parameters, unknown: 'field' }, JSON.stringify(reversed)]) {
        expect(await voice.invoke(conversation, name, again)).toMatchObject({ status: 200, body: first.body })
      }
      expect(await made(callId)).toBe(1)
      const [key] = Object.keys(parameters)
      const value = name === 'request_callback' ? '+15553334444' : 'Another rash'
      expect((await voice.invoke(conversation, name, { ...parameters, [key as string]: value })).body).not.toEqual(first.body)
      expect(await made(callId)).toBe(2)
      const elsewhere = newConversation('elsewhere')
      expect((await voice.invoke(elsewhere, name, parameters)).body).not.toEqual(first.body)
      expect(await made(callId)).toBe(2)
    },
  )

  test('send_follow_up_email writes one email', async () => {
    const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
    const wish = { patient_id: person.id, subject: 'Your benefits', topics: ['copay card', 'next steps'] }
    const first = await voice.invoke(conversation, 'send_follow_up_email', wish)
    for (const again of [wish, { topics: wish.topics, subject: wish.subject, patient_id: String(person.id) }]) {
      expect((await voice.invoke(conversation, 'send_follow_up_email', again)).body).toEqual(first.body)
    }
    expect(await emailsOf(person.id)).toHaveLength(1)
    await voice.invoke(conversation, 'send_follow_up_email', { ...wish, topics: wish.topics.toReversed() })
    expect(await emailsOf(person.id)).toHaveLength(2)
  })

  test('send_follow_up_email refused for an unverified caller is sent once the caller is verified', async () => {
    const person = await voice.person({ email: 'ada@example.org' })
    const conversation = newConversation()
    const send = async () => (await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id })).body
    expect((await send()).status).toBe('identity_required')
    await voice.verify(conversation, person)
    expect(await send()).toMatchObject({ queued: true, email_id: expect.any(Number) })
  })

  test('send_follow_up_email without an address is sent once there is one on file', async () => {
    const { person, conversation } = await voice.verified()
    const send = async () => (await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id })).body
    expect(await send()).toMatchObject({ email_id: null, queued: false, email: null })
    await service.rest('PUT', `/v1/patients/${person.id}`, { body: { email: 'ada@example.org' } })
    expect(await send()).toMatchObject({ queued: true, email_id: expect.any(Number) })
  })

  test('patient_lookup is evaluated again: wrong details become right once the record is corrected', async () => {
    const person = await voice.person({ member_id: 'TYPO-1' })
    const conversation = newConversation()
    const look = async () => (await voice.invoke(conversation, 'patient_lookup', voice.details(person, { member_id: 'RIGHT-1' }))).body
    expect((await look()).verified).toBe(false)
    await service.rest('PUT', `/v1/patients/${person.id}`, { body: { member_id: 'RIGHT-1' } })
    expect((await look()).verified).toBe(true)
  })
})

describe('request_callback', () => {
  const ask = (conversation: string, parameters: object = {}) => voice.invoke(conversation, 'request_callback', parameters)

  test('answers exactly its five fields, and the call is marked', async () => {
    const conversation = newConversation()
    const { body } = await ask(conversation, { phone_number: '+15551112222', preferred_time: 'after 3 pm', reason: 'costs' })
    expect(Object.keys(body)).toEqual(['callback_id', 'scheduled', 'phone_number', 'preferred_time', 'message'])
    expect(body).toMatchObject({ scheduled: true, phone_number: '+15551112222', preferred_time: 'after 3 pm' })
    const callId = await voice.idOf(conversation)
    expect((await voice.call(callId)).body.callback_requested).toBe(true)
    expect(await callbacksOf(callId)).toEqual([
      {
        id: body.callback_id,
        voiceCallId: callId,
        patientId: null,
        claimedPatientId: null,
        phoneNumber: '+15551112222',
        preferredTime: 'after 3 pm',
        reason: 'costs',
        status: 'requested',
      },
    ])
  })

  test("defaults to the call's number, then the verified patient's; without either it asks for one", async () => {
    const registered = newConversation()
    await voice.register(registered, { phoneNumber: '+15559990000' })
    expect((await ask(registered)).body).toMatchObject({ scheduled: true, phone_number: '+15559990000' })
    const { person, conversation } = await voice.verified()
    expect((await ask(conversation)).body).toMatchObject({ scheduled: true, phone_number: person.phone })
    expect((await ask(newConversation())).body).toMatchObject({
      scheduled: false,
      phone_number: null,
      message: expect.stringContaining('?'),
    })
  })

  test('an unverified patient_id is kept as a claim, and reveals nothing about that patient', async () => {
    const victim = await voice.person()
    const conversation = newConversation()
    const { body } = await ask(conversation, { patient_id: victim.id })
    expect(JSON.stringify(body)).not.toContain(victim.phone)
    expect(await callbacksOf(await voice.idOf(conversation))).toMatchObject([
      { patientId: null, claimedPatientId: victim.id, phoneNumber: null },
    ])
    const { conversation: other } = await voice.verified()
    expect(JSON.stringify((await ask(other, { patient_id: victim.id })).body)).not.toContain(victim.phone)
  })

  test('registering the call for somebody else does not give the caller access to their record', async () => {
    const victim = await voice.person()
    const { conversation } = await voice.verified()
    await service.graphql('mutation($input: RegisterCallInput!) { registerCall(input: $input) { voiceCall { id } } }', {
      input: { callId: conversation, callType: 'benefits_verification', patientId: victim.id },
    })
    expect(JSON.stringify((await ask(conversation)).body)).not.toContain(victim.phone)
  })

  test.each([
    ['(555) 123-4567', '+15551234567'],
    ['1-555-123-4567', '+15551234567'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('reads the spoken number %s', async (phone_number, read) => {
    expect((await ask(newConversation(), { phone_number })).body.phone_number).toBe(read)
  })
})

describe('send_follow_up_email', () => {
  test('masks the address, holds the email without a mail server, and lists the topics in the text', async () => {
    const { person, conversation } = await voice.verified({ first_name: 'Grace', email: 'grace.okafor@example.org' })
    const { body } = await voice.invoke(conversation, 'send_follow_up_email', {
      patient_id: person.id,
      topics: ['Humira copay card', 'prior authorization'],
    })
    expect(body).toMatchObject({ queued: true, email_id: expect.any(Number), email: expect.stringMatching(/^g\*+@example\.org$/) })
    expect(JSON.stringify(body)).not.toContain('okafor')
    const [email] = await until(async () => {
      const emails = await emailsOf(person.id)
      return emails[0]?.status === 'held' && emails
    })
    expect(email).toMatchObject({ id: body.email_id, recipient: 'grace.okafor@example.org', subject: expect.any(String) })
    for (const text of ['Grace', 'Humira copay card', 'prior authorization']) expect(email.body).toContain(text)
  })

  test('goes to the given address, otherwise to the one on file, otherwise asks for one', async () => {
    const { person, conversation } = await voice.verified({ email: 'file@example.org' })
    await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, email: 'given@example.org' })
    await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id })
    expect((await emailsOf(person.id)).map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'file@example.org',
      'given@example.org',
    ])
    const { person: without, conversation: other } = await voice.verified()
    const { body } = await voice.invoke(other, 'send_follow_up_email', { patient_id: without.id })
    expect(body).toMatchObject({ email_id: null, queued: false, email: null, message: expect.stringContaining('?') })
    expect(await emailsOf(without.id)).toEqual([])
  })

  test('is not written to a patient who has withdrawn the consent to email, until they give it again', async () => {
    const { person, conversation } = await voice.verified({ email: 'file@example.org' })
    const consent = (given: boolean) =>
      service.graphql('mutation($input: RecordConsentInput!) { recordConsent(input: $input) { consent { given } } }', {
        input: { patientId: person.id, channel: 'email', given, form: 'spoken' },
      })
    const send = async (wish: object = {}) =>
      (await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, ...wish })).body
    await consent(false)
    for (const wish of [{}, { email: 'given@example.org' }])
      expect(await send(wish)).toMatchObject({ status: 'consent_withdrawn', queued: false, email_id: null, email: null })
    expect(await emailsOf(person.id)).toEqual([])
    await consent(true)
    expect(await send()).toMatchObject({ status: 'queued', queued: true })
  })

  test('never has a subject that could reveal something clinical, whatever the agent sends', async () => {
    const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
    const drugs = ['Humira', 'adalimumab', 'Remicade', 'Ozempic', 'methotrexate', 'Ⓗⓤⓜⓘⓡⓐ', 'H-u-m-i-r-a', 'Hu\u00admira', 'h​umira']
    expect(drugOf('Humira')).toBeDefined()
    const words = [
      'your',
      'benefits',
      'for',
      'follow-up',
      'next steps',
      'HIV',
      'rash',
      'depression',
      'cancer',
      'oncology',
      'diagnosis',
      '40 mg',
    ]
    const clinical = /humira|adalimumab|remicade|ozempic|methotrexate|hiv|rash|depress|cancer|oncolog|diagnos|\bmg\b|ⓗ|Ⓗ|h-u-m/iu
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words), { maxLength: 4 }),
        fc.constantFrom(...drugs, ...words.slice(5)),
        async (others, term) => {
          const subject = [...others, term].join(' ')
          const { body } = await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, subject })
          const email = (await emailsOf(person.id)).find(({ id }: { id: number }) => id === body.email_id)
          expect(email.subject.normalize('NFKC').replace(/[\u00ad\u200b]/g, '')).not.toMatch(clinical)
          expect(email.subject).not.toBe('')
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(['Your Ⓗⓤⓜⓘⓡⓐ benefits', 'Your Humira', 'Your ♿ benefits', 'Your HIV results', 'Next steps: chemo'])(
    'replaces the subject %s',
    async (subject) => {
      const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
      await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, subject })
      expect((await emailsOf(person.id))[0].subject).not.toBe(subject)
    },
  )

  test('keeps a subject that reveals nothing', async () => {
    const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
    await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, subject: 'Your benefits summary' })
    expect((await emailsOf(person.id))[0].subject).toBe('Your benefits summary')
  })
})

describe('parameters as agents send them', () => {
  test('empty text counts as absent', async () => {
    const { conversation, person } = await voice.verified({ email: 'ada@example.org' })
    const blank = { phone_number: '', preferred_time: ' ', reason: '' }
    const { body } = await voice.invoke(conversation, 'request_callback', blank)
    expect(body).toMatchObject({ scheduled: true, phone_number: person.phone, preferred_time: null })
    expect(body.message).not.toContain('preferred time')
    const email = await voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, email: '', subject: '' })
    expect(email.body).toMatchObject({ queued: true, email: 'a***@example.org' })
    expect((await voice.invoke(conversation, 'verify_benefits', { patient_id: person.id, medication: '' })).status).toBe(200)
  })

  test('a callback for somebody else is a new one, even if the first still lacks a number', async () => {
    const conversation = newConversation('claims')
    const [one, two] = [
      await voice.invoke(conversation, 'request_callback', { patient_id: 1 }),
      await voice.invoke(conversation, 'request_callback', { patient_id: 2 }),
    ]
    expect(one.body.callback_id).not.toBe(two.body.callback_id)
  })
})
