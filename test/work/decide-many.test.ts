import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { apiKey, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'
import { type Item, workOf } from '../support/work.ts'
import { decisions } from '../support/work-decisions.ts'

// docs/contract.md, Work items: one decision on many items, and what subscribers hear of decisions.

let service: TestService
let work: ReturnType<typeof workOf>
beforeAll(async () => {
  service = await startTestService()
  work = workOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const staffId = 'API_KEY#1'
const now = async ({ id }: Item): Promise<Item> => (await work.query(`{ workItem(id: ${id}) { ${work.itemFields} } }`)).workItem

const decided = `mutation($input: DecideWorkInput!) { decideWork(input: $input) {
  results { workItemId workItem { id state version } error { code message current } } } }`
interface Result {
  workItemId: number
  workItem: Item | null
  error: { code: string; current: { version: number } | null } | null
}
const decide = async (input: object) => (await work.query(decided, { input })).decideWork.results as Result[]

describe('one decision on many items', () => {
  test('is answered item by item: one that changed, is of another kind or is not there leaves the others decided', async () => {
    const items = await Promise.all(Array.from({ length: 4 }, () => work.flagged()))
    const [first, changed, , last] = items as [Item, Item, Item, Item]
    const callback = await work.callback()
    await work.voice.review(changed.recordId, 'in_review')
    const results = await decide({
      items: [
        ...items.map(({ id, version }) => ({ workItemId: id, expectedVersion: version })),
        { workItemId: callback.id, expectedVersion: 1 },
        { workItemId: 99_999_999 },
      ],
      decision: { reviewAdverseEvent: { state: 'dismissed' } },
      note: 'Duplicates',
    })
    expect(results.map(({ workItemId, workItem, error }) => [workItemId, workItem?.state ?? null, error?.code ?? null])).toEqual([
      [first.id, 'dismissed', null],
      [changed.id, null, 'CONFLICT'],
      [items[2]?.id, 'dismissed', null],
      [last.id, 'dismissed', null],
      [callback.id, null, 'INVALID_INPUT'],
      [99_999_999, null, 'NOT_FOUND'],
    ])
    expect(results[1]?.error?.current).toMatchObject({ __typename: 'AdverseEvent', id: changed.recordId, version: 2, state: 'in_review' })
    expect((await now(changed)).state).toBe('in_review')
    expect((await now(callback)).state).toBe('requested')
    expect((await work.history(last.id)).at(-1)).toMatchObject({ kind: 'closed', note: 'Duplicates', actor: staffId })
  })

  test.each(decisions)('decides a $kind', async ({ make, field, values, state }) => {
    const { id, version } = await make(service)
    const decision = { [field]: field === 'reviewFunctionInvocation' ? true : values }
    expect(await decide({ items: [{ workItemId: id, expectedVersion: version }], decision })).toMatchObject([
      { workItemId: id, workItem: { state }, error: null },
    ])
  })

  test('assigns items of any kind', async () => {
    const kim = await work.staff('Kim Many')
    const items = [await work.flagged(), await work.callback(), await work.rejected()]
    const results = await decide({ items: items.map(({ id }) => ({ workItemId: id })), decision: { assign: { assigneeId: kim } } })
    expect(results.map(({ error }) => error)).toEqual([null, null, null])
    expect((await work.queue(`assigneeId: ${kim}`)).map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted())
  })

  test('takes 200 items and no more, each once, and one decision', async () => {
    const { id } = await work.callback()
    const close = { closeCallback: { completed: true } }
    for (const input of [
      { items: [], decision: close },
      { items: Array.from({ length: 201 }, (_, at) => ({ workItemId: at + 1 })), decision: close },
      { items: [{ workItemId: id }, { workItemId: id }], decision: close },
      { items: [{ workItemId: id }], decision: {} },
      { items: [{ workItemId: id }], decision: { ...close, assign: { assigneeId: null } } },
      { items: [{ workItemId: id }], decision: { assign: {} } },
      { items: [{ workItemId: id }], decision: { reviewFunctionInvocation: false } },
    ]) {
      expect((await service.graphql(decided, { input })).errors?.[0].extensions.code, JSON.stringify(input.decision)).toBe('INVALID_INPUT')
    }
    expect((await work.itemOf('callback', (await work.callback()).recordId)).state).toBe('requested')
    const results = await decide({
      items: Array.from({ length: 200 }, (_, at) => ({ workItemId: 90_000_000 + at })),
      decision: close,
    })
    expect(results.map(({ error }) => error?.code)).toEqual(Array(200).fill('NOT_FOUND'))
  })

  test('decides only what its caller may decide', async () => {
    const [event, callback] = [await work.flagged(), await work.callback()]
    const write = await work.as('patients:write')
    const { data } = await write(decided, {
      input: { items: [event, callback].map(({ id }) => ({ workItemId: id })), decision: { assign: { dueAt: '2030-01-01T00:00:00Z' } } },
    })
    expect(data.decideWork.results.map(({ error }: Result) => error?.code ?? null)).toEqual(['FORBIDDEN', null])
  })
})

test('each change of an item is told to subscribers, by whatever path it comes', async () => {
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { authorization: `Bearer ${apiKey}` }, retryAttempts: 0 })
  onTestFinished(() => client.dispose())
  const told = new Set<string>()
  const callbacks: string[] = []
  const listen = async (query: string, take: (item: { id: number; kind: string; version: number }) => void) => {
    for await (const { data } of client.iterate({ query })) take(data?.workChanged as Item)
  }
  void listen('subscription { workChanged { id kind version } }', ({ id }) => void told.add(String(id))).catch(() => {})
  void listen(
    'subscription { workChanged(filter: { kinds: [callback] }) { id kind version } }',
    ({ kind }) => void callbacks.push(kind),
  ).catch(() => {})
  const watched = await work.callback()
  const ofOne: number[] = []
  void listen(
    `subscription { workChanged(filter: { workItemId: ${watched.id} }) { id kind version } }`,
    ({ id }) => void ofOne.push(id),
  ).catch(() => {})
  await until(async () => {
    await work.callback()
    await decide({ items: [{ workItemId: watched.id }], decision: { assign: { dueAt: `20${30 + ofOne.length}-01-01T00:00:00Z` } } })
    return told.size > 0 && callbacks.length > 0 && ofOne.length > 0
  })
  expect(new Set(ofOne)).toEqual(new Set([watched.id]))
  const [before] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM work_event')
  const { conversation, person } = await work.voice.verified()
  const event = await work.flagged({ severity: 'mild' }, conversation)
  await work.voice.review(event.recordId, 'confirmed')
  const late = newConversation('late')
  await work.flagged({}, late)
  await work.voice.invoke(late, 'request_callback', { phone_number: '+15550001111' })
  await work.voice.verify(late, await work.voice.person())
  await work.rejected()
  const { id } = await work.callback()
  await decide({ items: [{ workItemId: id }], decision: { assign: { dueAt: '2030-01-01T00:00:00Z' } } })
  for (const { make, field, values } of decisions) {
    const item = await make(service)
    await decide({ items: [{ workItemId: item.id }], decision: { [field]: field === 'reviewFunctionInvocation' ? true : values } })
  }
  await work.voice.postCall(conversation, {
    status: 'completed',
    transcript: 'user: Since the injection I have a terrible headache and I vomited.\nagent: I will send you the form.',
  })
  await until(async () => {
    const [call] = await service.sql<{ done: boolean }>("SELECT analysis_status = 'completed' AS done FROM voice_call WHERE call_id = $1", [
      conversation,
    ])
    return call?.done
  })
  expect(person.id).toBeGreaterThan(0)
  const changed = await service.sql<{ work_item_id: number; kind: string }>(
    'SELECT DISTINCT work_item_id, item.kind::text AS kind FROM work_event JOIN work_item AS item ON item.id = work_item_id WHERE work_event.id > $1',
    [before?.id],
  )
  expect(new Set(changed.map(({ kind }) => kind)).size).toBe(6)
  await until(() => changed.every(({ work_item_id }) => told.has(String(work_item_id))), 20)
  expect(new Set(callbacks)).toEqual(new Set(['callback']))
})
