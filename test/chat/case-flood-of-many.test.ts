import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Cases from the chat: what a flood of reports from many places becomes.

let service: TestService
beforeAll(async () => {
  service = await startTestService({ CHAT_CASES_PER_HOUR: '2', CHAT_CASES_OF_ALL_PER_HOUR: '8', TRUST_PROXY_HOPS: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

const from = (address: string) => chatOf(service, { headers: { 'x-forwarded-for': address } })
const rash = (number: number, of: string) => `I got a rash after my Emgality injection number ${number} of ${of}`

interface Case {
  id: number
  eventDescription: string
  severity: string | null
  gathers: boolean
  gatheredReports: { eventDescription: string }[]
}

async function casesWith(words: string): Promise<Case[]> {
  const { data } = await service.graphql(`{ adverseEvents(first: 200) { edges { node { id eventDescription severity gathers
    gatheredReports(limit: 50) { eventDescription } } } } }`)
  return nodes<Case>(data.adverseEvents).filter(({ eventDescription, gatheredReports }) =>
    [eventDescription, ...gatheredReports.map((one) => one.eventDescription)].some((text) => text.includes(words)),
  )
}
const told = (cases: Case[]) =>
  cases.flatMap(({ gathers, eventDescription, gatheredReports }) =>
    gathers ? gatheredReports.map((one) => one.eventDescription) : [eventDescription],
  )
/** What was counted is an hour old. */
const anHourLater = () => service.sql("UPDATE report_group SET started_at = started_at - interval '61 minutes'")

test('forty networks open eight cases and one that gathers the rest: each report is kept, and answered as the first was', async () => {
  const messages = Array.from({ length: 40 }, (_, index) => rash(index, 'Lea'))
  const answers = await Promise.all(messages.map((message, index) => from(`198.51.100.${index + 1}`).say(message)))
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1)
  const cases = await casesWith('of Lea')
  expect(cases.filter(({ gathers }) => !gathers)).toHaveLength(8)
  expect(cases.filter(({ gathers }) => gathers)).toHaveLength(1)
  expect(told(cases).sort()).toEqual(messages.sort())
  // A group that goes on begins no gathering case of its own.
  for (let number = 0; number < 5; number++) await from('198.51.100.1').say(rash(number, 'Lea again'))
  expect((await casesWith('of Lea')).filter(({ gathers }) => gathers)).toHaveLength(1)
})

test('beyond what all may open an emergency stands first and makes the case as grave; who names a person gets a case', async () => {
  await anHourLater()
  for (let number = 0; number < 10; number++) await from(`198.51.101.${number}`).say(rash(number, 'Max'))
  const named = 'I got a rash after my Emgality injection of Max, my name is Jane Roe'
  await from('198.51.101.100').say(named)
  const emergency = 'I got a rash after my Emgality injection and cannot breathe, says Max'
  for (let number = 0; number < 4; number++) expect((await from('198.51.101.101').say(`${emergency} ${number}`)).answer).toMatch(/911/)
  const cases = [...(await casesWith('of Max')), ...(await casesWith('says Max'))]
  expect(cases.filter(({ gathers }) => !gathers).map(({ eventDescription }) => eventDescription)).toContain(named)
  const [gathering] = cases.filter(({ gathers }) => gathers)
  expect(gathering?.severity).toBe('severe')
  expect(gathering?.gatheredReports[0]?.eventDescription).toContain('cannot breathe')
})

test('the networks of one IPv6 network of 48 bits open three times the cases of one visitor together, whoever writes beside them', async () => {
  await anHourLater()
  for (let number = 0; number < 12; number++) await from(`2001:db8:5:${number}::1`).say(rash(number, 'Noa'))
  const cases = await casesWith('of Noa')
  expect(cases.map(({ gathers }) => gathers).sort()).toEqual([...Array<boolean>(6).fill(false), true])
  expect(told(cases)).toHaveLength(12)
  await from('2001:db8:6::1').say(rash(1, 'Olga'))
  expect((await casesWith('of Olga')).map(({ gathers }) => gathers)).toEqual([false])
})
