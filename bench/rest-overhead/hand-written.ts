import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Response } from 'express'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { Prisma } from '../../src/platform/database/generated/prisma/client.ts'
import { createLog } from '../../src/platform/log.ts'

// The two routes as one would write them without GraphQL: Express, Prisma, a key check. With DUTIES=audit also the
// audit event of each read, awaited, since the service answers nothing that is not written down.

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '', PORT, API_KEY = '', DUTIES } = process.env
const database = await openDatabase({ databaseUrl, databasePoolSize: 10, dataDir }, createLog('silent'))
const { prisma } = database.session
const expected = createHash('sha256').update(API_KEY).digest()

const columns = {
  id: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  phone: true,
  email: true,
  payerId: true,
  memberId: true,
  status: true,
  createdAt: true,
  medications: { select: { medicationName: true }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.PatientSelect
const listColumns = {
  ...columns,
  mrn: true,
  hasAdverseEvents: true,
  avgSatisfactionScore: true,
  totalConversations: true,
} satisfies Prisma.PatientSelect

const names = (medications: { medicationName: string }[]) => [...new Set(medications.map(({ medicationName }) => medicationName))]

async function audit(patientIds: number[]) {
  if (DUTIES !== 'audit') return
  await prisma.auditEvent.create({ data: { actor: 'bench', surface: 'rest', requestId: 'bench', action: 'patient.read', patientIds } })
}

function send(response: Response, body: object) {
  response.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body))
}

const app = express().disable('x-powered-by').disable('etag')
app.get('/ready', (_request, response) => {
  response.end()
})
app.use((request, response, next) => {
  const key = createHash('sha256')
    .update((request.headers.authorization ?? '').slice(7))
    .digest()
  if (timingSafeEqual(key, expected)) next()
  else response.status(401).end()
})

app.get('/v1/patients/:id', async (request, response) => {
  const id = Number(request.params.id)
  const patient = await prisma.patient.findUnique({ where: { id }, select: columns })
  if (!patient) {
    response.status(404).end()
    return
  }
  await audit([id])
  send(response, {
    id: patient.id,
    first_name: patient.firstName,
    last_name: patient.lastName,
    date_of_birth: patient.dateOfBirth.toISOString().slice(0, 10),
    phone: patient.phone,
    email: patient.email,
    payer_id: patient.payerId,
    member_id: patient.memberId,
    medications: names(patient.medications),
    status: patient.status,
    created_at: patient.createdAt,
  })
})

app.get('/v1/patients', async (request, response) => {
  const limit = Number(request.query.limit ?? 20)
  const skip = Number(request.query.skip ?? 0)
  const [patients, total] = await Promise.all([
    prisma.patient.findMany({ select: listColumns, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit, skip }),
    prisma.patient.count(),
  ])
  await audit(patients.map(({ id }) => id))
  const items = patients.map((patient) => ({
    id: patient.id,
    first_name: patient.firstName,
    last_name: patient.lastName,
    date_of_birth: patient.dateOfBirth.toISOString().slice(0, 10),
    phone: patient.phone,
    email: patient.email,
    mrn: patient.mrn,
    member_id: patient.memberId,
    payer_id: patient.payerId,
    status: patient.status,
    has_adverse_events: patient.hasAdverseEvents,
    avg_satisfaction_score: patient.avgSatisfactionScore,
    total_conversations: patient.totalConversations,
    medications: names(patient.medications),
    created_at: patient.createdAt,
  }))
  send(response, { items, total, page: Math.floor(skip / limit) + 1, page_size: limit })
})

const server = app.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close(async () => {
    await database.close()
    process.exit(0)
  })
  server.closeAllConnections()
})
