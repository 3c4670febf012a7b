import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'
import { type Item, workOf } from '../support/work.ts'
import { decisions, followUp, paCase } from '../support/work-decisions.ts'

// docs/contract.md, Work items: several people decide, and none overwrites what another did.

let service: TestService
let work: ReturnType<typeof workOf>
beforeAll(async () => {
  service = await startTestService()
  work = workOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const staffId = 'API_KEY#1'
const reviewed = 'mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { reviewState version } } }'
const ask = async (query: string, variables: object = {}) => {
  const { data, errors } = await service.graphql(query, variables)
  return { data, error: errors?.[0]?.extensions as { code: string; current?: Record<string, unknown> } | undefined }
}
const now = async ({ id }: Item): Promise<Item> => (await work.query(`{ workItem(id: ${id}) { ${work.itemFields} } }`)).workItem

test("two reviewers decide the same case: one is told of the other's decision", async () => {
  for (let round = 0; round < 5; round++) {
    const { recordId: id, version } = await work.flagged()
    const answers = await Promise.all(
      ['confirmed', 'dismissed'].map((state) => ask(reviewed, { input: { id, state, expectedVersion: version } })),
    )
    const won = answers.filter(({ error }) => error === undefined)
    const lost = answers.filter(({ error }) => error !== undefined)
    expect([won.length, lost.length]).toEqual([1, 1])
    const { reviewState } = won[0]?.data.reviewAdverseEvent.adverseEvent ?? {}
    expect(lost[0]?.data).toEqual({ reviewAdverseEvent: null })
    expect(lost[0]?.error).toMatchObject({
      code: 'CONFLICT',
      current: {
        __typename: 'AdverseEvent',
        id,
        version: version + 1,
        state: reviewState,
        assigneeId: null,
        dueAt: null,
        changedBy: staffId,
        changedAt: expect.stringMatching(/^\d{4}-/),
      },
    })
    const item = await work.itemOf('adverse_event', id)
    expect(item).toMatchObject({ state: reviewState, version: version + 1 })
    expect((await work.history(item.id)).map(({ kind, toValue }) => [kind, toValue])).toEqual([
      ['opened', 'open'],
      ['closed', reviewState],
    ])
  }
})

test('a conflict says nothing clinical', async () => {
  const { recordId: id } = await work.flagged({ event_description: 'Unmistakable hives', medication_name: 'Humira' })
  await work.voice.review(id, 'dismissed', { note: 'Private remark' })
  const { error } = await ask(reviewed, { input: { id, state: 'confirmed', expectedVersion: 1 } })
  expect(Object.keys(error?.current ?? {}).toSorted()).toEqual(
    ['__typename', 'assigneeId', 'changedAt', 'changedBy', 'dueAt', 'id', 'state', 'version', 'workItemId'].toSorted(),
  )
  expect(JSON.stringify(error)).not.toMatch(/hives|Humira|remark/i)
})

describe.each(decisions)('a decision on a $kind', ({ kind, make, field, record, values, state }) => {
  const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`
  const mutation = `mutation($input: ${input}!) { ${field}(input: $input) { ${record} { id version } } }`

  test('counts only for what was read, and its history has who, from where, to what and why', async () => {
    const item = await make(service)
    const stale = await ask(mutation, { input: { id: item.recordId, ...values, expectedVersion: item.version + 1 } })
    expect(stale.error).toMatchObject({ code: 'CONFLICT', current: { id: item.recordId, version: item.version, state: item.state } })
    expect(await now(item)).toMatchObject({ version: item.version, state: item.state })
    const { data, error } = await ask(mutation, {
      input: { id: item.recordId, ...values, expectedVersion: item.version, note: 'Because I say so' },
    })
    expect(error).toBeUndefined()
    const after = await now(item)
    expect(data[field][record]).toEqual({ id: item.recordId, version: after.version })
    expect(after).toMatchObject({ kind, state, closedAt: expect.any(String) })
    expect(after.version).toBeGreaterThan(item.version)
    expect((await work.history(item.id)).at(-1)).toMatchObject({
      kind: 'closed',
      actor: staffId,
      fromValue: item.state,
      toValue: state,
      note: 'Because I say so',
    })
  })

  test('without a version takes the record as it is', async () => {
    const item = await make(service)
    expect((await ask(mutation, { input: { id: item.recordId, ...values } })).error).toBeUndefined()
    expect((await now(item)).state).toBe(state)
  })
})

test('a decision closes the follow-ups of the case, and their history names the same person', async () => {
  const item = await followUp(service)
  const [row] = await service.sql<{ adverse_event_id: number }>('SELECT adverse_event_id FROM follow_up_action WHERE id = $1', [
    item.recordId,
  ])
  await work.voice.review(row?.adverse_event_id ?? 0, 'confirmed', { note: 'For the case' })
  expect(await now(item)).toMatchObject({ state: 'completed', closedAt: expect.any(String) })
  await work.voice.review(row?.adverse_event_id ?? 0, 'open')
  expect(await now(item)).toMatchObject({ state: 'pending', closedAt: null })
  expect((await work.history(item.id)).map(({ kind, actor, note }) => [kind, actor, note])).toEqual([
    ['opened', 'service', null],
    ['closed', staffId, null],
    ['reopened', staffId, null],
  ])
})

test('what is added to a case after it was read makes its decision a conflict', async () => {
  const item = await work.flagged()
  await service.sql("UPDATE adverse_event SET symptoms = '{hives}', severity = 'severe' WHERE id = $1", [item.recordId])
  const { error } = await ask(reviewed, { input: { id: item.recordId, state: 'dismissed', expectedVersion: item.version } })
  expect(error?.code).toBe('CONFLICT')
  expect((await work.history(item.id)).slice(1).map(({ kind, fromValue, toValue }) => [kind, fromValue, toValue])).toEqual([
    ['prioritized', 'high', 'urgent'],
    ['amended', null, 'severity, symptoms'],
  ])
})

test('a report that is gathered into a case makes its decision a conflict', async () => {
  const item = await work.flagged()
  await service.sql("INSERT INTO gathered_report (adverse_event_id, event_description) VALUES ($1, 'One more')", [item.recordId])
  expect((await ask(reviewed, { input: { id: item.recordId, state: 'dismissed', expectedVersion: item.version } })).error?.code).toBe(
    'CONFLICT',
  )
})

test('the same decision again, and a note alone, stand in the history', async () => {
  const item = await work.flagged()
  await work.voice.review(item.recordId, 'in_review')
  await work.voice.review(item.recordId, 'in_review', { note: 'Still looking' })
  const { recordId, id } = await followUp(service)
  const update = 'mutation($input: UpdateFollowUpActionInput!) { updateFollowUpAction(input: $input) { followUpAction { id } } }'
  await work.query(update, { input: { id: recordId, status: 'pending', note: 'Nobody answered' } })
  expect((await work.history(item.id)).map(({ kind, note }) => [kind, note])).toEqual([
    ['opened', null],
    ['changed', null],
    ['noted', 'Still looking'],
  ])
  expect((await work.history(id)).at(-1)).toMatchObject({ kind: 'noted', note: 'Nobody answered', actor: staffId })
})

test('a decision that is refused leaves neither a step nor another version', async () => {
  const item = await paCase(service)
  const move = 'mutation($input: MovePaCaseInput!) { movePaCase(input: $input) { paCase { id } } }'
  expect((await ask(move, { input: { id: item.recordId, to: 'approved', note: 'No such step' } })).error?.code).toBe('CONFLICT')
  expect(await now(item)).toEqual(item)
})

test('a function that ran is a conflict to review', async () => {
  const conversation = newConversation('ran')
  await work.voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })
  const [row] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM function_invocation WHERE work_item_id IS NULL')
  const review = `mutation { reviewFunctionInvocation(input: { id: ${row?.id} }) { functionInvocation { id } } }`
  expect((await ask(review)).error?.code).toBe('CONFLICT')
})

const assigned = `mutation($input: AssignWorkInput!) { assignWork(input: $input) { workItem { version assignee { name } dueAt } } }`

describe('a note', () => {
  const noteOn = 'mutation($input: NoteWorkItemInput!) { noteWorkItem(input: $input) { workItem { version state closedAt } } }'
  test('stands in the history and in the version, and decides nothing, also where the item is closed', async () => {
    const item = await work.callback()
    const note = async (fields: object) => (await work.query(noteOn, { input: { workItemId: item.id, ...fields } })).noteWorkItem.workItem
    expect(await note({ note: 'Nobody picked up', expectedVersion: 1 })).toEqual({ version: 2, state: 'requested', closedAt: null })
    expect((await work.history(item.id)).slice(1).map(({ at: _at, ...step }) => step)).toEqual([
      { kind: 'noted', actor: staffId, fromValue: null, toValue: null, note: 'Nobody picked up' },
    ])
    await work.query('mutation($id: Int!) { closeCallback(input: { id: $id, completed: true }) { callback { id } } }', {
      id: item.recordId,
    })
    expect(await note({ note: 'They called us' })).toMatchObject({ version: 4, state: 'completed' })
  })

  test.each([
    ['on an item that changed since', { note: 'Seen', expectedVersion: 7 }, 'CONFLICT'],
    ['without words', { note: ' ' }, 'INVALID_INPUT'],
    ['on an item that is not there', { workItemId: 99_999_999, note: 'Seen' }, 'NOT_FOUND'],
  ])('%s is refused and changes nothing', async (_what, fields, code) => {
    const item = await work.callback()
    expect((await ask(noteOn, { input: { workItemId: item.id, ...fields } })).error?.code).toBe(code)
    expect(await now(item)).toEqual(item)
  })

  test('is for those who may decide the kind', async () => {
    const item = await work.callback()
    const reviewer = await work.as('patients:read', 'safety:review')
    const { errors } = await reviewer(noteOn, { input: { workItemId: item.id, note: 'Seen' } })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect(await now(item)).toEqual(item)
  })
})

test('a reviewer corrects the suspect medicine with the decision, which the history tells', async () => {
  const item = await work.flagged({ medication_name: 'Humira' })
  const reviewing = 'mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { medicationName } } }'
  const review = (fields: object) => work.query(reviewing, { input: { id: item.recordId, state: 'in_review', ...fields } })
  const corrected = await review({ medicationName: 'Stelara', seriousness: ['hospitalisation'], kinds: ['side_effect'] })
  expect(corrected.reviewAdverseEvent.adverseEvent).toEqual({ medicationName: 'Stelara' })
  expect((await review({ note: 'As it is' })).reviewAdverseEvent.adverseEvent).toEqual({ medicationName: 'Stelara' })
  expect((await work.history(item.id)).some(({ kind, toValue }) => kind === 'amended' && toValue?.includes('medicationName'))).toBe(true)
})

describe('an assignment', () => {
  test('gives work to a person with a due date and takes both back, step by step in the history', async () => {
    const item = await work.callback()
    const kim = await work.staff('Kim Case')
    const assign = async (fields: object) => (await work.query(assigned, { input: { workItemId: item.id, ...fields } })).assignWork.workItem
    expect(await assign({ assigneeId: kim, dueAt: '2030-05-01T12:00:00Z', expectedVersion: 1, note: 'She knows them' })).toEqual({
      version: 2,
      assignee: { name: 'Kim Case' },
      dueAt: '2030-05-01T12:00:00.000Z',
    })
    expect(await assign({ dueAt: null })).toMatchObject({ assignee: { name: 'Kim Case' }, dueAt: null })
    expect(await assign({ assigneeId: null })).toMatchObject({ assignee: null })
    expect((await work.history(item.id)).slice(1).map(({ at: _at, ...step }) => step)).toEqual([
      { kind: 'assigned', actor: staffId, fromValue: null, toValue: `staff:${kim}`, note: 'She knows them' },
      { kind: 'due_date_set', actor: staffId, fromValue: null, toValue: '2030-05-01T12:00:00Z', note: null },
      { kind: 'due_date_set', actor: staffId, fromValue: '2030-05-01T12:00:00Z', toValue: null, note: null },
      { kind: 'assigned', actor: staffId, fromValue: `staff:${kim}`, toValue: null, note: null },
    ])
  })

  test.each([
    ['nobody of ours', async () => ({ assigneeId: 99_999_999 }), 'INVALID_INPUT'],
    ['a person who has left', async () => ({ assigneeId: await work.staff('Gone', true) }), 'INVALID_INPUT'],
    ['a person who may not decide it', async () => ({ assigneeId: await work.staff('Edna', false, ['content_editor']) }), 'INVALID_INPUT'],
    ['neither a person nor a date', async () => ({}), 'INVALID_INPUT'],
    ['an item that changed since', async () => ({ dueAt: null, expectedVersion: 7 }), 'CONFLICT'],
    ['an item that is not there', async () => ({ workItemId: 99_999_999, dueAt: null }), 'NOT_FOUND'],
  ])('of %s is refused and changes nothing', async (_what, fields, code) => {
    const item = await work.callback()
    expect((await ask(assigned, { input: { workItemId: item.id, ...(await fields()) } })).error?.code).toBe(code)
    expect(await now(item)).toEqual(item)
  })

  test('ends where the person is deactivated: what waits is nobody’s again, and what is done stays theirs', async () => {
    const [open, done] = [await work.flagged(), await work.callback()]
    const gone = await work.staff('Gina Gone')
    for (const { id } of [open, done]) await work.query(assigned, { input: { workItemId: id, assigneeId: gone } })
    await work.query('mutation($input: CloseCallbackInput!) { closeCallback(input: $input) { callback { id } } }', {
      input: { id: done.recordId, completed: true },
    })
    await work.query(`mutation { deactivateStaffMember(input: { id: ${gone} }) { staffMember { id } } }`)
    expect(await now(open)).toMatchObject({ assigneeId: null, version: 3 })
    expect((await work.history(open.id)).at(-1)).toMatchObject({
      kind: 'assigned',
      actor: staffId,
      fromValue: `staff:${gone}`,
      toValue: null,
    })
    expect(await now(done)).toMatchObject({ assigneeId: gone })
  })

  test('is made by whoever may decide that kind of work', async () => {
    const item = await work.callback()
    const review = await work.as('safety:review')
    const { errors } = await review(assigned, { input: { workItemId: item.id, dueAt: null } })
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    const event = await work.flagged()
    expect((await review(assigned, { input: { workItemId: event.id, dueAt: '2030-01-01T00:00:00Z' } })).errors).toBeUndefined()
  })
})
