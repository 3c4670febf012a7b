import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** A call that began so many minutes ago, in which this was said a moment ago. */
async function calling(minutes: number, said: [speaker: string, text: string][] = [], fields: object = {}) {
  const conversation = newConversation('flags')
  const id = await voice.register(conversation, { callType: 'patient', ...fields })
  for (const [speaker, text] of said) expect((await voice.say(id, text, { speaker })).status).toBe(200)
  await service.sql(`UPDATE voice_call SET created_at = now() - interval '${minutes} minutes' WHERE id = ${id}`)
  return { id, conversation }
}
const flagsOf = async (id: number): Promise<string[]> => (await voice.query(`{ voiceCall(id: ${id}) { flags } }`)).voiceCall.flags

test('a call that has just begun is flagged for nothing', async () => {
  expect(await flagsOf((await calling(0, [['user', 'Hello, I have a question.']])).id)).toEqual([])
})

test('a caller whose last words are angry is, and one who was appeased is not', async () => {
  const angry = 'This is ridiculous, I am so frustrated with you people!'
  const { id } = await calling(0, [
    ['user', angry],
    ['agent', 'I am sorry.'],
    ['user', 'I am really angry. This is unacceptable!'],
  ])
  expect(await flagsOf(id)).toEqual(['frustrated'])
  for (const text of ['Okay, thank you so much.', 'That is great, I really appreciate it.']) await voice.say(id, text, { speaker: 'user' })
  expect(await flagsOf(id)).toEqual([])
})

test('a line from which nothing has come for a minute is silent, one that never said anything is not', async () => {
  const { id } = await calling(2, [['user', 'Hello?']])
  await service.sql(`UPDATE utterance SET created_at = now() - interval '70 seconds' WHERE voice_call_id = ${id}`)
  expect(await flagsOf(id)).toEqual(['silent'])
  expect(await flagsOf((await calling(2)).id)).toEqual([])
})

test('a long call is long, and an unverified one unverified, until it ends; nobody is verified with a payer', async () => {
  const { id, conversation } = await calling(20, [['user', 'Still here.']])
  expect(await flagsOf(id)).toEqual(['long', 'unverified'])
  expect(await flagsOf((await calling(20, [['user', 'Hold on.']], { callType: 'benefits_verification' })).id)).toEqual(['long'])
  await voice.postCall(conversation, { status: 'completed', duration_seconds: 1200 })
  expect(await flagsOf(id)).toEqual([])
})

test('an adverse event stays one after the call, and a severe one is a danger', async () => {
  for (const [severity, flags] of [
    ['mild', ['adverse_event']],
    ['severe', ['danger', 'adverse_event']],
    ['life-threatening', ['danger', 'adverse_event']],
  ] as const) {
    const { id, conversation } = await calling(0)
    await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash on both arms', severity })
    await voice.postCall(conversation, { status: 'completed', duration_seconds: 60 })
    expect(await flagsOf(id)).toEqual(flags)
  }
})

test('a case that the safety team dismissed flags nothing', async () => {
  const { id, conversation } = await calling(0)
  await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash on both arms', severity: 'mild' })
  expect(await flagsOf(id)).toEqual(['adverse_event'])
  const [found] = await service.sql<{ id: number }>('SELECT id FROM adverse_event WHERE voice_call_id = $1', [id])
  await voice.query(`mutation { reviewAdverseEvent(input: { id: ${found?.id}, state: dismissed }) { adverseEvent { id } } }`)
  expect(await flagsOf(id)).toEqual([])
})
