import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDetails } from '../../src/domain/safety/details/read-details.ts'

// docs/safety-reporting.md: what readers fill in, each with its words and place.

const day = '2026-11-25'
const read = (text: string, suspect: string | null = 'Cosentyx') => readDetails([{ text, place: {} }], { suspect, day })
const fields = (text: string, suspect?: string | null) => Object.fromEntries(read(text, suspect).map(({ field, value }) => [field, value]))

test('each value comes with its words and where they stand', () => {
  const text = 'Hi there. I got hives after the shot.  The lot number is A1234B, and it started on Tuesday.'
  for (const { words, start, end } of read(text)) expect(text.slice(start, end)).toBe(words)
  expect(read(text).map(({ field }) => field)).toEqual(expect.arrayContaining(['reporter', 'lotNumber', 'onset']))
})

test.each([
  ['lot A1234', 'A1234'],
  ['Batch no. 7K-220', '7K-220'],
  ['the lot number on the box says b 4 4 1 c', 'B441C'],
])('a lot number is read: %s', (text, lotNumber) => expect(fields(text)).toMatchObject({ lotNumber }))

test.each(['I have a lot of pain', 'lots of 12 pills', 'we sat in the parking lot for 20 minutes', 'a lot better than 2 weeks ago'])(
  'no lot number is made of: %s',
  (text) => expect(fields(text)).not.toHaveProperty('lotNumber'),
)

test.each([
  ['I have had a rash since Tuesday', '2026-11-24'],
  ['the rash started yesterday', '2026-11-24'],
  ['my legs have been swollen for three days', '2026-11-22'],
  ['I broke out in hives last night', '2026-11-24'],
  ['the headaches began in March', '2026-03'],
  ['been dizzy for two weeks', '2026-11'],
  ['I got a rash on October 3rd', '2026-10-03'],
])('the onset is as exact as it was said: %s', (text, onset) => expect(fields(text)).toMatchObject({ onset }))

test('what the medicine began with is no onset', () => {
  expect(fields('I started Cosentyx two weeks ago')).toEqual({ reporter: 'patient', therapyStart: '2026-11' })
  const both = fields("I've been on Cosentyx since June and I have had a rash since Monday")
  expect(both).toMatchObject({ therapyStart: '2026-06', onset: '2026-11-23' })
})

test.each([
  ['the rash is gone now', 'recovered'],
  ['the rash is getting better', 'recovering'],
  ['I still have the rash', 'not_recovered'],
  ['the swelling is getting worse', 'not_recovered'],
])('how it went: %s', (text, outcome) => expect(fields(text)).toMatchObject({ outcome }))

test('a dose and what it is for belong to the suspect medicine alone', () => {
  expect(fields('I take Cosentyx 300 mg every month for my psoriasis and got a rash')).toMatchObject({
    dose: '300 mg every month',
    indication: 'psoriasis',
  })
  expect(fields('I also take metformin 500 mg twice a day, and Cosentyx gave me hives')).not.toHaveProperty('dose')
  expect(fields('my glucose was 240 mg/dL after the shot')).not.toHaveProperty('dose')
})

test('other medicines count only where somebody says that they are taken', () => {
  expect(fields('I also take methotrexate')).toMatchObject({ concomitantMedications: 'methotrexate' })
  expect(fields('I stopped methotrexate last year')).not.toHaveProperty('concomitantMedications')
  expect(fields('my sister takes methotrexate')).not.toHaveProperty('concomitantMedications')
  expect(fields('they gave me Benadryl for it')).not.toHaveProperty('concomitantMedications')
})

test.each([
  ['I am a nurse at the clinic and one of our patients passed out', 'professional'],
  ['my husband has hives from Cosentyx', 'caregiver'],
  ['I have hives from Cosentyx', 'patient'],
])('who tells: %s', (text, reporter) => expect(fields(text)).toMatchObject({ reporter }))

test('whether somebody may be asked is what they said', () => {
  expect(fields('I got hives, you can call me')).toMatchObject({ reporterMayBeContacted: 'true' })
  expect(fields("I got hives, please don't call me")).toMatchObject({ reporterMayBeContacted: 'false' })
})

test('a question states nothing, and what is told in two ways is not known', () => {
  expect(fields('Is 300 mg of Cosentyx too much?')).not.toHaveProperty('dose')
  expect(fields('It is lot A1234. No, lot B9999.')).not.toHaveProperty('lotNumber')
})

test('whatever is said, words stand where they are said to, and no date is to come', () => {
  const pieces = [
    'since',
    'Tuesday',
    'lot',
    'A12',
    '3 days ago',
    'rash',
    'Cosentyx',
    'started',
    '40 mg',
    '.',
    '?',
    'for',
    'my',
    'psoriasis',
    'may',
    '31',
    '2027',
    '😀',
    '\n',
  ]
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }), (words) => {
      const text = words.join(' ')
      for (const { field, value, words: said, start, end } of read(text)) {
        expect(text.slice(start, end)).toBe(said)
        if (field === 'onset' || field === 'therapyStart') expect(value <= day).toBe(true)
      }
    }),
  )
})

test.each([
  ['She nearly died of the reaction to it', undefined],
  ['My cat died last month, and I have a sore arm from Cosentyx', undefined],
  ['My laptop died while I was typing about the rash', undefined],
  ['Grandma died years ago, and Cosentyx gave me hives', undefined],
  ['He felt sick after the shot and died', 'fatal'],
  ['My husband died. I had told the doctor about his rash.', 'fatal'],
  ['It did not take long, the rash was gone by noon', 'recovered'],
  ['He took the shot and passed in the night', 'fatal'],
  ['My brother did not survive the infusion', 'fatal'],
  ['She is no longer with us since the last dose', 'fatal'],
  ['My stomach is not back to normal yet', 'not_recovered'],
  ['The itching was gone, then it came back with the next shot', 'not_recovered'],
  ['My sense of smell is gone since the shot', 'not_recovered'],
  ['I just hope the swelling goes away soon', undefined],
  ['The rash is gone and I am still on it', 'recovered'],
])('how it went, not what was feared, hoped or is of somebody else: %s', (text, outcome) => expect(fields(text).outcome).toBe(outcome))

test.each([
  ['hives thirty seven days ago', '2026-10-19'],
  ['the rash started 11/10', '2026-11-10'],
  ['I got a rash three days after my shot on November 10th', '2026-11-13'],
  ['the day before Halloween I broke out in hives', '2026-10-30'],
  ['I had my dose on October 6 and the fever on October 8', '2026-10-08'],
  ['since the third infusion I have a headache', undefined],
  ['my pain has been 8/10 after the shot', undefined],
  ['I took 1/2 of a tablet and got hives', undefined],
  ['exp 09/26, and I have a rash', undefined],
])('the day on which it began, not that of the dose, a fraction or a number of doses: %s', (text, onset) =>
  expect(fields(text).onset).toBe(onset),
)

test.each([
  ['I have a rash. It is fine to call me.', 'true'],
  ['I have a rash. It is not fine to call me.', 'false'],
  ['I have a rash. No problem, you can call me.', 'true'],
  ['I have a rash. Please stop phoning me.', 'false'],
  ['I have a rash. Please take me off the list.', 'false'],
  ['I have a rash. The clinic never called me.', undefined],
])('whether they may be asked, as they said: %s', (text, said) => expect(fields(text).reporterMayBeContacted).toBe(said))

test.each([
  ['I injected 15 thousand units of Cosentyx', '15000 units'],
  ['I took 3 hundred mg of Cosentyx', '300 mg'],
])('a dose in figures and words is read whole: %s', (text, dose) => expect(fields(text)).toMatchObject({ dose }))

test('a telephone number in three parts is no National Drug Code', () => {
  expect(fields('I have a rash, call 5552-014-33')).not.toHaveProperty('ndcCode')
  expect(fields('I have a rash, NDC 0078-0639-41')).toMatchObject({ ndcCode: '0078-0639-41' })
})

test.each([
  'My blood sugar was 40 mg after Cosentyx',
  'I drank 500 ml of water with my Cosentyx and got a rash',
  'I lost 300 ml of blood after Cosentyx',
  'My calcium is 12 mg since Cosentyx',
  'My son weighs 12000 g and got a rash from Cosentyx',
  'I eat 20 grams of sugar and Cosentyx still made me dizzy',
  'They gave me 50 mg for the itching that came with Cosentyx',
  'I never took the 300 mg of Cosentyx but I have hives',
  'I did not inject 300 mg of Cosentyx',
])('what is in a body, was drunk, is given against it or was not taken is no dose: %s', (text) => {
  expect(fields(text)).not.toHaveProperty('dose')
})

test.each([
  ['My sugar went up after I took 300 mg of Cosentyx', '300 mg'],
  ['I never felt well after Cosentyx 150 mg', '150 mg'],
  ['They gave me 300 mg of Cosentyx for psoriasis and I got hives', '300 mg'],
  ['With water I took Cosentyx, 300 mg', '300 mg'],
])('a dose is one beside such words, too: %s', (text, dose) => expect(fields(text)).toMatchObject({ dose }))

test.each([
  'I was on Humira, then Cosentyx gave me a rash',
  'I was taking Humira until I switched to Cosentyx, and now I have a rash',
  'She used to take Humira but now Cosentyx gives her hives',
])('what was taken before the suspect is not taken beside it: %s', (text) => {
  expect(fields(text)).not.toHaveProperty('concomitantMedications')
})

test('what was taken when it began is taken beside it', () => {
  expect(fields('I was on Humira when Cosentyx gave me a rash')).toMatchObject({ concomitantMedications: 'Humira' })
})

test.each([
  'Last time my left knee blew up and I could not get my jeans on for three days',
  'the spot burns for two days each time',
  'they kept her in the hospital for five days with a rash',
  'since the second shot I cannot go for a week at a time',
])('how long it lasted is not when it began: %s', (text) => expect(fields(text)).not.toHaveProperty('onset'))

test.each([
  'my wife is due in May and was on Cosentyx',
  'we are having our baby in March, she took Cosentyx',
  'I forgot my Cosentyx for four days',
])('what is to come is no date, and a number no illness: %s', (text) => {
  expect(fields(text)).not.toHaveProperty('indication')
  expect(fields(text).therapyStart ?? '2026-11').toMatch(/^2026-11/)
})
