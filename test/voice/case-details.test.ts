import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/safety-reporting.md, The case: what a caller says of an event goes into its case, with the words and their place.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const fields =
  'source awareAt onset outcome lotNumber reporter medicationName evidence { field value words start end place record } missing'
const casesOf = async (conversation: string) =>
  (await voice.fields(conversation, `createdAt utterances(first: 50) { edges { node { id text } } } adverseEvents { ${fields} }`)) as {
    createdAt: string
    utterances: { edges: { node: { id: number; text: string } }[] }
    // biome-ignore lint/suspicious/noExplicitAny: what the test reads
    adverseEvents: any[]
  }

async function told(conversation: string, ...lines: string[]) {
  const id = await voice.idOf(conversation)
  for (const text of lines) await voice.say(id, text, { speaker: 'user' })
}

test('a case that the analysis opens has what the caller said, each detail in its utterance, and is known of since the call began', async () => {
  const conversation = newConversation('details')
  await voice.register(conversation)
  await told(
    conversation,
    'Hi, I take Humira and I broke out in a horrible rash on my arms yesterday.',
    'The lot number is A1234B.',
    'It is still there, it itches a lot.',
  )
  await voice.postCall(conversation, { status: 'completed' })
  await voice.analysed(conversation)
  const { adverseEvents, utterances, createdAt } = await casesOf(conversation)
  expect(adverseEvents).toHaveLength(1)
  const [one] = adverseEvents
  expect(one).toMatchObject({ source: 'analysis', awareAt: createdAt, lotNumber: 'A1234B', outcome: 'not_recovered', reporter: 'patient' })
  expect(one.missing).not.toContain('lotNumber')
  const lot = one.evidence.find(({ field }: { field: string }) => field === 'lotNumber')
  const said = utterances.edges.find(({ node }) => node.id === lot.record)?.node.text
  expect([lot.place, said?.slice(lot.start, lot.end)]).toEqual(['utterance', 'A1234B'])
})

test('a case that the agent flagged gets what the caller said besides, and keeps what it has', async () => {
  const conversation = newConversation('details')
  await voice.register(conversation)
  await voice.invoke(conversation, 'flag_adverse_event', {
    event_description: 'Rash on both arms, lot Z9999',
    severity: 'mild',
    medication_name: 'Humira',
  })
  await told(conversation, 'I got a rash on my arms from Humira, the lot is A1234B. It is gone now.')
  await voice.postCall(conversation, { status: 'completed' })
  await voice.analysed(conversation)
  const { adverseEvents } = await casesOf(conversation)
  expect(adverseEvents.map(({ source, lotNumber, outcome }) => [source, lotNumber, outcome])).toEqual([['agent', 'Z9999', 'recovered']])
})

test('a transcript alone is read as well, by its place in it', async () => {
  const conversation = newConversation('details')
  await voice.register(conversation)
  const transcript =
    'agent: How can I help?\nuser: My daughter got hives from her Dupixent shot on Monday. The lot is 3F118A.\nagent: I am sorry.'
  await voice.postCall(conversation, { status: 'completed', transcript })
  await voice.analysed(conversation)
  const [one] = (await casesOf(conversation)).adverseEvents
  expect(one).toMatchObject({ lotNumber: '3F118A', reporter: 'caregiver' })
  const lot = one.evidence.find(({ field }: { field: string }) => field === 'lotNumber')
  expect([lot.place, transcript.slice(lot.start, lot.end)]).toEqual(['transcript', '3F118A'])
})

test('what a nurse tells in a conversation of a clinic is not what the patient told, when it was streamed either', async () => {
  const conversation = newConversation('clinic')
  const id = await voice.register(conversation)
  await voice.say(id, 'The box that we have in our fridge is lot N5555X.', { speaker: 'nurse' })
  await voice.say(id, 'I broke out in a horrible rash from Humira yesterday.', { speaker: 'patient' })
  await voice.postCall(conversation, { status: 'completed' })
  await voice.analysed(conversation)
  expect((await casesOf(conversation)).adverseEvents).toMatchObject([{ source: 'analysis', lotNumber: null }])
})
