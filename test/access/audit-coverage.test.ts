import { type GraphQLInterfaceType, type GraphQLObjectType, getNamedType, isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mutationActions } from '../../src/graphql/audit-mutations.ts'
import { auditedTypes, countedTypes } from '../../src/graphql/audit-reads.ts'
import { schema } from '../../src/graphql/schema.ts'
import { chatOf } from '../support/chat.ts'
import { nodes, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// What a caller is shown, finds out or changes leaves an event, whether or not a patient is linked to it.

let service: TestService
let voice: ReturnType<typeof voiceOf>
let requests = 0
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Event {
  action: string
  outcome: string
  address: string | null
  actor: string
  patient_ids: number[]
  record_ids: string[]
  asked: string | null
  fields: string[]
  times: number
}

const eventsOf = (requestId: string) => service.sql<Event>('SELECT * FROM audit_event WHERE request_id = $1 ORDER BY id', [requestId])

/** Sends a document, and returns its answer with the events that it left. */
async function audited(query: string, key?: string) {
  const requestId = `audited-${++requests}`
  const { body } = await service.rest('POST', '/graphql', {
    body: { query },
    headers: { 'x-request-id': requestId },
    ...(key ? { key } : {}),
  })
  return { ...body, events: await eventsOf(requestId) }
}

describe('the schema', () => {
  /** Types that a query may hand out without an event: they hold no health data of their own. */
  const withoutHealthData = new Set([
    ...['Node', 'TrustedDocument', 'PatientPage', 'PatientCalls', 'PageInfo', 'ChatHistory', 'Caller', 'ApiKey', 'AuditSeal', 'FailedJob'],
    // Where events go, and what an agent is told of a number.
    ...['EventSubscription', 'EventDelivery', 'CalledNumber', 'StartOfCall'],
    // Contracts, and counts of what was sent, by case numbers.
    ...['SafetyProgram', 'SafetyReconciliation', 'SafetyReportCounts'],
    // What the caller has typed, for the caller alone.
    ...['Draft'],
    // The page of the queue, with its counts, and filters of it.
    ...['WorkQueueConnection', 'WorkCount', 'WorkDueRule', 'WorkLoadOfKind', 'WorkLoadOfPerson', 'WaitingWork', 'SavedView'],
    // What a payer's document says.
    ...['PolicyReading'],
    ...[
      'ContentItem',
      'ContentPage',
      'PublishedItem',
      'ContentSource',
      'SourceVersion',
      'VersionComparison',
      'VersionSection',
      'LibraryStatus',
      'SkippedPart',
      'SearchResults',
      'SearchResult',
      'Suggestions',
    ],
    ...['WebpageItem', 'PdfItem', 'VideoItem', 'WebpageResult', 'PdfResult', 'VideoResult', 'Jcodes', 'Payer', 'WidgetClient'],
    // Figures count records of everybody; none can be asked of one patient.
    ...['Call', 'Patient', 'Verification', 'PaCase', 'AdverseEvent', 'SafetyReport', 'Chat', 'Search'].flatMap((kind) =>
      ['Stats', 'Figures', 'FiguresSeries', 'FiguresPoint'].map((part) => `${kind}${part}`),
    ),
    // How far back a search by words has read; each record that it found is audited.
    ...['CallMatches', 'ConversationMatches', 'AdverseEventMatches'],
    ...['AuditEventConnection', 'AuditEventEdge', 'StaffMember', 'StaffMemberConnection', 'StaffMemberEdge'],
    // What came from voice platforms, without its words.
    ...['PlatformAccount', 'PlatformMessage'],
    ...['PolicyDocument', 'PolicyPassage', 'PolicyRule', 'PolicySource', 'PaRequirements', 'StepTherapySet'],
  ])
  /** A connection and its edges hold a list, and nothing besides: what they list is looked at on its own. */
  const isPage = (type: GraphQLObjectType | GraphQLInterfaceType) => {
    const fields = Object.keys(type.getFields()).toSorted().join()
    return fields === (type.name.endsWith('Edge') ? 'cursor,node' : 'edges,pageInfo,totalCount')
  }

  test('hands out health data only within types that are audited', () => {
    const reached = new Set<string>()
    const visit = (name: string) => {
      const type = schema.getType(name)
      if (auditedTypes[name] || reached.has(name) || !type) return
      if (isAbstractType(type)) for (const { name: inner } of schema.getPossibleTypes(type)) visit(inner)
      if (!isObjectType(type) && !isInterfaceType(type)) return
      if (!isPage(type)) reached.add(name)
      for (const field of Object.values(type.getFields())) visit(getNamedType(field.type).name)
    }
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) visit(getNamedType(field.type).name)
    expect([...reached].filter((name) => !withoutHealthData.has(name))).toEqual([])
  })

  test('has an audit action for each mutation', () => {
    expect(Object.keys(mutationActions).toSorted()).toEqual(Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted())
  })
})

describe('reads of records without a patient', () => {
  test('a call with its transcript, utterances, invocations, cases and callbacks', async () => {
    const conversation = newConversation('unlinked')
    const id = await voice.register(conversation)
    await voice.say(id, 'Is Humira covered?')
    await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
    await voice.invoke(conversation, 'request_callback', { phone_number: '+15550001111' })
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: Hello, is Humira covered?' })
    const { data, events } = await audited(`{
      voiceCall(id: ${id}) { transcript utterances { edges { node { id } } } functionInvocations { id } adverseEvents { id } }
      callbacks { edges { node { id } } } followUpActions { edges { node { id } } }
    }`)
    const { voiceCall, callbacks, followUpActions } = data
    const ids = (rows: { id: number }[]) => rows.map((row) => String(row.id))
    expect(Object.fromEntries(events.map(({ action, record_ids }: Event) => [action, record_ids]))).toEqual({
      'voice_call.read': [String(id)],
      'transcript.read': [String(id)],
      'utterance.read': ids(nodes(voiceCall.utterances)),
      'function_invocation.read': ids(voiceCall.functionInvocations),
      'adverse_event.read': ids(voiceCall.adverseEvents),
      'callback.read': ids(nodes(callbacks)),
      'follow_up_action.read': ids(nodes(followUpActions)),
    })
    expect(events.every(({ address }: Event) => address === '127.0.0.1')).toBe(true)
  })

  test('conversations, unanswered questions, feedback, searches without an answer, and a visitor who reads his history', async () => {
    const chat = chatOf(service)
    const token = await chat.session()
    await chat.say({ message: 'What is the boiling point of Zavorel?', session_token: token })
    await service.rest('POST', '/api/v1/widget/search', {
      key: null,
      headers: { 'x-api-key': widgetKey },
      body: { query: 'Zavorel on the moon' },
    })
    const { conversations } = await voice.query('{ conversations { edges { node { id messages { edges { node { id role } } } } } } }')
    const [{ id, messages: page }] = nodes(conversations)
    const messages = nodes<{ id: number; role: string }>(page)
    const answer = messages.find(({ role }) => role === 'assistant')?.id
    await voice.query(`mutation { rateChatAnswer(input: { sessionToken: "${token}", messageId: ${answer}, helpful: false }) { helpful } }`)
    await until(async () => (await voice.query('{ unansweredQueries { totalCount } }')).unansweredQueries.totalCount > 0)
    const { events } = await audited(`{
      conversations { edges { node { messages { edges { node { id } } } } } }
      unansweredQuestions { edges { node { question } } }
      chatFeedback { edges { node { comment } } }
      unansweredQueries { edges { node { text } } }
    }`)
    const of = (action: string) => events.filter((event: Event) => event.action === action).flatMap(({ record_ids }: Event) => record_ids)
    expect(of('conversation.read')).toEqual([String(id)])
    expect(of('chat_message.read')).toEqual(expect.arrayContaining(messages.map((one) => String(one.id))))
    expect(of('chat_feedback.read')).toEqual([String(answer)])
    expect(events.map(({ action }: Event) => action)).toContain('search_query.read')
    const { headers } = await chat.historyAnswer(token)
    expect((await eventsOf(headers.get('x-request-id') ?? '')).map(({ action }) => action)).toContain('chat_message.read')
  })

  test('a record by its nodeId, and what hangs on it', async () => {
    const { person, callId, conversation } = await voice.verified()
    await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
    const { patient } = await voice.query(`{ patient(id: ${person.id}) { nodeId } }`)
    const shown = (fields: string) => audited(`{ node(id: "${patient.nodeId}") { ... on Patient { ${fields} } } }`)
    const read = { action: 'patient.read', patient_ids: [person.id], record_ids: [String(person.id)] }
    expect((await shown('firstName')).events).toMatchObject([read])
    const { events } = await shown('voiceCalls { edges { node { adverseEvents { severity patient { id } } } } }')
    const of = (action: string) => events.filter((event: Event) => event.action === action)
    expect(of('patient.read').length).toBeGreaterThan(0)
    expect(of('voice_call.read')).toMatchObject([{ patient_ids: [person.id], record_ids: [String(callId)] }])
    expect(of('adverse_event.read')).toMatchObject([{ patient_ids: [person.id] }])
    expect((await audited(`{ node(id: "${Buffer.from('Patient:999999').toString('base64')}") { nodeId } }`)).events).toEqual([])
  })

  test('the audit trail itself', async () => {
    const { data, events } = await audited('{ auditEvents(first: 3) { edges { node { id } } } }')
    expect(events).toMatchObject([
      { action: 'audit_event.read', record_ids: data.auditEvents.edges.map(({ node }: { node: { id: string } }) => node.id) },
    ])
  })
})

describe('reads of cursors and figures', () => {
  test.each([
    ['cursors of the edges', '{ voiceCalls(first: 3) { edges { cursor } } }'],
    ['cursors of the page', '{ voiceCalls(first: 3) { pageInfo { startCursor endCursor } } }'],
    ['cursors within a record', 'PATIENT'],
  ])('%s are a read of the rows that they name', async (_what, query) => {
    const { person, callId } = await voice.verified()
    const text = query === 'PATIENT' ? `{ patient(id: ${person.id}) { voiceCalls { edges { cursor } } } }` : query
    const { errors, events } = await audited(text)
    expect(errors).toBeUndefined()
    const read = events.find(({ action }: Event) => action === 'voice_call.read')
    expect(read?.record_ids).toContain(String(callId))
  })

  test('a total of everything names no row, and leaves no read', async () => {
    expect((await audited('{ voiceCalls { totalCount } }')).events).toEqual([])
  })

  test.each(Object.entries(countedTypes))('an answer of %s is a search for what was asked', async (type, record) => {
    const field = Object.values(schema.getQueryType()?.getFields() ?? {}).find((one) => getNamedType(one.type).name === type)
    const asked = type.endsWith('Stats')
      ? '(input: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }) { total { group } }'
      : '(words: "zebra") { readBackTo }'
    const { errors, events } = await audited(`{ ${field?.name}${asked} }`)
    expect(errors).toBeUndefined()
    expect(events).toMatchObject([{ action: `${record}.search`, patient_ids: [], asked: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  test('every kind of figures is counted as its records', () => {
    const stats = Object.keys(schema.getTypeMap()).filter((name) => name.endsWith('Stats'))
    expect(Object.keys(countedTypes)).toEqual(expect.arrayContaining(stats))
  })
})

describe('searches', () => {
  test.each([
    ['a total', 'patients(filter: { search: "+1555000" }) { totalCount }', 'patient.search'],
    ['cursors', 'patients(filter: { search: "+1555000" }) { edges { cursor } }', 'patient.search'],
    ['whether there is more', 'patients(filter: { search: "+1555000" }, first: 1) { pageInfo { hasNextPage } }', 'patient.search'],
    ['a page that is empty', 'patients(filter: { search: "nobody at all" }) { edges { node { id } } }', 'patient.search'],
    ['a total of calls', 'voiceCalls(filter: { callType: patient }) { totalCount }', 'voice_call.search'],
    [
      'cases that are not there',
      'adverseEvents(filter: { caseNumber: "AE-2026-999999" }) { edges { node { id } } }',
      'adverse_event.search',
    ],
    ['a span of time', 'voiceCalls(filter: { created: { from: "2026-01-01T00:00:00Z" } }) { totalCount }', 'voice_call.search'],
    ['a list', 'followUpActions(filter: { statuses: [cancelled] }) { totalCount }', 'follow_up_action.search'],
  ])('%s', async (_what, field, action) => {
    const { errors, events } = await audited(`{ ${field} }`)
    expect(errors).toBeUndefined()
    // Beside the read of rows whose cursors are shown.
    const searches = events.filter((event: Event) => event.action.endsWith('.search'))
    expect(searches).toMatchObject([{ action, asked: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  test('name the patient that was asked about, though nothing was found', async () => {
    const { events } = await audited('{ callbacks(filter: { patientId: 424242 }) { edges { node { id } } } }')
    expect(events).toMatchObject([{ action: 'callback.search', patient_ids: [424242] }])
  })

  test('keep what was asked as a hash that an operator can compute again, and nobody else', async () => {
    const asked = async (search: string) => (await audited(`{ patients(filter: { search: "${search}" }) { totalCount } }`)).events[0].asked
    const first = await asked('555 0100')
    expect(await asked('555 0100')).toBe(first)
    expect(await asked('555 0101')).not.toBe(first)
    const [{ hash } = {}] = await service.sql<{ hash: string }>(
      "SELECT encode(sha256(convert_to(salt || $1, 'UTF8')), 'hex') AS hash FROM audit_state",
      ['[["search","555 0100"]]'],
    )
    expect(hash).toBe(first)
  })

  test('spans of time and lists are part of what was asked', async () => {
    const asked = async (filter: string) => {
      const { errors, events } = await audited(`{ voiceCalls(filter: { ${filter} }) { totalCount } }`)
      expect(errors).toBeUndefined()
      return events[0].asked
    }
    const filters = [
      'created: { from: "2026-01-01T00:00:00Z" }',
      'created: { from: "2026-01-02T00:00:00Z" }',
      'created: { to: "2026-01-01T00:00:00Z" }',
      'statuses: [completed]',
      'statuses: [failed]',
      'statuses: [completed, failed]',
    ]
    const hashes: string[] = []
    for (const filter of filters) hashes.push(await asked(filter))
    expect(new Set(hashes).size).toBe(filters.length)
    expect(await asked('created: { from: "2025-12-31T19:00:00-05:00" }')).toBe(hashes[0])
  })

  test.each([
    'patients { totalCount }',
    'patients(first: 5, orderBy: { field: LAST_NAME, direction: ASC }) { totalCount }',
    'patients(filter: {}) { totalCount }',
    'adverseEvents(orderBy: { field: CREATED_AT }) { totalCount }',
  ])('a list that nothing selects from leaves only its reads, in whatever order: %s', async (field) => {
    const { errors, events } = await audited(`{ ${field} }`)
    expect([errors, events]).toEqual([undefined, []])
  })
})

describe('changes', () => {
  test('one that fails leaves the code of its failure and the record it named', async () => {
    const { events } = await audited('mutation { updatePatient(input: { id: 999999, lastName: "X" }) { patient { id } } }')
    expect(events).toMatchObject([{ action: 'patient.update', outcome: 'NOT_FOUND', patient_ids: [999999], record_ids: ['999999'] }])
  })

  test('one that fails within its Idempotency-Key leaves its event although its transaction is undone', async () => {
    const headers = { 'idempotency-key': 'undone', 'x-request-id': 'undone-request' }
    const body = patientBody({ mrn: 'MRN-TAKEN123' })
    await service.rest('POST', '/v1/patients', { body })
    expect((await service.rest('POST', '/v1/patients', { body, headers })).status).toBe(409)
    await until(async () => (await eventsOf('undone-request')).length > 0)
    expect(await eventsOf('undone-request')).toMatchObject([{ action: 'patient.create', outcome: 'CONFLICT' }])
  })

  test('feedback, a kept invocation and a retried job', async () => {
    const { createChatSession } = await voice.query('mutation { createChatSession(input: {}) { sessionToken } }')
    const { sendChatMessage } = await voice.query(
      `mutation { sendChatMessage(input: { message: "Hello", sessionToken: "${createChatSession.sessionToken}" }) { messageId sessionToken } }`,
    )
    const { messageId, sessionToken } = sendChatMessage
    const rated = await audited(
      `mutation { rateChatAnswer(input: { sessionToken: "${sessionToken}", messageId: ${messageId}, helpful: true }) { helpful } }`,
    )
    expect(rated.events).toMatchObject([{ action: 'chat_feedback.create', record_ids: [String(messageId)] }])
    const kept = (await voice.invoke(newConversation('kept'), 'nothing')).headers.get('x-request-id') ?? ''
    expect(await eventsOf(kept)).toMatchObject([
      { action: 'function_invocation.create', outcome: 'rejected', record_ids: [expect.any(String)] },
    ])
    const retried = await audited('mutation { retryJob(input: { id: "018f0000-0000-7000-8000-000000000000" }) { jobId } }')
    expect(retried.events).toMatchObject([{ action: 'job.retry', outcome: 'NOT_FOUND' }])
  })
})

describe('refused requests', () => {
  const refusals = (address: string) =>
    service.sql<Event>("SELECT * FROM audit_event WHERE action = 'request.refused' AND address = $1 ORDER BY id", [address])
  const refusedSince = async (before: number) => (await refusals('127.0.0.1')).slice(before)

  test('leave the address, whoever asked and what for', async () => {
    const before = (await refusals('127.0.0.1')).length
    await service.rest('GET', '/v1/patients/1', { key: null })
    await service.rest('GET', '/v1/patients/1', { key: widgetKey })
    await service.graphql('{ patients { totalCount } }', {}, { key: widgetKey })
    await until(async () => (await refusedSince(before)).length >= 3)
    expect(await refusedSince(before)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'UNAUTHENTICATED', actor: 'unknown', fields: ['GET /v1/patients/:patient_id'] }),
        expect.objectContaining({
          outcome: 'FORBIDDEN',
          actor: expect.stringMatching(/^WIDGET_API_KEY/),
          fields: ['GET /v1/patients/:patient_id'],
        }),
        expect.objectContaining({ outcome: 'FORBIDDEN', actor: expect.stringMatching(/^WIDGET_API_KEY/), fields: ['POST /graphql'] }),
      ]),
    )
  })

  test('a flood of them becomes a few events, and none is left out of the count', async () => {
    const counted = async () => (await refusals('127.0.0.1')).reduce((sum, { times }) => sum + times, 0)
    const [rows, before] = [(await refusals('127.0.0.1')).length, await counted()]
    for (let sent = 0; sent < 200; sent++) await service.rest('GET', '/v1/patients', { key: null })
    await service.restart()
    expect(await counted()).toBe(before + 200)
    expect((await refusals('127.0.0.1')).length - rows).toBeLessThan(30)
  })

  test('the request log carries the address', async () => {
    await service.rest('GET', '/v1/patients', { key: null })
    await until(() => service.logLines.some((line) => line.includes('"status":401') && line.includes('"address":"127.0.0.1"')))
  })
})
