import { getNamedType, isAbstractType, isInterfaceType, isObjectType, OperationTypeNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scope, scopes } from '../../src/domain/access/caller.ts'
import { auditedTypes } from '../../src/graphql/audit-reads.ts'
import { permitsField } from '../../src/graphql/permitted-types.ts'
import { schema } from '../../src/graphql/schema.ts'
import { keyWith } from '../support/library.ts'
import { type clientOf, patientBody, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// What a key with one scope alone may do. A new field of the schema fails here until somebody decides who may use it.

/** The scopes each of which suffices for a field, and the fields. */
const fieldsOf: Record<string, string[]> = {
  'patients:read': [
    ...['node', 'patient', 'patients', 'patientPage', 'patientUpdated'],
    ...['voiceCall', 'voiceCalls', 'patientCalls', 'callActivity', 'callUpdated', 'functionInvocation', 'functionInvocations'],
    ...['callback', 'callbacks', 'followUpAction', 'followUpActions', 'followUpEmails'],
    ...['conversation', 'conversations', 'conversationUpdated', 'chatFeedback', 'unansweredQuestions', 'unansweredGroups'],
    ...['findCalls', 'findConversations', 'callStats', 'chatStats', 'patientCounts'],
  ],
  'patients:read voice:webhook benefits': ['jcodes'],
  'patients:write': [
    ...['createPatient', 'updatePatient', 'deactivatePatient', 'addMedication', 'syncMedications'],
    ...['addPatientNote', 'recordConsent', 'openFollowUpAction', 'openCallback'],
    ...['closeCallback', 'updateFollowUpAction', 'reviewFunctionInvocation'],
    ...[
      'endCall',
      'transferCall',
      'takeOverConversation',
      'attendConversation',
      'writeToVisitor',
      'handBackConversation',
      'waitForVisitors',
    ],
  ],
  'voice:webhook': [
    ...['patientLookup', 'verifyBenefits', 'checkPaRequirements', 'flagAdverseEvent', 'requestCallback', 'sendFollowUpEmail'],
    ...['keepRejectedInvocation', 'keepPlatformMessage', 'startOfCall'],
  ],
  'patients:write voice:webhook': ['registerCall', 'completeCall', 'addUtterance'],
  'patients:read safety:review benefits library access': ['keepDraft'],
  'patients:read safety:review benefits': [
    ...['workItem', 'workQueue', 'workChanged', 'workDueRules', 'workLoadByKind', 'workLoadByPerson'],
    ...['saveView', 'removeView'],
  ],
  'patients:write safety:review benefits': ['assignWork', 'draftNote', 'noteWorkItem', 'decideWork', 'setWorkDueRule'],
  'patients:write safety:review': ['enterAdverseEvent'],
  'safety:review': [
    ...['reviewAdverseEvent', 'updateAdverseEvent'],
    ...['triageSafetyReport', 'assignSafetyReport', 'withdrawSafetyReport', 'recordSafetyReportSent', 'resendSafetyReport'],
    ...['acknowledgeSafetyReport', 'confirmSafetyReport', 'fileSafetyReport', 'reconcileSafetyReports'],
  ],
  'patients:read safety:review': [
    ...['adverseEvent', 'adverseEvents', 'findAdverseEvents', 'adverseEventFlagged', 'adverseEventStats'],
    ...[
      'safetyReport',
      'safetyReports',
      'safetyReportPdf',
      'safetyReportCounts',
      'safetyReportStats',
      'safetyPrograms',
      'safetyReconciliations',
    ],
  ],
  benefits: [
    ...['startBenefitsVerification', 'retryVerification', 'resolveDiscrepancy', 'resolvePolicyReadings'],
    ...['movePaCase', 'addPaDocument', 'removePaDocument', 'setPayerTimes'],
  ],
  'patients:read benefits': [
    ...['benefitsVerification', 'benefitsVerifications', 'latestVerification', 'verificationUpdated'],
    ...['benefitDiscrepancy', 'benefitDiscrepancies'],
    ...['paCase', 'paCases', 'paDocument', 'paCaseStats', 'verificationStats'],
  ],
  library: [
    ...[
      'addSource',
      'refreshSource',
      'removeSource',
      'reviewSourceVersion',
      'retitleSource',
      'addPolicy',
      'removePolicy',
      'setTradingPartner',
    ],
    ...['widgetClient', 'widgetClients', 'createWidgetClient', 'updateWidgetClient', 'archiveWidgetClient'],
  ],
  'patients:read benefits library': [
    ...['contentSource', 'contentSources', 'sourceVersion', 'versionComparison', 'libraryStatus', 'unansweredQueries'],
    ...['policyDocument', 'policyDocuments', 'searchPolicies', 'paRequirements', 'payers', 'searchStats'],
  ],
  access: [
    ...['apiKeys', 'createApiKey', 'revokeApiKey'],
    ...[
      'platformConnections',
      'createPlatformConnection',
      'replacePlatformSecret',
      'setPlatformApiKey',
      'updatePlatformConnection',
      'deactivatePlatformConnection',
    ],
    ...['platformMessages', 'rereadPlatformMessages'],
    ...['events', 'eventSubscriptions', 'eventDeliveries', 'createEventSubscription', 'updateEventSubscription'],
    ...['rotateEventSecret', 'pingEventSubscription', 'replayEventDeliveries'],
    ...['createSafetyProgram', 'updateSafetyProgram'],
    ...['addStaffMember', 'updateStaffMember', 'deactivateStaffMember', 'reactivateStaffMember'],
    ...['auditEvents', 'legalHolds', 'placeLegalHold', 'liftLegalHold', 'auditSeals', 'unsealedAuditEvents', 'failedJobs', 'retryJob'],
    ...['trustedDocument', 'trustedDocuments', 'registerDocuments', 'removeTrustedDocument'],
  ],
  'patients:write safety:review benefits access': ['staffMember', 'staffMembers'],
  'patients:read library widget': [
    ...['search', 'suggestions', 'contentItem', 'contentItems', 'publishedItem'],
    ...['createChatSession', 'sendChatMessage', 'chat', 'chatAnswer', 'chatPerson', 'chatHistory', 'rateChatAnswer', 'askForCallback'],
  ],
  'patients:read patients:write voice:webhook safety:review benefits library access widget': ['caller'],
}

const bundles = { care: ['patients:read', 'patients:write', 'voice:webhook', 'safety:review', 'benefits'], admin: ['library', 'access'] }
const single = scopes.filter((scope) => !(scope in bundles))
const operations = Object.values(OperationTypeNode)
const rootFields = operations.flatMap((operation) =>
  Object.values(schema.getRootType(operation)?.getFields() ?? {}).map((field) => ({ operation, field })),
)

test('each root field is open to the scopes of its kind of work, and to no other', () => {
  const placed: Record<string, string[]> = {}
  for (const { operation, field } of rootFields) {
    const kind = single.filter((scope) => permitsField(operation, field.name, new Set([scope]), schema)).join(' ')
    placed[kind] = [...(placed[kind] ?? []), field.name].sort()
  }
  expect(placed).toEqual(Object.fromEntries(Object.entries(fieldsOf).map(([kind, names]) => [kind, names.toSorted()])))
})

test('no root field but `caller` is open to a person without a role', () => {
  const open = rootFields.filter(({ operation, field }) => permitsField(operation, field.name, new Set(), schema))
  expect(open.map(({ field }) => field.name)).toEqual(['caller'])
})

/** The paths by which a key with this scope alone gets from one record to another. */
function followedEdges(scope: Scope): string[] {
  const found = new Set<string>()
  const visited = new Set<string>()
  const visit = (name: string) => {
    const type = schema.getType(name)
    if (visited.has(name)) return
    visited.add(name)
    if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) visit(possible.name)
    if (!isObjectType(type) && !isInterfaceType(type)) return
    for (const field of Object.values(type.getFields())) {
      const leadsTo = getNamedType(field.type).name
      if (!allows(field.extensions.pothosOptions, scope)) continue
      if (auditedTypes[name] && leadsToRecord(leadsTo)) found.add(`${name}.${field.name}`)
      visit(leadsTo)
    }
  }
  for (const { operation, field } of rootFields) {
    if (permitsField(operation, field.name, new Set([scope]), schema)) visit(getNamedType(field.type).name)
  }
  return [...found]
}

/** Whether a type is a record, or a list of records. */
function leadsToRecord(name: string): boolean {
  const type = schema.getType(name)
  if (auditedTypes[name] || !isObjectType(type)) return auditedTypes[name] !== undefined
  const { edges, node, items } = type.getFields()
  return [edges, node, items].some((field) => field && leadsToRecord(getNamedType(field.type).name))
}

function allows(options: unknown, scope: Scope): boolean {
  const { authScopes } = (options ?? {}) as { authScopes?: Record<string, unknown> & { $any?: Record<string, unknown> } }
  if (!authScopes || typeof authScopes !== 'object') return true
  return scope in { ...authScopes, ...authScopes.$any }
}

test.each(['voice:webhook', 'library', 'access', 'widget'] as const)(
  'a key with %s alone follows no edge from one record to another',
  (scope) => {
    expect(followedEdges(scope)).toEqual([])
  },
)

describe('on the service', () => {
  let service: TestService
  let staff: ReturnType<typeof voiceOf>
  beforeAll(async () => {
    service = await startTestService()
    staff = voiceOf(service)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  /** A client with a key of its own. */
  async function clientWith(...names: string[]) {
    const key = await keyWith(service, ...names)
    const client: Pick<ReturnType<typeof clientOf>, 'rest' | 'graphql'> = {
      rest: (method, path, options = {}) => service.rest(method, path, { ...options, key }),
      graphql: (query, variables) => service.graphql(query, variables, { key }),
    }
    return client
  }
  const code = (answer: { errors?: { extensions: { code: string } }[] }) => answer.errors?.[0]?.extensions.code

  test('a platform’s key runs functions, says utterances and reports calls', async () => {
    const platform = voiceOf(await clientWith('voice_webhook'))
    const person = await staff.person()
    const conversation = newConversation('platform')
    const callId = await platform.register(conversation)
    const { body: verified } = await platform.verify(conversation, person)
    expect(verified).toMatchObject({ verified: true, patient_id: person.id })
    // A function whose payer or machine is slow answers 503 with a sentence to say: it ran all the same.
    const answers = [
      await platform.invoke(conversation, 'verify_benefits', { patient_id: person.id }),
      await platform.invoke(conversation, 'check_pa_requirements', { patient_id: person.id, medication: 'Humira' }),
      await platform.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' }),
      await platform.invoke(conversation, 'request_callback', { phone_number: '+15550001111' }),
      await platform.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, email: 'a@clinic.example' }),
      await platform.say(callId, 'Is Humira covered?'),
      await platform.postCall(conversation, { status: 'completed', transcript: 'user: Hello.' }),
    ]
    for (const { status, body } of answers) expect([200, 503], JSON.stringify(body)).toContain(status)
    expect((await platform.invoke(conversation, 'no_such_function')).status).toBe(422)
    await until(async () => (await staff.call(callId)).body.status === 'completed')
  })

  test('a platform’s key reads no patient, no list and no call', async () => {
    const { id } = await staff.person()
    const conversation = newConversation('read')
    const callId = await staff.register(conversation)
    const platform = await clientWith('voice_webhook')
    const paths: [string, string, object?][] = [
      ['GET', '/v1/patients'],
      ['POST', '/v1/patients', patientBody()],
      ['GET', `/v1/patients/${id}`],
      ['PUT', `/v1/patients/${id}`, { last_name: 'X' }],
      ['DELETE', `/v1/patients/${id}`],
      ['GET', `/v1/patients/${id}/verification-status`],
      ['GET', `/v1/voice/calls/${callId}`],
      ['GET', `/v1/voice/patients/${id}/calls`],
    ]
    for (const [method, path, body] of paths) {
      expect([path, (await platform.rest(method, path, body ? { body } : {})).status]).toEqual([path, 403])
    }
    for (const field of [
      `patient(id: ${id}) { id }`,
      'patients { __typename }',
      'voiceCalls { __typename }',
      `voiceCall(id: ${callId}) { id }`,
    ]) {
      expect([field, code(await platform.graphql(`{ ${field} }`))]).toEqual([field, 'FORBIDDEN'])
    }
  })

  test('a safety reviewer’s key reads and decides cases, and a librarian’s key keeps the library: neither lists patients', async () => {
    const conversation = newConversation('safety')
    const callId = await staff.register(conversation)
    await staff.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'severe' })
    const reviewer = await clientWith('safety_review')
    expect((await reviewer.graphql('{ adverseEvents { __typename } caller { scopes } }')).errors).toBeUndefined()
    const librarian = await clientWith('library')
    expect((await librarian.graphql('{ contentSources { totalCount } widgetClients { totalCount } }')).errors).toBeUndefined()
    for (const client of [reviewer, librarian]) {
      expect(code(await client.graphql('{ patients { __typename } }'))).toBe('FORBIDDEN')
      expect((await client.rest('GET', '/v1/patients')).status).toBe(403)
      expect((await client.rest('GET', `/v1/voice/calls/${callId}`)).status).toBe(403)
      expect(code(await client.graphql('{ auditEvents { totalCount } }'))).toBe('FORBIDDEN')
    }
  })

  test('the bundles stand for their scopes, and keys stored with care, widget or admin before they were split work as before', async () => {
    for (const [bundle, parts] of Object.entries(bundles)) {
      const client = await clientWith(bundle)
      const { data } = await client.graphql('{ caller { scopes } }')
      expect(data.caller.scopes).toEqual([bundle, ...parts.map((scope) => scope.replace(':', '_'))])
    }
    const [care, admin] = [await clientWith('care'), await clientWith('admin')]
    expect((await care.rest('GET', '/v1/patients')).status).toBe(200)
    expect(code(await care.graphql('{ apiKeys { totalCount } }'))).toBe('FORBIDDEN')
    expect(
      (await admin.graphql('{ apiKeys { totalCount } auditEvents { totalCount } contentSources { totalCount } }')).errors,
    ).toBeUndefined()
    expect((await admin.rest('GET', '/v1/patients')).status).toBe(403)
    const page = await keyWith(service, 'widget')
    const session = await service.rest('POST', '/api/v1/widget/session', { key: null, headers: { 'x-api-key': page } })
    expect(session.status).toBe(201)
  })
})
