import { afterEach, expect, test, vi } from 'vitest'
import { createReservations } from '../../src/http/stream-reservations.ts'

afterEach(() => void vi.useRealTimers())

test('a reserved stream that nobody opens is forgotten after a minute, and makes room for another', () => {
  vi.useFakeTimers()
  const reservations = createReservations(1)
  const forgotten: string[] = []
  const reserve = () => reservations.reserve('API_KEY#1', (token) => void forgotten.push(token))
  const token = reserve()
  expect(reservations.connection(token)).toBeDefined()
  vi.advanceTimersByTime(59_999)
  expect(reserve).toThrow('Too many streams')
  vi.advanceTimersByTime(1)
  expect(forgotten).toEqual([token])
  expect(reservations.connection(token)).toBeUndefined()
  expect(reserve()).not.toBe(token)
})
