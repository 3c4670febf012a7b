import { type Answer, type clientOf, nodes, patientBody, until } from './service.ts'

type Client = Pick<ReturnType<typeof clientOf>, 'rest' | 'graphql'>

let conversations = 0
/** A conversation that no event has named yet. */
export const newConversation = (name = 'conv') => `${name}-${++conversations}`

const invocationFields = 'id voiceCallId patientId functionName outcome result error durationMs createdAt reviewedAt'
const caseFields = `id caseNumber voiceCallId patientId claimedPatient callerVerified source eventDescription severity guidance
  requiresImmediateAction medicationName symptoms reviewState createdAt`

export interface Person {
  id: number
  first_name: string
  last_name: string
  date_of_birth: string
  phone: string
  email: string | null
  payer_id: string | null
  member_id: string
}

let people = 0

/** The voice interface as its two sides use it: a platform that calls webhooks, and staff who read what came of it. */
export function voiceOf({ rest, graphql }: Client) {
  async function query(text: string, variables: object = {}) {
    const { data, errors } = await graphql(text, variables)
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  async function invocationsWhere(filter: object) {
    const text = `query($filter: FunctionInvocationFilter) {
      functionInvocations(filter: $filter, first: 1000) { edges { node { ${invocationFields} } } } }`
    const listed = nodes((await query(text, { filter })).functionInvocations)
    return Promise.all(listed.map(async (one) => ({ ...one, parameters: await parametersOf(one.id) })))
  }

  /** A list gives only how they begin. */
  const parametersOf = async (id: number) =>
    (await query('query($id: Int!) { functionInvocation(id: $id) { parameters } }', { id })).functionInvocation.parameters

  async function casesWhere(filter: object) {
    const text = `query($filter: AdverseEventFilter) { adverseEvents(filter: $filter, first: 1000) { edges { node { ${caseFields} } } } }`
    return nodes((await query(text, { filter })).adverseEvents)
  }

  const voice = {
    /** The function webhook. */
    invoke: (conversation_id: unknown, function_name: unknown, parameters: unknown = {}): Promise<Answer> =>
      rest('POST', '/v1/voice/webhook', { body: { conversation_id, function_name, parameters } }),
    /** The post-call webhook. */
    postCall: (conversation_id: unknown, fields: object = {}): Promise<Answer> =>
      rest('POST', '/v1/webhooks/voice/post-call', { body: { conversation_id, ...fields } }),
    say: (callId: number | string, text: unknown, fields: object = {}): Promise<Answer> =>
      rest('POST', `/v1/voice/${callId}/add-utterance`, { body: { text, ...fields } }),
    call: (id: number | string): Promise<Answer> => rest('GET', `/v1/voice/calls/${id}`),
    patient: (id: number): Promise<Answer> => rest('GET', `/v1/patients/${id}`),

    /** Registers a call. @returns its id */
    async register(callId: string, fields: object = {}): Promise<number> {
      const data = await query('mutation($input: RegisterCallInput!) { registerCall(input: $input) { voiceCall { id } } }', {
        input: { callId, ...fields },
      })
      return data.registerCall.voiceCall.id
    },
    /** A patient with insurance on file, unlike any other of the test. */
    async person(fields: object = {}): Promise<Person> {
      const number = ++people
      const body = patientBody({
        first_name: 'Ada',
        last_name: 'Quill',
        date_of_birth: '1980-02-29',
        phone: `+1555${String(number).padStart(7, '0')}`,
        payer_id: 'aetna',
        member_id: `MEM-${1000 + number}`,
        email: null,
        ...fields,
      })
      const { status, body: created } = await rest('POST', '/v1/patients', { body })
      if (status !== 201) throw new Error(JSON.stringify(created))
      return { ...(body as unknown as Person), id: created.id }
    },
    /** The right details of a person. */
    details: ({ first_name, last_name, date_of_birth, member_id, payer_id }: Person, changes: object = {}) => ({
      first_name,
      last_name,
      dob: date_of_birth,
      member_id,
      ...(payer_id === null ? {} : { payer_name: payer_id }),
      ...changes,
    }),
    /** Looks a person up with the right details. */
    verify: (conversation: string, person: Person) => voice.invoke(conversation, 'patient_lookup', voice.details(person)),
    /** A conversation in which a new patient was verified, with the call's id. */
    async verified(fields: object = {}) {
      const person = await voice.person(fields)
      const conversation = newConversation('verified')
      const { body } = await voice.verify(conversation, person)
      if (body.verified !== true) throw new Error(JSON.stringify(body))
      return { person, conversation, callId: await voice.idOf(conversation) }
    },

    query,
    async idOf(conversation: string): Promise<number> {
      const { voiceCall } = await query('query($callId: String) { voiceCall(callId: $callId) { id } }', { callId: conversation })
      return voiceCall.id
    },
    /** Fields of a call by the platform's id, as GraphQL names them. */
    async fields(conversation: string, selection: string) {
      return (await query(`query($callId: String) { voiceCall(callId: $callId) { ${selection} } }`, { callId: conversation })).voiceCall
    },
    async invocations(callId: number) {
      return invocationsWhere({ voiceCallId: callId })
    },
    /** The review queue, newest first. */
    async needingReview() {
      return invocationsWhere({ needsReview: true })
    },
    /** The cases of a call, newest first. */
    async cases(callId: number) {
      return casesWhere({ voiceCallId: callId })
    },
    async caseOf(caseNumber: string) {
      return (await casesWhere({ caseNumber }))[0]
    },
    review: (id: number, state: string, fields: object = {}) =>
      query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id reviewState } } }', {
        input: { id, state, ...fields },
      }),
    /** A patient as the list shows it: with flags and totals. */
    async listed(person: Pick<Person, 'member_id'>, filter = '') {
      const { body } = await rest('GET', `/v1/patients?search=${encodeURIComponent(person.member_id)}${filter}`)
      return body.items[0]
    },
    /** Waits until a call is analysed. */
    analysed: (conversation: string) =>
      until(async () => {
        const call = await voice.fields(conversation, 'id analysisStatus analysedBy updatedAt callOutcome')
        return call?.analysisStatus === 'completed' && call
      }),
  }
  return voice
}
