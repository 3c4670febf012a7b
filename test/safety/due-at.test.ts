import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueAt } from '../../src/domain/safety/reporting/due-at.ts'

const weekdays = [1, 2, 3, 4, 5]
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const due = (aware: string, dueHours: number, workingDays = weekdays, holidays: string[] = [], timeZone = 'America/New_York') =>
  dueAt(new Date(aware), { dueHours, workingDays, holidays: holidays.map((day) => new Date(day)), timeZone }).toISOString()

test('one business day from Friday at three is Monday at three', () => {
  expect(due('2026-11-20T20:00:00Z', 24)).toBe('2026-11-23T20:00:00.000Z')
})

test('what is learnt of on a Sunday is due at the end of Monday', () => {
  expect(due('2026-11-22T15:00:00Z', 24)).toBe('2026-11-24T05:00:00.000Z')
})

test('a holiday does not count', () => {
  expect(due('2026-11-25T20:00:00Z', 24, weekdays, ['2026-11-26'])).toBe('2026-11-27T20:00:00.000Z')
})

test('without free days the hours are those of the clock, also where clocks are set back', () => {
  expect(due('2026-10-31T20:00:00Z', 24, everyDay)).toBe('2026-11-01T20:00:00.000Z')
  expect(due('2026-11-20T20:00:00Z', 360, everyDay)).toBe('2026-12-05T20:00:00.000Z')
})

test('a day belongs to the zone of the contract', () => {
  // Saturday in Tokyo, Friday in New York.
  expect(due('2026-11-20T16:00:00Z', 1, weekdays, [], 'Asia/Tokyo')).toBe('2026-11-22T16:00:00.000Z')
  expect(due('2026-11-20T16:00:00Z', 1)).toBe('2026-11-20T17:00:00.000Z')
})

test('a deadline is never sooner than its hours, and later hours are due later', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 400 }),
      fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }),
      fc.constantFrom('America/New_York', 'Pacific/Auckland', 'UTC', 'America/Havana'),
      (aware, hours, days, zone) => {
        const at = (dueHours: number) => new Date(due(aware.toISOString(), dueHours, days, [], zone)).getTime()
        expect(at(hours) - aware.getTime()).toBeGreaterThanOrEqual(hours * 3_600_000)
        expect(at(hours + 1)).toBeGreaterThan(at(hours))
      },
    ),
    { numRuns: 50 },
  )
})
