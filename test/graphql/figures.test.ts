import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('all seven answer', async () => {
  const input = '(input: { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z", interval: week, timeZone: "America/Havana", groupBy: '
  const kinds = { callStats: 'topic', patientCounts: 'payer', verificationStats: 'status', paCaseStats: 'medication', adverseEventStats: 'severity', chatStats: 'widget_client', searchStats: 'outcome' }
  for (const [kind, by] of Object.entries(kinds)) {
    const answer = await service.graphql(`{ ${kind}${input} ${by} }) { groupCount total { points { from to __typename } } } }`)
    expect(answer).toEqual({})
  }
})
