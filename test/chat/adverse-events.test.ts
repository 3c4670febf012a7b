import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatOf, conversationWith, startModelChat } from '../support/chat.ts'
import { nodes, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// A side effect that a visitor reports becomes a case for the safety team, whatever happens to the answer.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  started = await startModelChat({ CHAT_MODEL_PATIENCE_SECONDS: '120' })
})
afterAll(() => started[Symbol.asyncDispose]())

let count = 0
let report: string
beforeEach(() => {
  count++
  report = `I have had a headache every day since I started Emgality ${count} weeks ago`
  started.model.release()
  Object.assign(started.model, { says: 'SOURCES: none', always: undefined, asked: [] })
})

async function cases() {
  const { data } = await started.service.graphql(
    `{ adverseEvents(first: 1000) { edges { node { caseNumber source eventDescription chatMessageId medicationName symptoms patientId
      callerVerified reviewState severity } } } }`,
  )
  return nodes<Record<string, unknown>>(data.adverseEvents)
}
const casesOf = async (description: string) => (await cases()).filter(({ eventDescription }) => eventDescription === description)

test('the case has the text, the message, the medicine and the symptoms, and waits for review', async () => {
  const { query_type, answer } = await started.chat.say(report)
  expect([query_type, answer]).toEqual(['adverse_event', expect.stringMatching(/safety team has been told/)])
  const { messages } = await conversationWith(started.service, report)
  expect(await casesOf(report)).toEqual([
    {
      caseNumber: expect.stringMatching(/^AE-\d{4}-\d{6}$/),
      source: 'chat',
      eventDescription: report,
      chatMessageId: messages[0]?.id,
      medicationName: expect.stringMatching(/emgality/i),
      symptoms: [expect.stringMatching(/headache/)],
      patientId: null,
      callerVerified: false,
      reviewState: 'open',
      severity: null,
    },
  ])
})

test('a death is urgent work, though no severity was named', async () => {
  await started.chat.say(`My husband died ${count} days after his Emgality injection`)
  const { data } = await started.service.graphql(
    '{ adverseEvents(first: 1) { edges { node { severity seriousness work { priority } followUpActions { priority } } } } }',
  )
  expect(nodes(data.adverseEvents)).toEqual([
    { severity: null, seriousness: ['death'], work: { priority: 'urgent' }, followUpActions: [{ priority: 'urgent' }] },
  ])
})

test('streamed or not, over REST or GraphQL, each report is one case', async () => {
  await started.chat.stream(report)
  expect(await casesOf(report)).toHaveLength(1)
  const other = `${report} and a half`
  await started.service.graphql('mutation($message: String!) { sendChatMessage(input: { message: $message }) { answer } }', {
    message: other,
  })
  expect(await casesOf(other)).toHaveLength(1)
})

test('with the model down the report is recorded and answered', async () => {
  started.model.always = { status: 500 }
  expect((await started.chat.say(report)).answer).toMatch(/safety team/)
  expect(await casesOf(report)).toHaveLength(1)
})

test('the case exists before the first byte of the answer, and stays if the visitor leaves at once', async () => {
  const stream = await started.chat.open(report)
  expect(await casesOf(report)).toHaveLength(1)
  stream.leave()
  await until(async () => (await conversationWith(started.service, report)).messages.every(({ state }) => state !== 'streaming'))
  expect(await casesOf(report)).toHaveLength(1)
})

test('a report of an emergency gets the emergency answer and a case', async () => {
  const message = `Since my Emgality shot ${count} hours ago my throat is swelling and I cannot breathe`
  const { query_type, answer } = await started.chat.say(message)
  expect([query_type, answer]).toEqual(['emergency', expect.stringMatching(/911/)])
  expect(await casesOf(message)).toHaveLength(1)
  expect(started.model.asked).toEqual([])
})

test('in the middle of a conversation, the medicine is the one under discussion', async () => {
  const { session_token } = await started.chat.say('How do I store Humira?')
  await started.chat.say({ message: `I have had a rash since I started it ${count} weeks ago`, session_token })
  expect((await casesOf(`I have had a rash since I started it ${count} weeks ago`))[0]).toMatchObject({
    source: 'chat',
    medicationName: expect.stringMatching(/humira/i),
  })
})

test('a question about side effects is not a case', async () => {
  const before = (await cases()).length
  for (const message of ['Does Emgality cause headaches?', 'What are the side effects of Humira?']) await started.chat.say(message)
  expect(await cases()).toHaveLength(before)
})

test('a report to a conversation that is over begins a new one, with its case', async () => {
  const before = (await cases()).length
  const over = 'a'.repeat(43)
  const { status, body } = await started.chat.post('chat', { message: report, session_token: over })
  expect([status, body.answer]).toEqual([200, expect.stringMatching(/safety team/)])
  expect(body.session_token).not.toBe(over)
  expect(await cases()).toHaveLength(before + 1)
})

test('the case outlives the conversation’s client', async () => {
  const { data } = await started.service.graphql('mutation { createWidgetClient(input: { name: "Short-lived" }) { widgetClient { id } } }')
  const id = data.createWidgetClient.widgetClient.id
  const made = await started.service.graphql('mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }', {
    input: { name: 'page', scopes: ['widget'], widgetClientId: id },
  })
  await chatOf(started.service, { key: made.data.createApiKey.key }).say(report)
  await started.service.graphql('mutation($id: Int!) { archiveWidgetClient(input: { id: $id }) { widgetClient { id } } }', { id })
  expect(await casesOf(report)).toHaveLength(1)
})

test('a defective product is work of its own, which outlives the review of its case', async () => {
  const { query } = voiceOf(started.service)
  const followUps = async () =>
    nodes<{ action: string; status: string; assignedTo: string }>(
      (await query('{ followUpActions(first: 1000) { edges { node { action status assignedTo } } } }')).followUpActions,
    )
  const complaint = `My Emgality pen number ${count} leaked all over the counter, the plunger is stuck. Lot D${count}4421A`
  await started.chat.say(complaint)
  const [found] = await casesOf(complaint)
  const ofProduct = async () => (await followUps()).filter(({ action }) => action.startsWith(`Product complaint ${found?.caseNumber}`))
  expect(await ofProduct()).toEqual([
    { action: expect.stringMatching(/: have the product kept, and arrange its return/), status: 'pending', assignedTo: 'pharmacist' },
  ])
  const { adverseEvents } = await query(`{ adverseEvents(filter: { caseNumber: "${found?.caseNumber}" }) { edges { node { id } } } }`)
  const id = adverseEvents.edges[0].node.id
  await query(`mutation { reviewAdverseEvent(input: { id: ${id}, state: confirmed }) { adverseEvent { id } } }`)
  expect((await ofProduct())[0]?.status).toBe('pending')
  expect((await followUps()).filter(({ action }) => action === `Review adverse event ${found?.caseNumber}`)).toMatchObject([
    { status: 'completed' },
  ])
  await started.chat.say(report)
  const [other] = await casesOf(report)
  expect((await followUps()).filter(({ action }) => action.startsWith(`Product complaint ${other?.caseNumber}`))).toEqual([])
})
