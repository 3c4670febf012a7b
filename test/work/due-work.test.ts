import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReceiver } from '../support/event-receiver.ts'
import { audience, startIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { type Item, workOf } from '../support/work.ts'

// docs/contract.md, Work items: when work is due, and what becomes of it then.

let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let service: TestService
let work: ReturnType<typeof workOf>
beforeAll(async () => {
  provider = await startIdentityProvider()
  receiver = await startReceiver()
  service = await startTestService({
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: audience,
    EVENT_PRIVATE_ORIGINS: receiver.origin,
  })
  work = workOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await receiver.close()
  await provider[Symbol.asyncDispose]()
})

const setRule = (kind: string, priority: string, hours: number | null) =>
  work.query(
    `mutation { setWorkDueRule(input: { kind: ${kind}, priority: ${priority}, hours: ${hours} }) { workDueRules { kind priority hours } } }`,
  )
const hoursUntilDue = async ({ id }: Item) => {
  const [row] = await service.sql<{ hours: number | null }>(
    'SELECT round(extract(epoch FROM due_at - opened_at) / 3600)::int AS hours FROM work_item WHERE id = $1',
    [id],
  )
  return row?.hours
}
const assign = ({ id }: Item, input: string) =>
  work.query(`mutation { assignWork(input: { workItemId: ${id}, ${input} }) { workItem { id } } }`)
/** The service looks once a minute: here it is asked to look now. */
const look = async () => {
  const [{ id } = { id: '' }] = await service.sql<{ id: string }>('SELECT gen_random_uuid()::text AS id')
  await service.sql(`INSERT INTO pgboss.job (id, name, data) SELECT $1::uuid, 'escalate-work', '{}'::jsonb`, [id])
}

describe('rules', () => {
  test('nothing is due by itself before staff set a rule, and all of them can be read', async () => {
    expect((await work.callback()).dueAt).toBeNull()
    const { workDueRules } = await work.query('{ workDueRules { kind priority hours } }')
    expect(workDueRules).toHaveLength(7 * 4)
    expect(workDueRules.every(({ hours }: { hours: number | null }) => hours === null)).toBe(true)
  })

  test('work that is opened after that is due by its kind and priority, and follows a new priority', async () => {
    await setRule('adverse_event', 'medium', 48)
    await setRule('adverse_event', 'urgent', 2)
    const item = await work.flagged({ severity: 'mild' })
    expect(await hoursUntilDue(item)).toBe(48)
    await work.query(
      `mutation { reviewAdverseEvent(input: { id: ${item.recordId}, state: in_review, severity: severe }) { adverseEvent { id } } }`,
    )
    expect(await hoursUntilDue(item)).toBe(2)
  })

  test('a higher priority without a rule leaves the due date, and a lower one never brings it nearer', async () => {
    await setRule('adverse_event', 'high', null)
    const item = await work.flagged({ severity: 'mild' })
    const review = (severity: string) =>
      work.query(
        `mutation { reviewAdverseEvent(input: { id: ${item.recordId}, state: in_review, severity: ${severity} }) { adverseEvent { id } } }`,
      )
    await review('moderate')
    expect(await hoursUntilDue(item)).toBe(48)
    await review('severe')
    expect(await hoursUntilDue(item)).toBe(2)
    await setRule('adverse_event', 'medium', 1)
    await review('mild')
    expect(await hoursUntilDue(item)).toBe(2)
    await setRule('adverse_event', 'medium', 48)
    const dates = (await work.history(item.id)).filter(({ kind }) => kind === 'due_date_set')
    expect(dates).toHaveLength(1)
  })

  test('what had no due date before there was a rule counts from the change', async () => {
    await setRule('adverse_event', 'high', null)
    const item = await work.flagged({ severity: 'moderate' })
    expect(item.dueAt).toBeNull()
    await service.sql("UPDATE work_item SET opened_at = opened_at - interval '10 days' WHERE id = $1", [item.id])
    await work.query(
      `mutation { reviewAdverseEvent(input: { id: ${item.recordId}, state: in_review, severity: severe }) { adverseEvent { id } } }`,
    )
    expect(await hoursUntilDue(item)).toBe(242)
  })

  test('reopened after a date that staff set has passed it is due by the rule, and may be escalated again', async () => {
    const item = await work.flagged({ severity: 'severe' })
    await assign(item, 'dueAt: "2020-01-01T00:00:00Z"')
    await look()
    await until(async () => (await work.history(item.id)).some(({ kind }) => kind === 'escalated'))
    const decide = (state: string) =>
      work.query(`mutation { reviewAdverseEvent(input: { id: ${item.recordId}, state: ${state} }) { adverseEvent { id } } }`)
    await decide('dismissed')
    await decide('open')
    const { workItem } = await work.query(`{ workItem(id: ${item.id}) { overdue escalatedAt } }`)
    expect(workItem).toEqual({ overdue: false, escalatedAt: null })
    expect(await hoursUntilDue(item)).toBe(2)
  })

  test('a safety report that comes back keeps the date of its program, past or not', async () => {
    const [row] = await service.sql<{ id: number }>(`INSERT INTO work_item (kind, record_id, state, priority, due_at, closed_at)
      VALUES ('safety_report', 999999, 'sent', 'high', '2020-01-01', now()) RETURNING id`)
    await service.sql("UPDATE work_item SET state = 'failed', closed_at = NULL WHERE id = $1", [row?.id])
    const { workItem } = await work.query('query($id: Int!) { workItem(id: $id) { dueAt overdue } }', { id: row?.id })
    expect(workItem).toEqual({ dueAt: '2020-01-01T00:00:00.000Z', overdue: true })
    await service.sql('UPDATE work_item SET closed_at = now() WHERE id = $1', [row?.id])
  })

  test('a safety report has no rule', async () => {
    const answer = await service.graphql(
      'mutation { setWorkDueRule(input: { kind: safety_report, priority: high, hours: 2 }) { workDueRules { hours } } }',
    )
    expect(answer.errors?.[0]?.extensions.code).toBe('INVALID_INPUT')
  })

  test('a due date that staff set stays, whatever the priority becomes', async () => {
    const item = await work.flagged({ severity: 'mild' })
    await assign(item, 'dueAt: "2031-01-01T00:00:00Z"')
    await work.query(
      `mutation { reviewAdverseEvent(input: { id: ${item.recordId}, state: in_review, severity: severe }) { adverseEvent { id } } }`,
    )
    expect((await work.itemOf(item.kind, item.recordId)).dueAt).toBe('2031-01-01T00:00:00.000Z')
  })

  test('reopened work is due anew, and a rule that is taken away leaves what is there', async () => {
    const item = await work.flagged({ severity: 'severe' })
    const decide = (state: string) =>
      work.query(`mutation { reviewAdverseEvent(input: { id: ${item.recordId}, state: ${state} }) { adverseEvent { id } } }`)
    await decide('dismissed')
    await service.sql("UPDATE work_item SET opened_at = opened_at - interval '3 days' WHERE id = $1", [item.id])
    await decide('open')
    expect(await hoursUntilDue(item)).toBe(74)
    await setRule('adverse_event', 'urgent', null)
    expect(await hoursUntilDue(item)).toBe(74)
    expect(await hoursUntilDue(await work.flagged({ severity: 'severe' }))).toBeNull()
  })

  test('a rule is for those who decide its kind', async () => {
    const benefits = await work.as('patients:read', 'benefits')
    const set = (kind: string) =>
      benefits(`mutation { setWorkDueRule(input: { kind: ${kind}, priority: low, hours: 5 }) { workDueRules { hours } } }`)
    expect((await set('pa_case')).errors).toBeUndefined()
    expect((await set('callback')).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

test('overdue work is told of once, in its history and to other systems, and again after a new due date', async () => {
  const { createEventSubscription } = await work.query(
    `mutation($url: String!) { createEventSubscription(input: { name: "Pager", url: $url, kinds: [work_escalated] }) { eventSubscription { id } } }`,
    { url: receiver.url },
  )
  expect(createEventSubscription.eventSubscription.id).toBeGreaterThan(0)
  const item = await work.callback()
  await assign(item, 'dueAt: "2020-01-01T00:00:00Z"')
  const escalations = async () => (await work.history(item.id)).filter(({ kind }) => kind === 'escalated')
  await look()
  await until(async () => (await escalations()).length === 1)
  await until(() => receiver.of('work.escalated').length === 1)
  expect(receiver.of('work.escalated')[0]).toMatchObject({
    data: { subject: 'work_item', id: item.id, kind: 'callback', record_id: item.recordId, due_at: '2020-01-01T00:00:00Z' },
  })
  const { version } = await work.itemOf(item.kind, item.recordId)
  expect(version).toBe(item.version + 1)
  await look()
  await assign(item, 'dueAt: "2020-01-02T00:00:00Z"')
  await look()
  await until(async () => (await escalations()).length === 2)
  expect((await escalations()).map(({ actor, toValue }) => [actor, toValue])).toEqual([
    ['service', '2020-01-01T00:00:00Z'],
    ['service', '2020-01-02T00:00:00Z'],
  ])
})

describe('the queue', () => {
  /** Every item of the queue in an order, page by page, forwards or backwards. */
  async function pages(order: string, way: 'first' | 'last'): Promise<Item[]> {
    const items: Item[] = []
    const [cursor, info] = way === 'first' ? ['after', 'hasNextPage at: endCursor'] : ['before', 'hasPreviousPage at: startCursor']
    for (let at: string | null = null; ; ) {
      const { workQueue } = await work.query(
        `query($at: String) { workQueue(${way}: 3, ${cursor}: $at, orderBy: ${order}) {
          edges { node { ${work.itemFields} } } pageInfo { more: ${info} } } }`,
        { at },
      )
      const nodes = workQueue.edges.map(({ node }: { node: Item }) => node)
      if (way === 'first') items.push(...nodes)
      else items.unshift(...nodes)
      if (!workQueue.pageInfo.more) return items
      at = workQueue.pageInfo.at
    }
  }

  const none = '9999'
  test.each([
    ['DUE', (item: Item) => item.dueAt ?? none],
    ['OPENED', (item: Item) => item.openedAt],
  ])('in the order of %s shows each item once, both ways and from both ends', async (field, keyOf) => {
    for (const at of ['2031-03-01', '2031-02-01', '2031-02-01']) await assign(await work.callback(), `dueAt: "${at}T00:00:00Z"`)
    const { id } = await work.callback()
    await service.sql("UPDATE work_item SET opened_at = opened_at - interval '3 days' WHERE id = $1", [id])
    for (const direction of ['ASC', 'DESC'] as const) {
      const items = await pages(`{ field: ${field}, direction: ${direction} }`, 'first')
      const keys = items.map((item) => `${keyOf(item)} ${String(item.id).padStart(9, '0')}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.length).toBe((await work.queue()).length)
      expect(keys).toEqual(direction === 'ASC' ? keys.toSorted() : keys.toSorted().reverse())
      expect((await pages(`{ field: ${field}, direction: ${direction} }`, 'last')).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    }
  })

  test('refuses the cursor of another order', async () => {
    const { workQueue } = await work.query('{ workQueue(first: 1) { pageInfo { endCursor } } }')
    const answer = await service.graphql(
      `{ workQueue(after: "${workQueue.pageInfo.endCursor}", orderBy: { field: DUE, direction: ASC }) { totalCount } }`,
    )
    expect(answer.errors?.[0]?.extensions.code).toBe('INVALID_INPUT')
  })

  test('refuses a cursor with a time that is none', async () => {
    const cursor = Buffer.from(`OPENED:${'9'.repeat(18)}:1`).toString('base64url')
    const answer = await service.graphql(`{ workQueue(after: "${cursor}", orderBy: { field: OPENED }) { totalCount } }`)
    expect(answer.errors?.[0]?.extensions.code).toBe('INVALID_INPUT')
  })

  test('of somebody is what they have, and what nobody has of the kinds that they decide', async () => {
    const token = await provider.token('bea', { name: 'Bea Benefits', roles: ['benefits_specialist'] })
    const asBea = async (query: string) => (await service.graphql(query, {}, { key: token })).data
    const { id } = (await asBea('{ caller { staffMember { id } } }')).caller.staffMember
    const [hers, nobodys] = [await work.callback(), await work.callback()]
    // From when she did such work.
    await service.sql('UPDATE work_item SET assignee_id = $2 WHERE id = $1', [hers.id, id])
    const { id: patientId } = await work.voice.person()
    await service.sql(
      "INSERT INTO pa_case (patient_id, payer_id, drug_key, medication_name) VALUES ($1, 'aetna', 'zorbinolol', 'Zorbinolol')",
      [patientId],
    )
    const { workQueue } = await asBea('{ workQueue(first: 100, filter: { forMe: true }) { edges { node { id kind assigneeId } } } }')
    const shown = workQueue.edges.map(({ node }: { node: Item }) => node)
    expect(shown.map((item: Item) => item.id)).toContain(hers.id)
    expect(shown.map((item: Item) => item.id)).not.toContain(nobodys.id)
    const others = shown.filter((item: Item) => item.id !== hers.id)
    expect(others.length).toBeGreaterThan(0)
    expect(
      others.every(({ kind, assigneeId }: Item) => ['pa_case', 'discrepancy', 'policy_reading'].includes(kind) && assigneeId === null),
    ).toBe(true)
  })
})

test('what waits for somebody is what their list shows: work of a kind that they see no more does not count', async () => {
  const token = await provider.token('nadia', { name: 'Nadia', roles: ['supervisor'] })
  const asNadia = async (text: string, as = token) => {
    const { data, errors } = await service.graphql(text, {}, { key: as })
    expect(errors).toBeUndefined()
    return data
  }
  const { caller } = await asNadia('{ caller { staffMember { id } } }')
  await assign(await work.callback(), `assigneeId: ${caller.staffMember.id}`)
  const mine = '{ caller { waitingWork { mine } } }'
  expect((await asNadia(mine)).caller.waitingWork.mine).toBe(1)
  const moved = await provider.token('nadia', { name: 'Nadia', roles: ['content_editor'] })
  expect((await asNadia(mine, moved)).caller.waitingWork.mine).toBe(0)
})
