import { expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { startTestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

test('what was said in an old call is erased, unless it has an adverse event, open work or a patient under a legal hold', async () => {
  await using service = await startTestService({ CALL_RETENTION_DAYS: '30' })
  const voice = voiceOf(service)
  const spoken = async (more?: (conversation: string) => Promise<unknown>) => {
    const { conversation, callId, person } = await voice.verified()
    await voice.say(callId, 'Thank you, goodbye.', { speaker: 'user' })
    await more?.(conversation)
    await voice.postCall(conversation, {
      status: 'completed',
      transcript: 'user: Thank you, goodbye.',
      audio_url: 'https://example.org/a.mp3',
    })
    await voice.analysed(conversation)
    return { callId, person }
  }
  const erased = await spoken()
  const kept = {
    event: await spoken((call) => voice.invoke(call, 'flag_adverse_event', { event_description: 'hives', severity: 'mild' })),
    work: await spoken((call) => voice.invoke(call, 'request_callback', { phone_number: '+15550002222' })),
    held: await spoken(),
    recent: await spoken(),
  }
  await voice.query(`mutation { placeLegalHold(input: { patientId: ${kept.held.person.id}, reason: "Doe v. Roe" }) { legalHold { id } } }`)
  await service.sql(`UPDATE voice_call SET created_at = now() - interval '31 days' WHERE id <> ${kept.recent.callId}`)
  // It runs at the start and once a day.
  await service.restart()
  const [before] = await service.sql(`SELECT summary_overview FROM voice_call WHERE id = ${erased.callId}`)
  await until(async () => (await voice.query(`{ voiceCall(id: ${erased.callId}) { erasedAt } }`)).voiceCall.erasedAt !== null)

  const words = (callId: number) =>
    service.sql(
      `SELECT (SELECT count(*)::int FROM utterance WHERE voice_call_id = ${callId}) AS utterances,
         (SELECT count(*)::int FROM call_transcript WHERE voice_call_id = ${callId}) AS transcripts,
         (SELECT count(*)::int FROM function_invocation WHERE voice_call_id = ${callId} AND parameters <> '{}' AND result IS NOT NULL) AS invocations,
         (SELECT audio_url FROM voice_call WHERE id = ${callId}) AS audio`,
    )
  expect(await words(erased.callId)).toEqual([{ utterances: 0, transcripts: 0, invocations: 0, audio: null }])
  for (const [name, { callId }] of Object.entries(kept)) {
    expect(await words(callId), name).toEqual([
      { utterances: 1, transcripts: 1, invocations: expect.toSatisfy((count) => count >= 1), audio: 'https://example.org/a.mp3' },
    ])
  }
  const call = await voice.call(erased.callId)
  expect(call).toMatchObject({ status: 200, body: { call_outcome: expect.any(String) } })
  expect(await service.sql(`SELECT summary_overview FROM voice_call WHERE id = ${erased.callId}`)).toEqual([before])
  const actions = await auditEventsOf(service, erased.person.id, 'action')
  expect(actions.filter(({ action }) => action === 'voice_call.erase')).toHaveLength(1)
})
