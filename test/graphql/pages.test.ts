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

const page = async (args: string) => {
  const { adverseEvents } = await voice.query(
    `{ adverseEvents(filter: { reviewStates: [open] }, ${args}) { edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage } } }`,
  )
  return adverseEvents as {
    edges: { cursor: string; node: { id: number } }[]
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean }
  }
}
const idsOf = ({ edges }: Awaited<ReturnType<typeof page>>) => edges.map(({ node }) => node.id)
const decide = (id: number) =>
  voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, state: 'confirmed' },
  })

test('a list that is worked off page by page leaves no record out, onwards or backwards', async () => {
  for (let number = 0; number < 6; number++)
    await voice.invoke(newConversation('page'), 'flag_adverse_event', { event_description: `hives ${number}`, severity: 'mild' })
  const [six = 0, five = 0, four = 0, three = 0, two = 0, one = 0] = idsOf(await page('first: 6'))
  const first = await page('first: 2')
  expect(idsOf(first)).toEqual([six, five])
  const { cursor } = first.edges[1] ?? { cursor: '' }
  const second = await page(`first: 2, after: "${cursor}"`)
  expect([idsOf(second), second.pageInfo.hasNextPage]).toEqual([[four, three], true])
  await decide(five)
  expect(idsOf(await page(`first: 2, after: "${cursor}"`))).toEqual([four, three])
  const last = await page(`first: 2, after: "${second.edges[1]?.cursor}"`)
  expect([idsOf(last), last.pageInfo.hasNextPage]).toEqual([[two, one], false])
  await decide(two)
  const back = await page(`last: 2, before: "${last.edges[0]?.cursor}"`)
  expect([idsOf(back), back.pageInfo.hasPreviousPage]).toEqual([[four, three], true])
})
