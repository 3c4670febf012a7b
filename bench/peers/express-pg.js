import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import express from 'express'
import pg from 'pg'
import { pino } from 'pino'
import client from 'prom-client'

// The two REST routes by hand, as lean as they get: Express, `pg`, prepared statements. With DUTIES=all also what the service does
// for each request: a rate counted, a request ID, an audit event stored before the answer, a log line, a metric. The key is checked
// either way.

const { DATABASE_URL, PORT, API_KEY = '', DUTIES, RATE_LIMIT_PER_MINUTE = '1000' } = process.env
const allDuties = DUTIES === 'all'
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const expected = createHash('sha256').update(API_KEY).digest()

const columns = `id, first_name, last_name, date_of_birth, phone, email, mrn, payer_id, member_id, status, has_adverse_events,
  avg_satisfaction_score, total_conversations, created_at,
  ARRAY(SELECT medication_name FROM medication_record AS m WHERE m.patient_id = patient.id ORDER BY created_at, id) AS medications`

/** @param {string} requestId @param {string} action @param {number[]} patientIds */
async function audit(requestId, action, patientIds) {
  if (!allDuties) return
  await pool.query({
    name: 'audit',
    text: `INSERT INTO audit_event (actor, surface, address, request_id, action, patient_ids, record_ids) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: ['bench', 'rest', '127.0.0.1', requestId, action, patientIds, patientIds.map(String)],
  })
}

/** @param {import('express').Response} response @param {object} body */
function send(response, body) {
  response.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body))
}

const app = express().disable('x-powered-by').disable('etag')
app.get('/ready', (_request, response) => {
  response.end()
})

if (allDuties) {
  const log = pino()
  const seconds = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'By route',
    labelNames: ['method', 'route', 'status'],
  })
  app.use((request, response, next) => {
    const started = process.hrtime.bigint()
    const requestId = String(request.headers['x-request-id'] ?? randomUUID())
    response.locals.requestId = requestId
    response.set('X-Request-Id', requestId)
    response.once('finish', () => {
      const took = Number(process.hrtime.bigint() - started) / 1e9
      const route = request.route?.path ?? 'none'
      seconds.observe({ method: request.method, route, status: response.statusCode }, took)
      log.info({ request_id: requestId, method: request.method, route, status: response.statusCode, ms: took * 1e3 }, 'request')
    })
    next()
  })
}

app.use((request, response, next) => {
  const key = createHash('sha256')
    .update((request.headers.authorization ?? '').slice(7))
    .digest()
  if (timingSafeEqual(key, expected)) next()
  else response.status(401).end()
})

if (allDuties) {
  const limit = Number(RATE_LIMIT_PER_MINUTE)
  /** @type {Map<string, number>} */
  const counts = new Map()
  setInterval(() => counts.clear(), 60_000).unref()
  app.use((request, response, next) => {
    const caller = request.headers.authorization ?? ''
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    response.set('RateLimit-Limit', String(limit)).set('RateLimit-Remaining', String(Math.max(0, limit - count)))
    if (count > limit) response.status(429).end()
    else next()
  })
}

app.get('/v1/patients/:id', async (request, response) => {
  const id = Number(request.params.id)
  const { rows } = await pool.query({ name: 'patient', text: `SELECT ${columns} FROM patient WHERE id = $1`, values: [id] })
  const [patient] = rows
  if (!patient) {
    response.status(404).end()
    return
  }
  await audit(response.locals.requestId, 'patient.read', [id])
  send(response, {
    id: patient.id,
    first_name: patient.first_name,
    last_name: patient.last_name,
    date_of_birth: patient.date_of_birth,
    phone: patient.phone,
    email: patient.email,
    payer_id: patient.payer_id,
    member_id: patient.member_id,
    medications: [...new Set(patient.medications)],
    status: patient.status,
    created_at: patient.created_at,
  })
})

app.get('/v1/patients', async (request, response) => {
  const limit = Number(request.query.limit ?? 20)
  const skip = Number(request.query.skip ?? 0)
  const [{ rows }, counted] = await Promise.all([
    pool.query({
      name: 'patients',
      text: `SELECT ${columns} FROM patient ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
      values: [limit, skip],
    }),
    pool.query({ name: 'total', text: 'SELECT count(*)::int AS total FROM patient' }),
  ])
  await audit(
    response.locals.requestId,
    'patient.list',
    rows.map(({ id }) => id),
  )
  const items = rows.map((patient) => ({
    id: patient.id,
    first_name: patient.first_name,
    last_name: patient.last_name,
    date_of_birth: patient.date_of_birth,
    phone: patient.phone,
    email: patient.email,
    mrn: patient.mrn,
    member_id: patient.member_id,
    payer_id: patient.payer_id,
    status: patient.status,
    has_adverse_events: patient.has_adverse_events,
    avg_satisfaction_score: patient.avg_satisfaction_score,
    total_conversations: patient.total_conversations,
    medications: [...new Set(patient.medications)],
    created_at: patient.created_at,
  }))
  send(response, { items, total: counted.rows[0].total, page: Math.floor(skip / limit) + 1, page_size: limit })
})

const server = app.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  server.closeAllConnections()
  process.exit(0)
})
