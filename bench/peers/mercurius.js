import fastify from 'fastify'
import mercurius from 'mercurius'
import pg from 'pg'

// Mercurius 16 with SQL written by hand: one statement for the patients, one for the medications of them all, by a loader.
// No key, no log. JIT=1 compiles the documents, too.

const { DATABASE_URL, PORT, JIT } = process.env
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })

const schema = `
  type Medication {
    id: Int!
    medicationName: String!
    isPrescribed: Boolean!
    paRequired: Boolean!
    paStatus: String
    stepTherapyDrugs: [String!]!
    createdAt: String!
  }
  type Patient {
    id: Int!
    firstName: String!
    lastName: String!
    dateOfBirth: String!
    phone: String!
    email: String
    mrn: String!
    payerId: String
    memberId: String
    status: String!
    hasAdverseEvents: Boolean!
    avgSatisfactionScore: Float
    totalConversations: Int!
    createdAt: String!
    medications: [Medication!]!
  }
  type PatientEdge { node: Patient! }
  type PatientConnection { edges: [PatientEdge!]! }
  type Query {
    patient(id: Int!): Patient
    patients(first: Int!): PatientConnection!
  }`

const patientColumns = `id, first_name AS "firstName", last_name AS "lastName", date_of_birth AS "dateOfBirth", phone, email, mrn,
  payer_id AS "payerId", member_id AS "memberId", status, has_adverse_events AS "hasAdverseEvents",
  avg_satisfaction_score AS "avgSatisfactionScore", total_conversations AS "totalConversations", created_at AS "createdAt"`

/** @param {{ createdAt: Date }} row */
const withTime = (row) => ({ ...row, createdAt: row.createdAt.toISOString() })

/** @param {string} name @param {string} text @param {unknown[]} values */
const rowsOf = async (name, text, values) => (await pool.query({ name, text, values })).rows.map(withTime)

const resolvers = {
  Query: {
    patient: async (/** @type {unknown} */ _root, /** @type {{ id: number }} */ { id }) =>
      (await rowsOf('patient', `SELECT ${patientColumns} FROM patient WHERE id = $1`, [id]))[0] ?? null,
    patients: async (/** @type {unknown} */ _root, /** @type {{ first: number }} */ { first }) => ({
      edges: (await rowsOf('patients', `SELECT ${patientColumns} FROM patient ORDER BY created_at DESC, id DESC LIMIT $1`, [first])).map(
        (node) => ({ node }),
      ),
    }),
  },
}

const loaders = {
  Patient: {
    async medications(/** @type {{ obj: { id: number } }[]} */ queries) {
      const ids = queries.map(({ obj }) => obj.id)
      const rows = await rowsOf(
        'medications',
        `SELECT m.* FROM unnest($1::int[]) AS p (id) CROSS JOIN LATERAL (
           SELECT patient_id, id, medication_name AS "medicationName", is_prescribed AS "isPrescribed", pa_required AS "paRequired",
             pa_status AS "paStatus", step_therapy_drugs AS "stepTherapyDrugs", created_at AS "createdAt"
           FROM medication_record WHERE patient_id = p.id ORDER BY created_at DESC, id DESC LIMIT 50) AS m`,
        [ids],
      )
      const byPatient = Map.groupBy(rows, ({ patient_id }) => patient_id)
      return ids.map((id) => byPatient.get(id) ?? [])
    },
  },
}

const app = fastify({ logger: false })
app.get('/ready', async () => '')
// A loader's own cache would keep what it read for the length of a request only; each patient is asked once there.
app.register(mercurius, { schema, resolvers, loaders, jit: JIT ? 1 : 0 })
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
