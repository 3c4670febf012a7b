import { expect, test, vi } from 'vitest'
import { deadline, within } from '../../src/platform/within.ts'

const never = new Promise<never>(() => {})

test('work that is done in time is given as it is', async () => {
  expect(await within(10_000, Promise.resolve(1))).toBe(1)
  await expect(within(10_000, Promise.reject(new RangeError('mine')))).rejects.toThrow(RangeError)
})

test('late work is a TimeoutError, or what was asked for instead', async () => {
  await expect(within(1, never)).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(await within(1, never, { otherwise: () => 'late' })).toBe('late')
  const refuse = () => {
    throw new RangeError('mine')
  }
  await expect(within(1, never, { otherwise: refuse })).rejects.toThrow(RangeError)
})

test('a signal ends the wait with its reason, before it or during it', async () => {
  const leaving = new AbortController()
  const waiting = within(10_000, never, { signal: leaving.signal })
  leaving.abort(new RangeError('left'))
  await expect(waiting).rejects.toThrow('left')
  await expect(within(10_000, never, { signal: leaving.signal })).rejects.toThrow('left')
})

test('no timer is left behind', async () => {
  vi.useFakeTimers()
  try {
    const leaving = new AbortController()
    const left = within(10_000, never, { signal: leaving.signal }).catch(() => {})
    await within(10_000, Promise.resolve())
    leaving.abort()
    await left
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a deadline aborts with any of its signals', () => {
  const stopping = new AbortController()
  const signal = deadline(10_000, new AbortController().signal, stopping.signal)
  expect(signal.aborted).toBe(false)
  stopping.abort()
  expect(signal.aborted).toBe(true)
})
