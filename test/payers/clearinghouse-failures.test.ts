import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type Mishap, startFakeClearinghouse } from '../support/fake-clearinghouse.ts'
import { check, ofThePatient, unavailable } from './ask-fake.ts'

describe('a temporary failure is thrown, with a reason that contains no patient data', () => {
  const later: [string, Mishap, RegExp, number | undefined][] = [
    ['429', { status: 429 }, /429/, undefined],
    ['429 with seconds', { status: 429, retryAfter: 17 }, /429/, 17],
    ['429 with a date that is over', { status: 429, retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' }, /429/, 0],
    ['429 with nonsense', { status: 429, retryAfter: 'soon' }, /429/, undefined],
    ['408', { status: 408 }, /408/, undefined],
    ['500', { status: 500 }, /500/, undefined],
    ['503 with seconds', { status: 503, retryAfter: 120 }, /503/, 120],
    ['malformed JSON', 'malformed', /cannot be read/, undefined],
    ['a page', 'not json', /cannot be read/, undefined],
    ['nothing', 'empty', /cannot be read/, undefined],
    ['JSON of another kind', { answer: { message: 'Zebulon Quartermaine' } }, /cannot be read/, undefined],
    ['too much', 'huge', /more than 4 MiB/, undefined],
    ['a cut connection', 'cut connection', /could not be reached/, undefined],
    [
      'AAA 42',
      { aaa: [{ code: '42', place: 'payer', description: 'DOWN, MEMBER W123456789' }] },
      /Unable to Respond at Current Time \(AAA 42\)/,
      undefined,
    ],
    ['AAA 80', { aaa: [{ code: '80' }] }, /AAA 80/, undefined],
    ['resubmit', { aaa: [{ code: '79', followupAction: 'Please Resubmit Original Transaction' }] }, /AAA 79/, undefined],
    ['wait 10 days', { aaa: [{ code: '42', followupAction: 'Please Wait 10 Days and Resubmit' }] }, /AAA 42/, 864_000],
    ['wait 30 days', { aaa: [{ code: '42' }, { code: '42', followupAction: 'Please Wait 30 Days and Resubmit' }] }, /AAA 42/, 2_592_000],
  ]
  test.each(later)('%s', async (_, mishap, reason, retryAfterSeconds) => {
    await using fake = await startFakeClearinghouse()
    fake.always = mishap
    const error = await unavailable(check(fake))
    expect(error.reason).toMatch(reason)
    expect(error.retryAfterSeconds).toBe(retryAfterSeconds)
    expect(error.cause).toBeUndefined()
    for (const word of ofThePatient) expect(`${error.message} ${error.stack}`).not.toContain(word)
    expect(fake.asked).toHaveLength(1)
    if (typeof mishap === 'object' && 'aaa' in mishap) expect(error.rejections).toHaveLength(mishap.aaa.length)
  })

  test('a date in Retry-After becomes seconds from now', async () => {
    await using fake = await startFakeClearinghouse()
    fake.always = { status: 429, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() }
    const { retryAfterSeconds } = await unavailable(check(fake))
    expect(retryAfterSeconds).toBeGreaterThan(3_500)
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600)
  })

  test.each<Mishap>(['hangs', 'hangs halfway'])('%s: waits no longer than the time-out', async (mishap) => {
    await using fake = await startFakeClearinghouse()
    fake.always = mishap
    expect((await unavailable(check(fake, { timeoutMs: 300 }))).reason).toMatch(/did not answer within/)
  })

  test('nobody listens', async () => {
    const error = await unavailable(check({ url: 'http://127.0.0.1:1/eligibility' }))
    expect(error.reason).toMatch(/could not be reached/)
  })
})

test.each<Mishap>(['hangs', 'hangs halfway'])("%s: ends when its signal aborts, with the signal's reason", async (mishap) => {
  await using fake = await startFakeClearinghouse()
  fake.always = mishap
  const stop = new AbortController()
  const answer = check(fake, {}, stop.signal).catch((error: unknown) => error)
  await expect.poll(() => fake.hanging()).toBe(1)
  stop.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
})

describe('a permanent failure is an answer that tells staff what to fix', () => {
  test.each([
    [401, 'ELIGIBILITY_API_KEY'],
    [403, 'ELIGIBILITY_API_KEY'],
    [404, 'ELIGIBILITY_URL'],
    [302, 'ELIGIBILITY_URL'],
    [400, 'NPI'],
    [422, 'NPI'],
  ])('%i', async (status, resolution) => {
    await using fake = await startFakeClearinghouse()
    fake.always = { status, location: '/elsewhere' }
    const { benefits, rejections } = await check(fake)
    expect(benefits).toEqual({})
    expect(rejections).toEqual([
      expect.objectContaining({ code: `HTTP ${status}`, place: 'clearinghouse', resolution: expect.stringContaining(resolution) }),
    ])
    for (const word of ofThePatient) expect(JSON.stringify(rejections)).not.toContain(word)
    expect(fake.asked).toHaveLength(1)
  })

  test('the fake clearinghouse refuses a wrong key like the real one', async () => {
    await using fake = await startFakeClearinghouse({ apiKey: 'another' })
    expect((await check(fake)).rejections).toMatchObject([{ code: 'HTTP 401' }])
  })

  test("the clearinghouse's own rejections of a request are kept word for word", async () => {
    await using fake = await startFakeClearinghouse()
    fake.always = { status: 400, body: { errors: [{ code: '33', description: 'subscriber.memberId is too short' }] } }
    expect((await check(fake)).rejections).toMatchObject([
      { code: 'HTTP 400' },
      { code: '33', description: 'subscriber.memberId is too short' },
    ])
  })
})

test('a redirect carries neither key nor patient data to another host', async () => {
  const reached: (string | undefined)[] = []
  const other = createServer((request, response) => {
    reached.push(request.url)
    response.end('{}')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      await using fake = await startFakeClearinghouse()
      fake.always = { status, location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }
      expect((await check(fake)).rejections).toMatchObject([{ code: `HTTP ${status}` }])
    }
    expect(reached).toEqual([])
  } finally {
    other.close()
  }
})
