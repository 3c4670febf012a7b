import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnderWay } from '../../src/platform/under-way.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('where nothing is under way nobody is expected to wait', () => {
  const waiting = createUnderWay()
  expect(waiting.expectedMs()).toBe(0)
  const end = waiting.begin()
  vi.advanceTimersByTime(100)
  end()
  end()
  expect(waiting.expectedMs()).toBe(0)
})

test('what begins now is expected to take as long as the oldest has, however few are under way', () => {
  const waiting = createUnderWay()
  waiting.begin()
  vi.advanceTimersByTime(700)
  waiting.begin()
  expect(waiting.expectedMs()).toBe(700)
})

test('where more are under way than when the oldest began, what begins now is expected to take longer by as much', () => {
  const waiting = createUnderWay()
  const ends = Array.from({ length: 10 }, () => waiting.begin())
  waiting.begin()
  for (const end of ends) end()
  for (let more = 0; more < 21; more++) waiting.begin()
  vi.advanceTimersByTime(1_000)
  // The oldest was the eleventh of 11; 22 are under way.
  expect(waiting.expectedMs()).toBe(2_000)
})
