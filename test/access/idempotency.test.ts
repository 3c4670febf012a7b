import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientBody, startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ API_KEY: 'key-one, key-two', DATABASE_POOL_SIZE: '20' })
})
afterAll(() => service[Symbol.asyncDispose]())

const post = (idempotencyKey: string, body: unknown = patientBody(), key = 'key-one', path = '/v1/patients') =>
  service.rest('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } })
const total = async () => (await service.rest('GET', '/v1/patients', { key: 'key-one' })).body.total as number

test('a repetition gets exactly the first response and creates nothing', async () => {
  const first = await post('repeat')
  const before = await total()
  const second = await post('repeat')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body))
  expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([null, 'true'])
  expect(await total()).toBe(before)
})

test('the same key with another body, or on another route, is 409', async () => {
  const { body } = await post('other-body')
  for (const answer of [
    await post('other-body', patientBody({ first_name: 'Else' })),
    await post('other-body', { medication_name: 'x' }, 'key-one', `/v1/patients/${body.id}/medications`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT'])
  }
})

test('callers do not share keys', async () => {
  expect((await post('shared')).body.id).not.toBe((await post('shared', patientBody(), 'key-two')).body.id)
})

test('twenty simultaneous requests create one record and get the same response', async () => {
  const before = await total()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('at-once')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await total()).toBe(before + 1)
})

test('after a failed request the key can be used again', async () => {
  expect((await post('failed', patientBody({ phone: 'x' }))).status).toBe(422)
  expect((await post('failed', patientBody({ mrn: 'MRN-X1' }))).status).toBe(201)
  expect((await post('conflict', patientBody({ mrn: 'MRN-X1' }))).status).toBe(409)
  expect((await post('conflict', patientBody({ mrn: 'MRN-X2' }))).status).toBe(201)
})

test.each(['', 'with space', 'x'.repeat(256), 'é'])('refuses the key %j', async (key) => {
  const header = Buffer.from(key).toString('latin1')
  const { status, body } = await post(header)
  expect([status, body.errors?.[0].path]).toEqual([422, 'Idempotency-Key'])
})

test('medication records are created once, too', async () => {
  const { body } = await post('owner')
  const path = `/v1/patients/${body.id}/medications`
  const ids = [await post('m', { medication_name: 'A' }, 'key-one', path), await post('m', { medication_name: 'A' }, 'key-one', path)].map(
    (a) => a.body.id,
  )
  expect(new Set(ids).size).toBe(1)
})

test('after 24 hours the key is forgotten and its record deleted', async () => {
  const first = await post('old')
  await service.withDatabase((pool) => pool.query("UPDATE idempotency_record SET expires_at = expires_at - interval '25 hours'"))
  expect((await post('old')).body.id).not.toBe(first.body.id)
  const left = await service.withDatabase(async (pool) => (await pool.query('SELECT key FROM idempotency_record')).rows)
  expect(left).toEqual([{ key: 'old' }])
})
