import { apiKey } from '../support.ts'

/** A request of a route for its nth time: another record or page each time, so that nobody answers from what it keeps of the last. */
export interface Asked {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Route {
  name: string
  /** Whose answer shows what: the servers' own names for the same things. */
  ask(nth: number, server: string): Asked
}

const authorization = `Bearer ${apiKey}`

const patientFields = `firstName lastName dateOfBirth phone email mrn payerId memberId status hasAdverseEvents avgSatisfactionScore
  totalConversations createdAt`
const medicationFields = 'medicationName isPrescribed paRequired paStatus stepTherapyDrugs createdAt'
const patient = `id ${patientFields} medications { id ${medicationFields} }`
// PostGraphile makes its names from the tables; other names for them give its answers the shape of ours.
const postgraphilePatient = `id: rowId ${patientFields}
  medications: medicationRecordsByPatientIdList(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { id: rowId ${medicationFields} }`

interface Documents {
  one: string
  page: string
}

const documents: Record<'ours' | 'postgraphile', Documents> = {
  ours: {
    one: `query Patient($id: Int!) { patient(id: $id) { ${patient} } }`,
    page: `query Patients($first: Int!) { patients(first: $first) { edges { node { ${patient} } } } }`,
  },
  postgraphile: {
    one: `query Patient($id: Int!) { patient: patientByRowId(rowId: $id) { ${postgraphilePatient} } }`,
    page: `query Patients($first: Int!) {
      patients: allPatients(first: $first, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { edges { node { ${postgraphilePatient} } } } }`,
  },
}

function graphql(server: string, document: keyof Documents, variables: object): Asked {
  const query = documents[server === 'PostGraphile' ? 'postgraphile' : 'ours'][document]
  return {
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  }
}

const rest = (path: string): Asked => ({ method: 'GET', path, headers: { authorization } })

/** The routes, over a database of so many patients. */
export function routesFor(patients: number) {
  const id = (nth: number) => 1 + ((nth * 7919) % patients)
  return {
    graphqlOne: {
      name: 'GraphQL: one patient with medications',
      ask: (nth, server) => graphql(server, 'one', { id: id(nth) }),
    },
    graphqlPage: {
      name: 'GraphQL: 20 patients with medications',
      ask: (_nth, server) => graphql(server, 'page', { first: 20 }),
    },
    restOne: {
      name: 'REST: one patient',
      ask: (nth) => rest(`/v1/patients/${id(nth)}`),
    },
    restPage: {
      name: 'REST: list of 20',
      ask: (nth) => rest(`/v1/patients?limit=20&skip=${(nth % 50) * 20}`),
    },
  } satisfies Record<string, Route>
}
