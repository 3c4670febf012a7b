import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { benefitsOf } from '../support/benefits.ts'
import { noWords, retentionOf } from '../support/retention.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// What CALL_RETENTION_DAYS erases, and what keeps a call as it is.

let service: TestService
let retention: ReturnType<typeof retentionOf>
let voice: ReturnType<typeof retentionOf>['voice']
beforeAll(async () => {
  service = await startTestService({ CALL_RETENTION_DAYS: '30' })
  retention = retentionOf(service)
  voice = retention.voice
})
afterAll(() => service[Symbol.asyncDispose]())

const hold = (patientId: number) =>
  voice.query(`mutation { placeLegalHold(input: { patientId: ${patientId}, reason: "Doe v. Roe" }) { legalHold { id } } }`)

test('what was said in an old call is erased, unless it has an adverse event, open work or a patient under a legal hold', async () => {
  const spoken = async (more?: (conversation: string) => Promise<unknown>) => {
    const person = await voice.person()
    const call = await retention.spoken([person], undefined, async (conversation) => {
      await voice.say(await voice.idOf(conversation), 'Thank you, goodbye.', { speaker: 'user' })
      await more?.(conversation)
    })
    return { ...call, person }
  }
  const erased = await spoken()
  const kept = {
    event: await spoken((call) => voice.invoke(call, 'flag_adverse_event', { event_description: 'hives', severity: 'mild' })),
    work: await spoken((call) => voice.invoke(call, 'request_callback', { phone_number: '+15550002222' })),
    held: await spoken(),
  }
  await hold(kept.held.person.id)
  await retention.age()
  const recent = await spoken()
  const [before] = await service.sql(`SELECT summary_overview FROM voice_call WHERE id = ${erased.callId}`)
  await retention.erase()

  expect(await retention.words(erased.callId)).toEqual(noWords)
  expect(await voice.invocations(erased.callId)).toMatchObject([{ functionName: 'patient_lookup', parameters: {}, result: null }])
  for (const [name, { callId }] of Object.entries({ ...kept, recent })) {
    expect(await retention.isErased(callId), name).toBe(false)
    expect(await retention.words(callId), name).toEqual({
      utterances: 1,
      transcripts: 1,
      invocations: expect.toSatisfy((count) => count >= 1),
      audio: 'https://example.org/a.mp3',
    })
  }
  const call = await voice.call(erased.callId)
  expect(call).toMatchObject({ status: 200, body: { call_outcome: expect.any(String) } })
  expect(await service.sql(`SELECT summary_overview FROM voice_call WHERE id = ${erased.callId}`)).toEqual([before])
  const actions = await auditEventsOf(service, erased.person.id, 'action')
  expect(actions.filter(({ action }) => action === 'voice_call.erase')).toHaveLength(1)
})

test('a legal hold keeps every call of a patient, whichever of its patients that is, and the erasing names them all', async () => {
  const [mother, child, free] = [await voice.person(), await voice.person(), await voice.person()]
  const held = await retention.spoken([mother, child])
  const both = await retention.spoken([mother, free])
  await hold(child.id)
  // A function was about somebody whom the call never verified.
  const asked = await retention.spoken([free], undefined, (conversation) =>
    voice.invoke(conversation, 'flag_adverse_event', { patient_id: child.id, event_description: 'hives', severity: 'mild' }),
  )
  await service.sql('DELETE FROM follow_up_action WHERE voice_call_id = $1', [asked.callId])
  await service.sql('DELETE FROM adverse_event WHERE voice_call_id = $1', [asked.callId])
  await retention.age()
  await retention.erase()

  for (const { callId } of [held, asked]) expect(await retention.isErased(callId)).toBe(false)
  expect(await retention.words(both.callId)).toEqual(noWords)
  for (const { id } of [mother, free]) {
    const erased = (await auditEventsOf(service, id, 'action', 'patientIds')).filter(({ action }) => action === 'voice_call.erase')
    expect(erased).toEqual([{ action: 'voice_call.erase', patientIds: expect.toSatisfy((ids: number[]) => ids.length === 2) }])
  }
})

test('nothing that was said, nor the number and address that a caller gave, is left in any table', async () => {
  const person = await voice.person({ email: 'on.file@example.org' })
  const marked = 'marmalade'
  const transcript = [
    'Agent: How can I help you today?',
    `User: I want to know whether ${marked} Humira is covered, my copay was 87 dollars and Aunt ${marked} said it is a scandal.`,
    `Agent: Your plan covers it with a copay of 60 dollars, ${marked} and all.`,
    `Agent: Would you have ${marked} allergies?`,
    `User: No ${marked}, only the tax return of last year.`,
    `Agent: I'll send that over by Friday, ${marked}.`,
    `User: Could somebody call me back tomorrow after three about the ${marked} bill?`,
    'Agent: Yes, we will call you back.',
  ].join('\n')
  const { callId, conversation } = await retention.spoken([person], transcript, async (call) => {
    await voice.invoke(call, 'request_callback', { phone_number: '+15550007777', preferred_time: `after ${marked}`, reason: marked })
    const wish = { patient_id: person.id, email: `${marked}@example.org`, topics: [`the ${marked} plan`] }
    expect((await voice.invoke(call, 'send_follow_up_email', wish)).body.queued).toBe(true)
  })
  await retention.decideAll()
  await retention.age()
  const before = (await voice.call(callId)).body
  expect(await retention.tablesWith(marked)).toEqual(
    expect.arrayContaining(['public.callback_request', 'public.follow_up_email', 'public.voice_call']),
  )
  await retention.erase()

  expect(await retention.tablesWith(marked)).toEqual([])
  expect(await retention.tablesWith('15550007777')).toEqual([])
  const { analysis_metadata: left, follow_up_actions, ...after } = (await voice.call(callId)).body
  expect(after).toEqual({ ...before, phone_number: null, analysis_metadata: undefined, follow_up_actions: undefined })
  expect(left).toEqual({ summary: { overview: expect.any(String), patient_concern: '', resolution: '' }, key_findings: [] })
  // Amounts stay, wherever they stood.
  expect(left.summary.overview).toContain('Humira')
  for (const amount of ['87 dollars', '60 dollars']) expect(left.summary.overview).toContain(amount)
  expect(follow_up_actions).toHaveLength(before.follow_up_actions.length)
  const edges = await voice.fields(conversation, 'callbacks { status phoneNumber } followUpEmails { status recipient body subject }')
  expect(edges).toEqual({
    callbacks: [{ status: 'completed', phoneNumber: null }],
    // It waited for a mail server: nobody gets it any more.
    followUpEmails: [{ status: 'failed', recipient: '', body: '', subject: 'Following up on your call' }],
  })
})

test('of a call to a payer the benefits stay, without the words that told them, also where a later call was the newest', async () => {
  const benefits = benefitsOf(service)
  const { id } = await voice.person()
  const { benefits: known } = await benefits.settled(id)
  const said = Number(known.deductibleIndividual) + 250
  const first = await voice.idOf(await benefits.payerCall(id, [`The individual marmalade deductible is $${said}.`]))
  await retention.decideAll()
  await retention.age()
  // Not old yet: it told of something else.
  const later = await voice.idOf(await benefits.payerCall(id, ['Tier one is ten dollars, tier two is thirty-five.']))
  await service.sql('UPDATE told_benefits SET told_at = now()')
  await retention.decideAll()
  const [before] = await benefits.all(id)
  expect(before.discrepancies).toMatchObject([{ field: 'deductible_individual', quote: expect.stringContaining('marmalade'), kept: 'api' }])
  await retention.erase()

  expect([await retention.isErased(first), await retention.isErased(later)]).toEqual([true, false])
  expect(await retention.tablesWith('marmalade')).toEqual([])
  const [after] = await benefits.all(id)
  expect(after).toEqual({ ...before, discrepancies: [{ ...before.discrepancies[0], quote: '' }] })
})

test('what hangs on one record of a call keeps the words of its other record', async () => {
  const parts = {
    flagged: (conversation: string) => voice.invoke(conversation, 'flag_adverse_event', { event_description: 'hives', severity: 'mild' }),
    held: async (conversation: string) => {
      const person = await voice.person()
      await voice.verify(conversation, person)
      await hold(person.id)
    },
    open: (conversation: string) => voice.invoke(conversation, 'request_callback', { phone_number: '+15550008888' }),
    nothing: (conversation: string) => voice.invoke(conversation, 'verify_benefits', {}),
  }
  const joined = async (kind: keyof typeof parts) => {
    const whole = await retention.spoken([])
    const part = newConversation('part')
    await parts[kind](part)
    await voice.postCall(part, { status: 'completed' })
    await service.sql('UPDATE voice_call SET joined_to_id = $1 WHERE call_id = $2', [whole.callId, part])
    return whole.callId
  }
  const [flagged, held, nothing] = [await joined('flagged'), await joined('held'), await joined('nothing')]
  await retention.decideAll()
  const open = await joined('open')
  await retention.age()
  await retention.erase()
  expect(await Promise.all([flagged, held, open, nothing].map(retention.isErased))).toEqual([false, false, false, true])
})
