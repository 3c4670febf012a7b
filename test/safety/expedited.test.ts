import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expedited } from '../../src/domain/safety/reporting/expedited.ts'

// The JSON of a case claims that it meets the criteria for an expedited report only where a reviewer has confirmed what they need.

const whole = { reviewState: 'confirmed', seriousness: ['hospitalisation'], medicationName: 'Humira', patientId: 7 }

test('a confirmed, serious case with a patient and a suspect medicine meets the criteria', () => {
  expect(expedited(whole)).toMatchObject({ value: true })
})

test.each(['open', 'in_review'])('nothing is claimed of a case that is %s, however serious', (reviewState) => {
  expect(expedited({ ...whole, reviewState, seriousness: ['death'] })).toEqual({
    value: null,
    reason: 'No reviewer has confirmed the case.',
  })
})

test('a dismissed case does not meet them', () => {
  expect(expedited({ ...whole, reviewState: 'dismissed' }).value).toBe(false)
})

test('a case is claimed to meet them exactly where all of it is there, and there is always a reason', () => {
  const states = fc.constantFrom('open', 'in_review', 'confirmed', 'dismissed')
  const criteria = fc.subarray(['death', 'life_threatening', 'medically_important'])
  fc.assert(
    fc.property(
      states,
      criteria,
      fc.constantFrom('Humira', '', null),
      fc.constantFrom(7, null),
      (reviewState, seriousness, medicationName, patientId) => {
        const { value, reason } = expedited({ reviewState, seriousness, medicationName, patientId })
        expect(value === true).toBe(reviewState === 'confirmed' && seriousness.length > 0 && Boolean(medicationName) && patientId !== null)
        expect(reason).not.toBe('')
      },
    ),
  )
})
