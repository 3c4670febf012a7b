import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitAfter } from '../../src/domain/integrations/retry-schedule.ts'

// docs/events.md.

test('ten attempts span 75 hours and a half, and at most a tenth more', () => {
  const hours = (random: number) =>
    Array.from({ length: 9 }, (_, at) => (waitAfter(at + 1, 0, random) ?? 0) / 3600).reduce((one, two) => one + two)
  expect(hours(0)).toBeCloseTo(75.58, 2)
  expect(hours(1)).toBeCloseTo(hours(0) * 1.1, 5)
  expect(waitAfter(10)).toBeUndefined()
})

test('nothing comes sooner than the schedule or the receiver says, and no receiver asks for more than a day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, asked, random) => {
        const wait = waitAfter(attempts, asked, random) ?? 0
        expect(wait).toBeGreaterThanOrEqual(waitAfter(attempts, 0, 0) ?? 0)
        expect(wait).toBeGreaterThanOrEqual(Math.min(asked, 86_400))
        expect(wait).toBeLessThanOrEqual(86_400 * 1.1)
      },
    ),
  )
})
