import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutationActions } from '../../src/graphql/audit-mutations.ts'
import { benefitsOf } from '../support/benefits.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// A client gets whatever it selects of a mutation's result, including relations.

let fake: FakeOpenAi
let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  fake = await startFakeOpenAi()
  fake.chat.answers.note = { note: 'A rash is reported.' }
  service = await startTestService({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'local', MODEL_USES: 'notes' })
  benefits = benefitsOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const mutations = schema.getMutationType()?.getFields() ?? {}

const isRecord = (type: GraphQLObjectType | GraphQLInterfaceType) => 'id' in type.getFields()

/** All fields of a type, of what it consists of, and of the records that it leads to. */
function everything(type: GraphQLObjectType | GraphQLInterfaceType, above = 0, depth = 4, inList = false): string {
  const records = above + (isRecord(type) ? 1 : 0)
  const fields = Object.values(type.getFields()).flatMap(({ name, type: fieldType, args }) => {
    const inner = getNamedType(fieldType)
    if (args.some(isRequiredArgument)) return []
    const listed = inList || isListType(getNullableType(fieldType))
    // Long texts belong to one record.
    if (listed && `${name}Length` in type.getFields()) return []
    // The members of a union: test/work/work-queue.test.ts.
    if (isUnionType(inner)) return [`${name} { __typename }`]
    if (!isObjectType(inner) && !isInterfaceType(inner)) return [name]
    if (inner.name.endsWith('Connection')) return records < 2 ? [`${name} { totalCount }`] : []
    if (depth === 0 || (records >= 2 && isRecord(inner))) return []
    const selection = everything(inner, records, depth - 1, listed)
    return selection === '' ? [] : [`${name} { ${selection} }`]
  })
  return fields.join(' ')
}

const text = (value: unknown) => JSON.stringify(value)
const file = Buffer.from('# Leaflet\n\nZavorel is kept in the refrigerator, and what else there is to say of it.').toString('base64')
const newPatient = 'firstName: "A", lastName: "B", dateOfBirth: "1990-01-01", phone: "+15550001111"'

/** The arguments of each mutation; the records it needs are created first. */
const asked: Record<string, () => Promise<string> | string> = {
  createPatient: () => `input: { ${newPatient}, payerId: "aetna", memberId: "MUT-1" }`,
  updatePatient: async () => `input: { id: ${(await benefits.voice.person()).id}, memberId: "MUT-2", email: "a@example.org" }`,
  deactivatePatient: async () => `input: { id: ${(await benefits.voice.person()).id} }`,
  placeLegalHold: async () => `input: { patientId: ${(await benefits.voice.person()).id}, reason: "Doe v. Roe" }`,
  liftLegalHold: async () => {
    const { id } = await benefits.voice.person()
    const { placeLegalHold } = await benefits.voice.query(
      `mutation { placeLegalHold(input: { patientId: ${id}, reason: "M" }) { legalHold { id } } }`,
    )
    return `input: { id: ${placeLegalHold.legalHold.id} }`
  },
  addMedication: async () => `input: { patientId: ${(await benefits.voice.person()).id}, medicationName: "Humira" }`,
  syncMedications: async () => {
    const { person, callId } = await benefits.voice.verified()
    await benefits.voice.say(callId, 'Is Humira covered?')
    return `input: { patientId: ${person.id} }`
  },
  registerCall: async () => {
    const { conversation, callId } = await benefits.voice.verified()
    await benefits.voice.say(callId, 'Is Humira covered?')
    await benefits.voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
    return `input: { callId: ${text(conversation)}, direction: inbound }`
  },
  completeCall: () => `input: { conversationId: ${text(newConversation('mut'))}, status: "completed", transcript: "user: Hello." }`,
  addUtterance: async () => `input: { voiceCallId: ${await benefits.voice.register(newConversation('mut'))}, text: "Is Humira covered?" }`,
  patientLookup: () => `input: { conversationId: "mut", firstName: "A", lastName: "B", dob: "1990-01-01", memberId: "X" }`,
  verifyBenefits: async () => `input: { ${verifiedAs(await benefits.voice.verified())} }`,
  checkPaRequirements: async () => `input: { ${verifiedAs(await benefits.voice.verified())}, medication: "Humira" }`,
  flagAdverseEvent: () => `input: { conversationId: "mut", eventDescription: "A rash", severity: "mild" }`,
  requestCallback: () => `input: { conversationId: "mut", phoneNumber: "+15550001111" }`,
  sendFollowUpEmail: async () => `input: { ${verifiedAs(await benefits.voice.verified({ email: 'a@example.org' }))} }`,
  reviewAdverseEvent: async () => {
    const { callId } = await flagged()
    const [{ id }] = await benefits.voice.cases(callId)
    return `input: { id: ${id}, state: confirmed }`
  },
  reviewFunctionInvocation: async () => {
    await benefits.voice.invoke('mut', 'nothing')
    const [{ id }] = await benefits.voice.needingReview()
    return `input: { id: ${id} }`
  },
  updateFollowUpAction: async () => {
    await flagged()
    const { followUpActions } = await benefits.voice.query('{ followUpActions(first: 1) { edges { node { id } } } }')
    return `input: { id: ${followUpActions.edges[0].node.id}, status: in_progress }`
  },
  closeCallback: async () => {
    const { body } = await benefits.voice.invoke('mut', 'request_callback', { phone_number: '+15550002222' })
    return `input: { id: ${body.callback_id}, completed: true }`
  },
  waitForVisitors: () => 'input: { present: true }',
  recordConsent: async () => `input: { patientId: ${(await benefits.voice.person()).id}, channel: calls, given: false, form: spoken }`,
  addPatientNote: async () => `input: { patientId: ${(await benefits.voice.person()).id}, text: "Prefers mornings" }`,
  openFollowUpAction: async () => `input: { patientId: ${(await benefits.voice.person()).id}, action: "Send the enrollment form" }`,
  openCallback: async () => `input: { patientId: ${(await benefits.voice.person()).id} }`,
  setWorkDueRule: () => 'input: { kind: discrepancy, priority: low, hours: 48 }',
  assignWork: async () => `input: { workItemId: ${await someWork()}, dueAt: "2030-01-01T00:00:00Z" }`,
  draftNote: async () => {
    const { callId } = await flagged()
    await benefits.voice.say(callId, 'I have a rash.')
    const { adverseEvents } = await benefits.voice.query('{ adverseEvents(first: 1) { edges { node { work { id } } } } }')
    return `input: { workItemId: ${adverseEvents.edges[0].node.work.id} }`
  },
  noteWorkItem: async () => `input: { workItemId: ${await someWork()}, note: "Seen" }`,
  decideWork: async () =>
    `input: { items: [{ workItemId: ${await someWork()} }], decision: { assign: { dueAt: "2030-01-01T00:00:00Z" } } }`,
  startBenefitsVerification: async () => `input: { patientId: ${(await benefits.voice.person()).id}, medication: "Humira" }`,
  retryVerification: async () => {
    const { id } = await benefits.voice.person({ member_id: 'SANDBOX-UNKNOWN-9' })
    return `input: { id: ${(await benefits.settled(id)).id} }`
  },
  resolveDiscrepancy: async () => {
    const { id } = await benefits.voice.person()
    const { benefits: told } = await benefits.settled(id)
    await benefits.payerCall(id, [`The individual in-network deductible is $${told.deductibleIndividual + 250}.`])
    const [{ discrepancies }] = await benefits.all(id)
    return `input: { id: ${discrepancies[0].id}, keep: voice }`
  },
  saveView: () => 'input: { name: "Mine", address: "/work?who=me" }',
  removeView: async () => {
    const { saveView } = await benefits.voice.query('mutation { saveView(input: { name: "Gone", address: "/work" }) { savedView { id } } }')
    return `input: { id: ${saveView.savedView.id} }`
  },
  resolvePolicyReadings: async () => {
    const id = await benefits.addPolicy('aetna', 'read.md', '# P\n\nHumira requires prior authorization.')
    const [reading] = await service.sql(
      `INSERT INTO policy_reading (document_id, drug_key, name, field, model_value, section, quote)
       VALUES ($1, 'adalimumab', 'Humira', 'excluded', false, 0, 'Humira requires prior authorization.') RETURNING id`,
      [id],
    )
    return `input: { documentId: ${id}, readingIds: [${reading?.id}], keep: model }`
  },
  movePaCase: async () => `input: { id: ${await newPaCase()}, to: pending }`,
  addPaDocument: async () => `input: { paCaseId: ${await newPaCase()}, kind: other, name: "note.txt", content: ${text(file)} }`,
  removePaDocument: async () => {
    const { addPaDocument } = await benefits.voice.query(
      `mutation { addPaDocument(input: { paCaseId: ${await newPaCase()}, kind: other, name: "note.txt", content: ${text(file)} }) { document { id } } }`,
    )
    return `input: { id: ${addPaDocument.document.id} }`
  },
  keepDraft: () => `input: { place: "note 1", text: "She fainted" }`,
  addPolicy: () => `input: { name: "p.md", payerId: "aetna", content: ${text(file)} }`,
  removePolicy: async () => `input: { id: ${await benefits.addPolicy('aetna', 'gone.md', '# P\n\nHumira requires prior authorization.')} }`,
  setPayerTimes: () => `input: { payerId: "aetna", standardHours: 72, appealDays: 180 }`,
  setTradingPartner: () => `input: { payerId: "aetna", tradingPartnerId: "TP-1" }`,
  addSource: () => `input: { from: { file: { name: "a.md", content: ${text(file)} } } }`,
  refreshSource: async () => {
    const address = 'http://127.0.0.1:9/leaflet.html'
    const { addSource } = await benefits.voice.query(
      `mutation { addSource(input: { from: { address: ${text(address)} } }) { source { id } } }`,
    )
    await until(
      async () => (await benefits.voice.query(`{ contentSource(id: ${addSource.source.id}) { state } }`)).contentSource.state !== 'queued',
    )
    return `input: { id: ${addSource.source.id} }`
  },
  reviewSourceVersion: async () => `input: { id: ${(await newDraft()).versions[0]?.id}, step: approve }`,
  retitleSource: async () => `input: { id: ${(await newDraft()).id}, title: "Another" }`,
  removeSource: async () => {
    const { addSource } = await benefits.voice.query(
      `mutation { addSource(input: { from: { file: { name: "b.md", content: ${text(file)} } } }) { source { id } } }`,
    )
    return `input: { id: ${addSource.source.id} }`
  },
  createChatSession: () => `input: { pageUrl: "https://care.example/taltz" }`,
  sendChatMessage: () => `input: { message: "Hello" }`,
  createPlatformConnection: () => 'input: { provider: vapi, name: "Nightly calls" }',
  replacePlatformSecret: async () => `input: { id: ${await newPlatform()} }`,
  setPlatformApiKey: async () => `input: { id: ${await newPlatform()}, apiKey: "a-key-of-the-platform" }`,
  updatePlatformConnection: async () => `input: { id: ${await newPlatform()}, line: "Support line" }`,
  deactivatePlatformConnection: async () => `input: { id: ${await newPlatform()} }`,
  createEventSubscription: () => 'input: { name: "Hub", url: "https://hub.example/events", kinds: [call_completed] }',
  updateEventSubscription: async () => `input: { id: ${await newSubscription()}, state: paused }`,
  rotateEventSecret: async () => `input: { id: ${await newSubscription()} }`,
  pingEventSubscription: async () => `input: { id: ${await newSubscription()} }`,
  replayEventDeliveries: async () => `input: { id: ${await newSubscription()} }`,
  enterAdverseEvent: () => 'input: { eventDescription: "A rash", medicationName: "Humira" }',
  updateAdverseEvent: async () => `input: { id: ${await newCase()}, outcome: recovered }`,
  createSafetyProgram: () => `input: { ${program} }`,
  updateSafetyProgram: async () => `input: { id: ${await newProgram()}, dueHours: 48 }`,
  triageSafetyReport: async () => `input: { id: ${await newReport()}, elements: [event] }`,
  assignSafetyReport: async () => `input: { id: ${await newReport()}, programId: ${await newProgram()} }`,
  withdrawSafetyReport: async () => `input: { id: ${await newReport()} }`,
  recordSafetyReportSent: async () => `input: { id: ${await newReport()} }`,
  resendSafetyReport: async () => `input: { id: ${await mailedReport()} }`,
  acknowledgeSafetyReport: async () => `input: { id: ${await sentReport()}, receiverNumber: "M-1" }`,
  fileSafetyReport: async () => `input: { adverseEventId: ${await newCase()}, programId: ${await newProgram()} }`,
  reconcileSafetyReports: async () =>
    `input: { programId: ${await newProgram()}, from: "2026-01-01T00:00:00Z", until: "2027-01-01T00:00:00Z", csv: "case_number,version\\nAE-1,1" }`,
  createWidgetClient: () => `input: { name: "Brand site" }`,
  updateWidgetClient: () => `input: { id: 1, welcomeMessage: "Welcome" }`,
  archiveWidgetClient: async () => {
    const { createWidgetClient } = await benefits.voice.query(
      'mutation { createWidgetClient(input: { name: "Old site" }) { widgetClient { id } } }',
    )
    return `input: { id: ${createWidgetClient.widgetClient.id} }`
  },
  takeOverConversation: async () => `input: { conversationId: ${await newChat()}, shownAs: "Maria" }`,
  attendConversation: async () => `input: { conversationId: ${await takenOver()}, writing: true }`,
  writeToVisitor: async () => `input: { conversationId: ${await takenOver()}, message: "Hello" }`,
  handBackConversation: async () => `input: { conversationId: ${await takenOver()} }`,
  askForCallback: async () => {
    const { createChatSession } = await benefits.voice.query('mutation { createChatSession(input: {}) { sessionToken } }')
    return `input: { sessionToken: ${text(createChatSession.sessionToken)}, phoneNumber: "+17035550188", preferredTime: evening, consent: "Call me." }`
  },
  rateChatAnswer: async () => {
    const { sendChatMessage } = await benefits.voice.query(
      'mutation { sendChatMessage(input: { message: "Hello" }) { sessionToken messageId } }',
    )
    return `input: { sessionToken: ${text(sendChatMessage.sessionToken)}, messageId: ${sendChatMessage.messageId}, helpful: true }`
  },
  registerDocuments: () => `input: { documents: [{ name: "Who", text: "{ caller { id } }" }] }`,
  removeTrustedDocument: async () => {
    const document = 'mutation { registerDocuments(input: { documents: [{ name: "Gone", text: "{ __typename }" }] }) { documents { id } } }'
    const { registerDocuments } = await benefits.voice.query(document)
    return `input: { id: ${text(registerDocuments.documents[0].id)} }`
  },
  createApiKey: () => `input: { name: "x", scopes: [care] }`,
  revokeApiKey: async () => {
    const { createApiKey } = await benefits.voice.query('mutation { createApiKey(input: { name: "y", scopes: [care] }) { apiKey { id } } }')
    return `input: { id: ${createApiKey.apiKey.id} }`
  },
  addStaffMember: () => `input: { name: "Nora New", email: "nora@clinic.example" }`,
  updateStaffMember: async () => `input: { id: ${await newStaffMember()}, roles: [supervisor] }`,
  deactivateStaffMember: async () => `input: { id: ${await newStaffMember()} }`,
  reactivateStaffMember: async () => `input: { id: ${await newStaffMember()} }`,
}
let staffMembers = 0
async function newStaffMember(): Promise<number> {
  const input = `{ name: "Some One", email: "one${++staffMembers}@clinic.example" }`
  const { addStaffMember } = await benefits.voice.query(`mutation { addStaffMember(input: ${input}) { staffMember { id } } }`)
  return addStaffMember.staffMember.id
}
const verifiedAs = ({ person, conversation }: Awaited<ReturnType<typeof benefits.voice.verified>>) =>
  `conversationId: ${text(conversation)}, patientId: ${person.id}`

async function someWork() {
  await flagged()
  const { workQueue } = await benefits.voice.query('{ workQueue(first: 1) { edges { node { id } } } }')
  return workQueue.edges[0].node.id
}

async function flagged() {
  const verified = await benefits.voice.verified()
  await benefits.voice.invoke(verified.conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'severe' })
  return verified
}

test('a mutation that fails does not hide what another of the document did', async () => {
  const { data, errors } = await service.graphql(
    `mutation { made: createPatient(input: { ${newPatient} }) { patient { id firstName } } wrong: updatePatient(input: { id: 999999999 }) { patient { id } } }`,
  )
  expect(data).toEqual({ made: { patient: { id: expect.any(Number), firstName: 'A' } }, wrong: null })
  expect(errors).toMatchObject([{ path: ['wrong'], extensions: { code: 'NOT_FOUND' } }])
  expect((await service.graphql(`{ patient(id: ${data.made.patient.id}) { firstName } }`)).data.patient).toEqual({ firstName: 'A' })
})

test('every mutation takes one input, and gives one payload that may be null', () => {
  for (const { name, args, type } of Object.values(mutations)) {
    const capital = name.replace(/^./, (first) => first.toUpperCase())
    expect([args.map((arg) => `${arg.name}: ${arg.type}`), String(type)], name).toEqual([[`input: ${capital}Input!`], `${capital}Payload`])
  }
})

test('what only the REST face asks for is not in the public schema', async () => {
  expect(Object.keys(mutations)).not.toContain('keepRejectedInvocation')
  for (const hidden of [
    'mutation { keepRejectedInvocation(functionName: "x", error: "y") }',
    'mutation { deactivatePatient(input: { id: 1 }) { success } }',
    '{ patientCalls(patientId: 1) { count } }',
  ]) {
    const { data, errors } = await service.graphql(hidden)
    expect([data, errors[0].extensions.code], hidden).toEqual([undefined, 'GRAPHQL_VALIDATION_FAILED'])
  }
  const { data } = await service.graphql('{ __schema { types { name } } }')
  expect(data.__schema.types.map(({ name }: { name: string }) => name)).not.toContain('PatientCalls')
})

async function newChat(): Promise<number> {
  const { sent } = await benefits.voice.query('mutation { sent: sendChatMessage(input: { message: "Hello" }) { messageId } }')
  const { conversation } = await benefits.voice.query(`{ conversation(messageId: ${sent.messageId}) { id } }`)
  return conversation.id
}

async function takenOver(): Promise<number> {
  const id = await newChat()
  await benefits.voice.query(
    `mutation { takeOverConversation(input: { conversationId: ${id}, shownAs: "Maria" }) { conversation { id } } }`,
  )
  return id
}

async function newPlatform(): Promise<number> {
  const { createPlatformConnection } = await benefits.voice.query(
    'mutation { createPlatformConnection(input: { provider: vapi, name: "Old calls" }) { platformConnection { id } } }',
  )
  return createPlatformConnection.platformConnection.id
}

const program = 'manufacturer: "AbbVie", medicines: ["Skyrizi"], channel: manual, dueHours: 24, timeZone: "UTC"'

async function newProgram(): Promise<number> {
  const { made } = await benefits.voice.query(`mutation { made: createSafetyProgram(input: { ${program} }) { safetyProgram { id } } }`)
  return made.safetyProgram.id
}

async function newCase(): Promise<number> {
  const { made } = await benefits.voice.query(
    'mutation { made: enterAdverseEvent(input: { eventDescription: "A rash" }) { adverseEvent { id } } }',
  )
  return made.adverseEvent.id
}

async function newReport(): Promise<number> {
  const [adverseEventId, programId] = [await newCase(), await newProgram()]
  const { made } = await benefits.voice.query(
    `mutation { made: fileSafetyReport(input: { adverseEventId: ${adverseEventId}, programId: ${programId} }) { safetyReport { id } } }`,
  )
  return made.safetyReport.id
}

async function sentReport(): Promise<number> {
  const id = await newReport()
  await benefits.voice.query(`mutation { recordSafetyReportSent(input: { id: ${id} }) { safetyReport { id } } }`)
  return id
}

/** One of a program that the service sends itself. */
async function mailedReport(): Promise<number> {
  const id = await sentReport()
  const { safetyReport } = await benefits.voice.query(`{ safetyReport(id: ${id}) { program { id } } }`)
  const input = `{ id: ${safetyReport.program.id}, channel: email, email: "safety@maker.example" }`
  await benefits.voice.query(`mutation { updateSafetyProgram(input: ${input}) { safetyProgram { id } } }`)
  return id
}

async function newSubscription(): Promise<number> {
  const { createEventSubscription } = await benefits.voice.query(
    'mutation { createEventSubscription(input: { name: "Hub", url: "https://hub.example/events", kinds: [call_completed] }) { eventSubscription { id } } }',
  )
  return createEventSubscription.eventSubscription.id
}

// A job or a message has to fail first: test/library/jobs.test.ts drives `retryJob`, test/providers/cli-platforms.test.ts the other.
// Those that order a platform: test/providers/call-control.test.ts.
const elsewhere = ['retryJob', 'rereadPlatformMessages', 'endCall', 'transferCall']
const answering = Object.values(mutations).filter(({ name }) => !elsewhere.includes(name))

test('every mutation is in this file', () => {
  expect(Object.keys(asked).toSorted()).toEqual(answering.map(({ name }) => name).toSorted())
})

test.each(answering.map(({ name, type }) => ({ name, type: getNamedType(type) as GraphQLObjectType })))(
  '$name answers with all that can be selected of it, and leaves an audit event with the record',
  async ({ name, type }) => {
    const query = `mutation { ${name}(${await asked[name]?.()}) { ${everything(type)} } }`
    const { body, headers } = await service.rest('POST', '/graphql', { body: { query } })
    expect(body.errors).toBeUndefined()
    expect(body.data[name]).toBeTypeOf('object')
    // Signs of life, some a minute: that a conversation was taken over is recorded.
    if (name === 'attendConversation' || name === 'waitForVisitors') return
    // A change that finds nothing to change is a read of the record.
    const [record] = (mutationActions[name] ?? '').split('.')
    const events = await service.sql<{ action: string; outcome: string; record_ids: string[] }>(
      'SELECT action, outcome, record_ids FROM audit_event WHERE request_id = $1',
      [headers.get('x-request-id')],
    )
    const own = events.filter(({ action, outcome }) => action.startsWith(`${record}.`) && outcome === 'succeeded')
    expect(
      own.flatMap(({ record_ids }) => record_ids),
      JSON.stringify(events),
    ).not.toEqual([])
  },
)

async function newDraft(): Promise<{ id: number; versions: { id: number }[] }> {
  const { addSource } = await benefits.voice.query(
    `mutation { addSource(input: { from: { file: { name: "draft.md", content: ${text(file)} } }, draft: true }) { source { id } } }`,
  )
  return until(async () => {
    const { contentSource } = await benefits.voice.query(`{ contentSource(id: ${addSource.source.id}) { id state versions { id } } }`)
    return contentSource.state !== 'queued' && contentSource
  })
}

async function newPaCase(): Promise<number> {
  const { id } = await benefits.voice.person()
  await benefits.settled(id)
  return (await benefits.start(id, 'Zorbinolol')).paCaseId
}
