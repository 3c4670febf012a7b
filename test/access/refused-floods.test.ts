import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Audit: events are kept for good, so whoever is refused, from wherever, leaves few of them.

let service: TestService
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY_HOPS: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

interface Row {
  address: string | null
  times: number
}

/** Sends one refused request of each address. @returns what it left in the audit */
async function refusedFrom(addresses: string[]): Promise<Row[]> {
  const [{ last } = { last: 0 }] = await service.sql<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM audit_event')
  for (let start = 0; start < addresses.length; start += 50) {
    const some = addresses.slice(start, start + 50)
    await Promise.all(some.map((address) => service.rest('GET', '/v1/patients', { key: null, headers: { 'x-forwarded-for': address } })))
  }
  // What is held back is written down when the service stops.
  await service.restart()
  return service.sql<Row>("SELECT address, times FROM audit_event WHERE action = 'request.refused' AND id > $1 ORDER BY id", [last])
}
const counted = (rows: Row[]) => rows.reduce((sum, { times }) => sum + times, 0)
const hex = (number: number) => number.toString(16)

test('a flood from the networks of one IPv6 network of 48 bits becomes a few events, which count all of it and name the network', async () => {
  const rows = await refusedFrom(Array.from({ length: 600 }, (_, index) => `2001:db8:7:${hex(index)}::${hex(index + 1)}`))
  expect(rows.length).toBeLessThan(60)
  expect(counted(rows)).toBe(600)
  expect(rows.filter(({ times }) => times > 1).map(({ address }) => address)).toEqual(['2001:db8:7::/48'])
})

test('a flood from a thousand addresses becomes a few hundred events at most, and none is left out of the count', async () => {
  const rows = await refusedFrom(Array.from({ length: 1000 }, (_, index) => `203.0.${Math.floor(index / 250)}.${index % 250}`))
  expect(rows.length).toBeLessThan(330)
  expect(counted(rows)).toBe(1000)
})

test('one address beside the flood of another network keeps its events', async () => {
  const flood = Array.from({ length: 300 }, (_, index) => `2001:db8:9:${hex(index)}::1`)
  const rows = await refusedFrom([...flood, '198.51.100.9'])
  expect(rows.filter(({ address }) => address === '198.51.100.9')).toHaveLength(1)
})
