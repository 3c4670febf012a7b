import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientBody, startTestService, until } from '../support/service.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

/** An OTLP collector: keeps what it is sent as JSON. */
const received: string[] = []
const collector = createServer((request, response) => {
  const chunks: Buffer[] = []
  request
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => {
      received.push(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
})
beforeAll(() => new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<unknown>((resolve) => collector.close(resolve)))

const spans = (): Span[] =>
  received.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )

test("a request's operation, its statements and a job are spans of the caller's trace or their own, and no span holds who the patient is", async () => {
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  {
    await using service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    const body = patientBody({ last_name: 'Zebrawood', payer_id: 'aetna', member_id: 'TRACE-7' })
    const { id } = (await service.rest('POST', '/v1/patients', { body, headers })).body
    await service.rest('GET', '/v1/patients?search=Zebrawood')
    await service.graphql('query Zebrawood($id: Int!) { patient(id: $id) { lastName } }', { id })
    await until(async () => (await service.rest('GET', `/v1/patients/${id}/verification-status`)).body.status === 'VERIFIED')
  }
  const all = spans()
  const request = all.find(({ name, traceId: own }) => name === 'POST /v1/patients' && own === traceId)
  const operation = all.find(({ name }) => name === 'mutation createPatient')
  expect([request?.parentSpanId, operation?.traceId]).toEqual(['b7ad6b7169203331', traceId])
  expect(operation?.parentSpanId).toBe(request?.spanId)
  const statements = all.filter(({ parentSpanId }) => parentSpanId === operation?.spanId).map(({ name }) => name)
  expect(statements).toContain('INSERT')
  expect(all.map(({ name }) => name)).toContain('query patient')
  const job = all.find(({ name }) => name === 'job verify-benefits')
  expect(job?.traceId).toBeDefined()
  expect(all.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(0)
  for (const secret of ['Zebrawood', 'TRACE-7', body().phone]) expect(received.join()).not.toContain(secret)
})

const body = () => patientBody() as { phone: string }
