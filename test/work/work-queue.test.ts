import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'
import { newConversation } from '../support/voice.ts'
import { type Item, workOf } from '../support/work.ts'

// docs/contract.md, Work items: what waits for staff, in one list.

let service: TestService
let work: ReturnType<typeof workOf>
beforeAll(async () => {
  service = await startTestService()
  work = workOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

describe('each record that staff decide has its work item, however it comes about', () => {
  test.each([
    ['mild', 'medium'],
    ['moderate', 'high'],
    ['severe', 'urgent'],
    ['life-threatening', 'urgent'],
  ])('a %s adverse event is %s work, as is its follow-up', async (severity, priority) => {
    const item = await work.flagged({ severity })
    expect(item).toMatchObject({ kind: 'adverse_event', state: 'open', version: 1, priority, assigneeId: null, closedAt: null })
    const [followUp] = await service.sql<{ id: number }>('SELECT id FROM follow_up_action WHERE adverse_event_id = $1', [item.recordId])
    expect(await work.itemOf('follow_up_action', followUp?.id ?? 0)).toMatchObject({ state: 'pending', priority })
  })

  test('a callback, a rejected function, and a rejected flag of an adverse event, which is urgent', async () => {
    expect(await work.callback()).toMatchObject({ state: 'requested', priority: 'medium' })
    expect(await work.rejected()).toMatchObject({ state: 'rejected', priority: 'medium' })
    expect(await work.rejected('flag_adverse_event', { severity: 'none of them' })).toMatchObject({ state: 'rejected', priority: 'urgent' })
  })

  test('a function that ran has none: nobody has to look at it', async () => {
    const conversation = newConversation('ran')
    await work.voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })
    const [row] = await service.sql<{ work_item_id: number | null }>(
      `SELECT work_item_id FROM function_invocation JOIN voice_call ON voice_call.id = voice_call_id WHERE call_id = $1`,
      [conversation],
    )
    expect(row?.work_item_id).toBeNull()
  })

  test('a prior authorization case, but not the case of the coverage itself, which nobody decides', async () => {
    const benefits = benefitsOf(service)
    const { id } = await work.voice.person()
    const verified = () => service.sql('SELECT 1 FROM benefits_verification WHERE patient_id = $1 AND completed_at IS NOT NULL', [id])
    await until(async () => (await verified()).length > 0)
    const { paCaseId } = await benefits.start(id, 'Zorbinolol')
    expect(await work.itemOf('pa_case', paCaseId)).toMatchObject({ state: 'open', priority: 'medium', patientId: id, closedAt: null })
    const [coverage] = await service.sql<{ id: number }>("SELECT id FROM pa_case WHERE patient_id = $1 AND drug_key = ''", [id])
    expect((await work.itemOf('pa_case', coverage?.id ?? 0)).closedAt).not.toBeNull()
  })

  test('rows of one statement, and rows that no code of the service wrote', async () => {
    await service.sql(`INSERT INTO adverse_event (caller_verified, source, event_description, severity)
      SELECT false, 'agent', 'Told by ' || n, 'mild' FROM generate_series(1, 20) AS n`)
    const [counts] = await service.sql<{ items: number; opened: number }>(`
      SELECT count(DISTINCT item.id)::int AS items, count(event.id)::int AS opened FROM adverse_event AS told
      JOIN work_item AS item ON item.id = told.work_item_id AND item.kind = 'adverse_event' AND item.record_id = told.id
      JOIN work_event AS event ON event.work_item_id = item.id AND event.kind = 'opened'
      WHERE told.event_description LIKE 'Told by %'`)
    expect(counts).toEqual({ items: 20, opened: 20 })
  })
})

describe('the queue', () => {
  test('is ordered most urgent first: by priority, then by due date, then by age', async () => {
    const soon = await work.flagged({ severity: 'mild' })
    const later = await work.flagged({ severity: 'mild' })
    const dueAt = (item: Item, at: string) =>
      work.query(`mutation { assignWork(input: { workItemId: ${item.id}, dueAt: "${at}" }) { workItem { id } } }`)
    await dueAt(later, '2031-01-02T00:00:00Z')
    await dueAt(soon, '2031-01-01T00:00:00Z')
    const items = await work.queue()
    const grades = ['urgent', 'high', 'medium', 'low']
    const key = ({ priority, dueAt, id }: Item) =>
      [grades.indexOf(priority), dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt), id] as const
    const sorted = items.toSorted((one, two) => {
      const [a, b] = [key(one), key(two)]
      return a[0] - b[0] || (a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1)
    })
    expect(items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    const mediums = items.filter(({ priority }) => priority === 'medium').map(({ id }) => id)
    expect(mediums.slice(0, 2)).toEqual([soon.id, later.id])
  })

  test.each(['first', 'last'])('its pages hold every open item once, taken by %s', async (side) => {
    const seen: number[] = []
    let cursor: string | null = null
    for (;;) {
      const page: string = side === 'first' ? 'first: 7, after: $cursor' : 'last: 7, before: $cursor'
      const { workQueue } = await work.query(
        `query($cursor: String) { workQueue(${page}) { totalCount edges { node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        { cursor },
      )
      const { edges, pageInfo } = workQueue
      const ids = edges.map(({ node }: { node: Item }) => node.id)
      if (side === 'first') seen.push(...ids)
      else seen.unshift(...ids)
      if (!(side === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) {
        expect(workQueue.totalCount).toBe(seen.length)
        break
      }
      cursor = side === 'first' ? pageInfo.endCursor : pageInfo.startCursor
    }
    expect(seen).toEqual((await work.queue()).map(({ id }) => id))
  })

  test.each(['after: "nonsense"', 'first: 0', 'first: 1001', 'filter: { mine: true }'])('refuses %s', async (args) => {
    const { errors } = await service.graphql(`{ workQueue(${args}) { totalCount } }`)
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
  })

  test('is filtered by kind, person, due date, priority, patient and age, and shows what is closed only when asked', async () => {
    const person = await work.voice.person()
    const item = await work.flagged({ severity: 'severe', patient_id: person.id })
    const [kim, sam] = [await work.staff('Kim'), await work.staff('Sam')]
    await work.query(
      `mutation { assignWork(input: { workItemId: ${item.id}, assigneeId: ${kim}, dueAt: "2020-01-01T00:00:00Z" }) { workItem { id } } }`,
    )
    const found = async (filter: string) =>
      (await work.queue(`patientId: ${person.id}, kinds: [adverse_event], ${filter}`)).map(({ id }) => id)
    const hour = (from: number) => `"${new Date(Date.now() + from * 3_600_000).toISOString()}"`
    for (const filter of [
      `assigneeId: ${kim}`,
      'unassigned: false',
      'overdue: true',
      'priority: urgent',
      `openedBefore: ${hour(1)}`,
      `openedAfter: ${hour(-1)}`,
      'open: null',
    ]) {
      expect(await found(filter), filter).toEqual([item.id])
    }
    for (const filter of [
      `assigneeId: ${sam}`,
      'unassigned: true',
      'overdue: false',
      'priority: low',
      `openedBefore: ${hour(-1)}`,
      `openedAfter: ${hour(1)}`,
      'open: false',
    ]) {
      expect(await found(filter), filter).toEqual([])
    }
    await work.voice.review(item.recordId, 'confirmed')
    expect([await found(''), await found('open: false'), await found('open: null')]).toEqual([[], [item.id], [item.id]])
    expect(await found('overdue: true, open: null')).toEqual([])
  })

  test('counts by kind leave the kinds of the filter aside, and the total does not', async () => {
    const person = await work.voice.person()
    await work.flagged({ patient_id: person.id })
    const { workQueue } = await work.query(
      `{ workQueue(filter: { patientId: ${person.id}, kinds: [adverse_event] }) { totalCount countsByKind { kind count } } }`,
    )
    expect(workQueue.totalCount).toBe(1)
    expect(Object.fromEntries(workQueue.countsByKind.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))).toEqual({
      adverse_event: 1,
      follow_up_action: 1,
      callback: 0,
      pa_case: 0,
      discrepancy: 0,
      rejected_invocation: 0,
      safety_report: 0,
      policy_reading: 0,
    })
  })

  test.each([
    [['safety:review'], ['adverse_event', 'safety_report']],
    [['benefits'], ['discrepancy', 'pa_case', 'policy_reading']],
    [
      ['safety:review', 'benefits'],
      ['adverse_event', 'discrepancy', 'pa_case', 'policy_reading', 'safety_report'],
    ],
  ])('shows a key with %j only %j', async (scopes, kinds) => {
    const ask = await work.as(...scopes)
    const { data } = await ask('{ workQueue(first: 100) { totalCount countsByKind { kind } edges { node { id kind } } } }')
    expect(data.workQueue.countsByKind.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(kinds)
    const shown = data.workQueue.edges.map(({ node }: { node: Item }) => node)
    expect(shown.length).toBe(Math.min(data.workQueue.totalCount, 100))
    expect(shown.every(({ kind }: Item) => kinds.includes(kind))).toBe(true)
    const { id } = await work.callback()
    expect((await ask(`{ workItem(id: ${id}) { id } }`)).data).toEqual({ workItem: null })
  })

  test.each([['patients:write'], ['voice:webhook'], ['widget'], ['library']])('is closed to a key with only %s', async (scope) => {
    const { errors } = await (await work.as(scope))('{ workQueue { edges { cursor } } }')
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })
})

const everyMember = `__typename
  ... on AdverseEvent { caseNumber version work { id } patient { id } }
  ... on FollowUpAction { action version work { id } }
  ... on CallbackRequest { phoneNumber version work { id } }
  ... on PaCase { payerId version work { id } }
  ... on BenefitDiscrepancy { quote version work { id } }
  ... on FunctionInvocation { functionName invocationVersion: version invocationWork: work { id } }`

test.each([
  ['adverse_event', 'AdverseEvent'],
  ['follow_up_action', 'FollowUpAction'],
  ['callback', 'CallbackRequest'],
  ['pa_case', 'PaCase'],
  ['rejected_invocation', 'FunctionInvocation'],
])('shows the record of each %s, with the item behind the record', async (kind, typename) => {
  const { workQueue } = await work.query(
    `{ workQueue(first: 50, filter: { open: null, kinds: [${kind}] }) { edges { node { id kind version patient { id } patientId record { ${everyMember} } } } } }`,
  )
  expect(workQueue.edges.length).toBeGreaterThan(0)
  for (const { node } of workQueue.edges) {
    const { id, version, patient, patientId, record } = node
    expect(record.__typename).toBe(typename)
    expect((record.work ?? record.invocationWork).id).toBe(id)
    expect(record.version ?? record.invocationVersion).toBe(version)
    expect(patient?.id ?? null).toBe(patientId)
  }
})

/** Those that read: audit events are written in batches, as they come. */
const readingStatementsOf = async (ask: () => Promise<unknown>) =>
  (await statementsOf(ask)).filter((text) => /^\s*SELECT/.test(text)).map((text) => text.trim().slice(0, 200))

test('a page with its records, people, patients and history takes the same few statements whatever its length', async () => {
  const page = (first: number) =>
    `{ workQueue(first: ${first}) { totalCount countsByKind { count } edges { node { id assignee { name } patient { lastName } history { edges { node { kind } } } record { ${everyMember} } } } } }`
  await work.query(page(1))
  for (const first of [1, 10, 30]) {
    const statements = await readingStatementsOf(() => work.query(page(first)))
    // The page with all that hangs on it, and the counts.
    expect(statements.length, statements.join('\n')).toBe(2)
  }
})

test('who looks through the queue leaves an event for each record and patient that was shown', async () => {
  const person = await work.voice.person()
  const item = await work.flagged({ patient_id: person.id })
  const { headers } = await service.rest('POST', '/graphql', {
    body: {
      query: `{ workQueue(filter: { patientId: ${person.id}, kinds: [adverse_event] }) { edges { node { record { __typename } patient { id } } } } }`,
    },
  })
  const events = await service.sql<{ action: string; patient_ids: number[]; record_ids: string[] }>(
    'SELECT action, patient_ids, record_ids FROM audit_event WHERE request_id = $1 ORDER BY action',
    [headers.get('x-request-id')],
  )
  expect(events).toEqual([
    { action: 'adverse_event.read', patient_ids: [person.id], record_ids: [String(item.recordId)] },
    { action: 'patient.read', patient_ids: [person.id], record_ids: [String(person.id)] },
    { action: 'work_item.read', patient_ids: [person.id], record_ids: [String(item.id)] },
    { action: 'work_item.search', patient_ids: [person.id], record_ids: [] },
  ])
})

test('a record that is gone leaves its work withdrawn, with its history', async () => {
  const item = await work.callback()
  await service.sql('DELETE FROM callback_request WHERE id = $1', [item.recordId])
  await until(async () => (await work.query(`{ workItem(id: ${item.id}) { state } }`)).workItem.state === 'withdrawn')
  const { workItem } = await work.query(`{ workItem(id: ${item.id}) { closedAt record { __typename } } }`)
  expect(workItem).toEqual({ closedAt: expect.any(String), record: null })
  expect((await work.history(item.id)).map(({ kind, toValue }) => [kind, toValue])).toEqual([
    ['opened', 'requested'],
    ['withdrawn', 'withdrawn'],
  ])
})
