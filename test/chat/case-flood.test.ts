import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitorAt } from '../../src/http/visitor.ts'
import { chatOf } from '../support/chat.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Cases from the chat: what a flood of reports from one place becomes.

let service: TestService
beforeAll(async () => {
  service = await startTestService({ CHAT_CASES_PER_HOUR: '3', TRUST_PROXY_HOPS: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

const from = (address: string) => chatOf(service, { headers: { 'x-forwarded-for': address } })
const rash = (number: number, of: string) => `I got a rash after my Emgality injection number ${number} of ${of}`

interface Case {
  id: number
  eventDescription: string
  severity: string | null
  gathers: boolean
  gatheredReportCount: number
  gatheredReports: { eventDescription: string; chatMessageId: number | null; symptoms: string[] }[]
}

/** The cases that hold a report with these words. */
async function casesWith(words: string): Promise<Case[]> {
  const { data, errors } = await service.graphql(`{ adverseEvents(first: 100) { edges { node { id eventDescription severity gathers
    gatheredReportCount gatheredReports(limit: 50) { eventDescription chatMessageId symptoms } } } } }`)
  if (errors) throw new Error(JSON.stringify(errors))
  return nodes<Case>(data.adverseEvents).filter(({ eventDescription, gatheredReports }) =>
    [eventDescription, ...gatheredReports.map((one) => one.eventDescription)].some((text) => text.includes(words)),
  )
}

const followUpsOf = async (cases: Case[]) => {
  const { data } = await service.graphql('{ followUpActions(first: 1000) { edges { node { adverseEventId priority } } } }')
  return nodes<{ adverseEventId: number; priority: string }>(data.followUpActions).filter(({ adverseEventId }) =>
    cases.some(({ id }) => id === adverseEventId),
  )
}

test('further reports of one visitor group gather in one case, each kept as told, and are answered as the first was', async () => {
  const chat = from('198.51.100.1')
  const messages = Array.from({ length: 6 }, (_, index) => rash(index, 'Ann'))
  const answers: { answer: string }[] = []
  for (const message of messages) answers.push(await chat.say(message))
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1)
  const cases = await casesWith('of Ann')
  expect(cases.filter(({ gathers }) => !gathers).map(({ eventDescription }) => eventDescription)).toEqual(messages.slice(0, 3).toReversed())
  const [gathering, ...others] = cases.filter(({ gathers }) => gathers)
  expect(others).toEqual([])
  expect(gathering?.gatheredReportCount).toBe(3)
  expect(gathering?.gatheredReports.map(({ eventDescription }) => eventDescription)).toEqual(messages.slice(3))
  for (const { chatMessageId, symptoms } of gathering?.gatheredReports ?? []) {
    expect(chatMessageId).toEqual(expect.any(Number))
    expect(symptoms).toEqual(['rash'])
  }
  expect(await followUpsOf(cases)).toHaveLength(4)
})

test('reports that come at once are counted one by one, and none is lost', async () => {
  const chat = from('198.51.100.2')
  const messages = Array.from({ length: 20 }, (_, index) => rash(index, 'Bob'))
  await Promise.all(messages.map((message) => chat.say(message)))
  const cases = await casesWith('of Bob')
  const told = cases.flatMap((one) =>
    one.gathers ? one.gatheredReports.map(({ eventDescription }) => eventDescription) : [one.eventDescription],
  )
  expect(told.sort()).toEqual(messages.sort())
  expect(cases.map(({ gathers }) => gathers).sort()).toEqual([false, false, false, true])
})

test('an emergency beyond the limit is answered with 911 and makes the gathering case as grave, its follow-up urgent', async () => {
  const chat = from('198.51.100.3')
  for (let number = 0; number < 4; number++) await chat.say(rash(number, 'Cy'))
  // What would give it a case of its own is spent.
  for (const sign of ['nausea', 'a headache', 'a fever']) await chat.say(`I got ${sign} after my Emgality injection, says Zoe`)
  const before = (await casesWith('of Cy')).find(({ gathers }) => gathers)
  expect(before?.severity).toBeNull()
  expect((await chat.say('I cannot breathe after the injection of Cy')).answer).toMatch(/911/)
  const [gathering] = (await casesWith('of Cy')).filter(({ gathers }) => gathers)
  expect([gathering?.severity, gathering?.gatheredReportCount]).toEqual(['severe', 2])
  expect(await followUpsOf(gathering ? [gathering] : [])).toEqual([{ adverseEventId: gathering?.id, priority: 'urgent' }])
})

test('a gathering case is as serious as what it gathers, and of all its kinds', async () => {
  const chat = from('198.51.100.40')
  for (let number = 0; number < 4; number++) await chat.say(rash(number, 'Mia'))
  for (const sign of ['nausea', 'a headache', 'a fever']) await chat.say(`I got ${sign} after my Emgality injection, says Mia`)
  await chat.say('My uncle, husband of Mia, died two days after his Emgality injection')
  await chat.say('I took a double dose of my Emgality by mistake, Mia said so')
  const [gathering] = (await casesWith('of Mia')).filter(({ gathers }) => gathers)
  expect(await followUpsOf(gathering ? [gathering] : [])).toEqual([{ adverseEventId: gathering?.id, priority: 'urgent' }])
  const { data } = await service.graphql(
    '{ adverseEvents(filter: { seriousness: [death], kinds: [medication_error, overdose] }) { edges { node { id } } } }',
  )
  expect(nodes(data.adverseEvents)).toEqual([{ id: gathering?.id }])
})

test('a gathered report that names a person, or a sign that the others lack, gets a case of its own', async () => {
  const chat = from('198.51.100.13')
  for (let number = 0; number < 8; number++) await chat.say(rash(number, 'Ida'))
  const own = [
    'I had a seizure after my Emgality injection of Ida',
    'I got a rash after my Emgality injection of Ida, call me at 555-010-4477',
    'I got a rash after my Emgality injection of Ida, my name is Jane Roe',
  ]
  for (const message of own) expect((await chat.say(message)).answer.length).toBeGreaterThan(0)
  await chat.say(rash(9, 'Ida'))
  const cases = await casesWith('of Ida')
  const single = cases.filter(({ gathers }) => !gathers).map(({ eventDescription }) => eventDescription)
  for (const message of own) expect(single).toContain(message)
  expect(cases.filter(({ gathers }) => gathers).map(({ gatheredReportCount }) => gatheredReportCount)).toEqual([6])
  expect(await followUpsOf(cases)).toHaveLength(7)
})

test('a flood that varies signs and names opens three cases more an hour, gathers the rest and keeps each', async () => {
  const chat = from('198.51.100.14')
  const signs = [
    'a rash',
    'nausea',
    'a headache',
    'a fever',
    'diarrhea',
    'a cough',
    'back pain',
    'hives',
    'chills',
    'dizziness',
    'vomiting',
  ]
  const messages = signs.map((sign, number) => `I got ${sign} after my Emgality injection of Jo, call me at 555-010-44${10 + number}`)
  for (const message of messages) await chat.say(message)
  const cases = await casesWith('of Jo')
  expect(cases.filter(({ gathers }) => !gathers)).toHaveLength(6)
  const told = cases.flatMap((one) => (one.gathers ? one.gatheredReports : [one]).map(({ eventDescription }) => eventDescription))
  expect(told.toSorted()).toEqual(messages.toSorted())
})

test('gathered reports stand with the most dangerous first, whenever they came', async () => {
  const chat = from('198.51.100.15')
  for (let number = 0; number < 4; number++) await chat.say(rash(number, 'Kim'))
  for (const sign of ['nausea', 'a headache', 'a fever']) await chat.say(`I got ${sign} after my Emgality injection, says Kay of Kim`)
  const mild = 'I got a mild rash after my Emgality injection of Kim'
  const grave = 'I cannot breathe after the injection of Kim'
  const named = 'I got a rash after my Emgality injection of Kim, mail me: kim@example.org'
  for (const message of [mild, grave, named]) await chat.say(message)
  const [gathering] = (await casesWith('of Kim')).filter(({ gathers }) => gathers)
  expect(gathering?.gatheredReports.map(({ eventDescription }) => eventDescription)).toEqual([grave, named, rash(3, 'Kim'), mild])
})

test('a case that staff have begun to review gathers no more: later reports are in another', async () => {
  const chat = from('198.51.100.4')
  for (let number = 0; number < 5; number++) await chat.say(rash(number, 'Di'))
  const [first] = (await casesWith('of Di')).filter(({ gathers }) => gathers)
  const input = { id: first?.id, state: 'in_review' }
  await service.graphql('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input,
  })
  await chat.say(rash(5, 'Di'))
  await chat.say(rash(6, 'Di'))
  const gathering = (await casesWith('of Di')).filter(({ gathers }) => gathers)
  expect(gathering.map(({ gatheredReportCount }) => gatheredReportCount)).toEqual([2, 2])
})

test('a report whose message has a bad form is counted and kept as well', async () => {
  const chat = from('198.51.100.5')
  for (let number = 0; number < 3; number++) await chat.say(rash(number, 'Eve'))
  const refused = await chat.post('chat', { message: rash(3, 'Eve'), page_url: 'x'.repeat(5_000) })
  expect(refused.status).toBe(422)
  const gathering = (await casesWith('of Eve')).filter(({ gathers }) => gathers)
  expect(gathering.flatMap(({ gatheredReports }) => gatheredReports)).toEqual([
    { eventDescription: rash(3, 'Eve'), chatMessageId: null, symptoms: ['rash'] },
  ])
})

test('one visitor’s flood leaves another’s report a case of its own; the addresses of one IPv6 network are one visitor', async () => {
  for (let number = 0; number < 6; number++) await from(`2001:db8:1:2::${number + 1}`).say(rash(number, 'Flo'))
  expect((await casesWith('of Flo')).map(({ gathers }) => gathers)).toEqual([true, false, false, false])
  await from('2001:db8:1:3::1').say(rash(0, 'Gus'))
  expect((await casesWith('of Gus')).map(({ gathers }) => gathers)).toEqual([false])
})

test('an hour later reports open cases again, and no address is stored in plain', async () => {
  const chat = from('198.51.100.6')
  for (let number = 0; number < 4; number++) await chat.say(rash(number, 'Hal'))
  const groups = await service.sql<{ visitor_group: string }>('SELECT * FROM report_group')
  expect(groups.length).toBeGreaterThan(0)
  for (const { visitor_group } of groups) expect(visitor_group).toMatch(/^[\w-]{43}$/)
  await service.sql("UPDATE report_group SET started_at = started_at - interval '61 minutes'")
  await chat.say(rash(4, 'Hal'))
  expect((await casesWith('of Hal')).map(({ gathers }) => gathers)).toEqual([false, true, false, false, false])
})

test('a visitor is an IPv4 address or an IPv6 network', () => {
  expect(['::ffff:198.51.100.7', '198.51.100.7', '2001:db8:a:b:c:d:e:f', '2001:db8:a:b::1', ''].map(visitorAt)).toEqual([
    '198.51.100.7',
    '198.51.100.7',
    '2001:db8:a:b::/64',
    '2001:db8:a:b::/64',
    '',
  ])
})
