import { expect, test } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { apiKey, patientBody, startTestService, widgetKey } from '../support/service.ts'

const canary = 'Zebulontraut'

test('no log line, metric or error ever contains patient data or a key', async () => {
  await using service = await startTestService()
  const { rest, graphql } = service
  const texts: string[] = []
  const keep = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    if (status >= 400) texts.push(JSON.stringify(body))
  }
  await keep(
    rest('POST', '/v1/patients', {
      body: patientBody({ first_name: canary, email: `${canary}@example.org`, mrn: `MRN-${canary}`, member_id: canary }),
    }),
  )
  await keep(rest('POST', '/v1/patients', { body: patientBody({ first_name: canary, mrn: `MRN-${canary}` }) }))
  await keep(rest('POST', '/v1/patients', { body: patientBody({ first_name: canary, phone: canary }) }))
  await keep(rest('POST', '/v1/patients', { body: `{"first_name":"${canary}` }))
  await keep(rest('GET', `/v1/patients?search=${canary}&limit=x`))
  await keep(rest('GET', `/v1/patients?search=${canary}`))
  await keep(rest('GET', '/v1/patients', { headers: { 'x-request-id': `${canary} with spaces` } }))
  await graphql(`{ patients(filter: { search: "${canary}" }) { edges { node { lastName } } } }`)
  await graphql(`{ nonsense(name: "${canary}") }`)
  await graphql(`query ${canary} { caller { id } }`)
  // A failing database puts values into its error messages.
  await service.sql("ALTER TABLE patient ADD CONSTRAINT away CHECK (first_name <> 'Zebulontraut') NOT VALID")
  await keep(rest('POST', '/v1/patients', { body: patientBody({ first_name: canary }) }))
  await graphql(
    `mutation { createPatient(input: { firstName: "${canary}", lastName: "x", dateOfBirth: "1990-01-01", phone: "+15551234567" }) { patient { id } } }`,
  )

  const metrics = String((await rest('GET', '/metrics')).body)
  expect(service.logLines.length).toBeGreaterThan(10)
  expect(service.logLines.some((line) => line.includes('operation failed'))).toBe(true)
  for (const text of [...service.logLines, metrics, ...texts.filter((text) => text.includes('"INTERNAL"'))]) {
    expect(text.toLowerCase()).not.toContain(canary.toLowerCase())
    for (const key of [apiKey, widgetKey]) expect(text).not.toContain(key)
  }
})

test('an attribute that is not on the allow list is redacted', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info({ first_name: canary, status: 200, check: { first_name: canary }, error: new Error(`secret of ${canary}`) }, 'constant')
  expect(lines.join()).not.toContain(canary)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ first_name: '[redacted]', status: 200, error: { type: 'Error' } })
})

test('of an error’s message nothing is written, also where a line of it reads like a frame of the stack', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  for (const message of [`called\n  at home, ${canary}`, `called\n    at ${canary} (home.ts:1:2)`, `    at ${canary}:1:2`])
    log.error({ error: new Error(message) }, 'request failed')
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    expect(line).not.toContain(canary)
    expect(JSON.parse(line).error.stack[0]).toMatch(/redaction\.test\.ts:\d+:\d+/)
  }
})
