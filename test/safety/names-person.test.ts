import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dangerOf } from '../../src/domain/safety/cases/danger.ts'
import { namesPerson } from '../../src/domain/safety/cases/names-person.ts'

test.each([
  'My name is jane roe and I got hives',
  'I am Jane Roe, I fainted after the shot',
  "I'm Jane A. Roe and my arm is swollen",
  'This is John Smith. I had a seizure.',
  'my husband John cannot breathe since Taltz',
  'Call me at (555) 010-4477',
  'call +1 555 010 4477',
  'my number is 5550104477',
  'write to jane.roe@example.org',
  'member ID W123456789',
  'Member number: 44821',
  'my ID is MEM-1042',
  'born 02/29/1980',
  'DOB: 1980-02-29',
  'my date of birth is February 29, 1980',
  'Me llamo juana pérez',
  'Mi nombre es Juana',
  'nací el 29 de febrero de 1980',
  'Soy Juana Pérez y tengo ronchas',
  'Mrs. Roe has hives',
])('%j names a person', (text) => expect(namesPerson(text)).toBe(true))

test.each([
  'I got a rash after my Emgality injection number 3 of 12',
  'I am sick since I took Humira 40 mg every 2 weeks',
  "I'm on Taltz 80 mg and my skin itches",
  'This is terrible, I cannot breathe',
  'My husband has hives since Stelara',
  'It began on 11/24/2026 at 10:30',
  'My blood pressure was 180/110 and my pulse 120',
  'I take 150 mg, 75 mg and 300 mg',
  'I weigh 220 lbs, 6 ft 1',
  'Soy diabética y tengo fiebre',
  'My doctor said to stop',
  'hives since Stelara',
])('%j names nobody', (text) => expect(namesPerson(text)).toBe(false))

test('what is graver ranks higher, whatever else is told; a name decides between equals', () => {
  const told = (severity: string | null, seriousness: string[] = [], name = false) =>
    dangerOf({ eventDescription: name ? 'My name is Jane' : 'A rash', severity, seriousness: seriousness as never })
  const ranked = [
    told('mild'),
    told('mild', [], true),
    told(null),
    told('moderate', [], true),
    told('severe'),
    told('mild', ['hospitalisation'], true),
    told(null, ['death']),
    told('life-threatening', [], true),
  ]
  expect(ranked.toSorted((one, two) => one - two)).toEqual(ranked)
  expect(new Set([told(null), told('moderate')]).size).toBe(1)
})

test('a detail is found in a text of any kind, in time linear in its length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.string({ maxLength: 500 }), (before, after) => {
      expect(namesPerson(`${before} jane.roe@example.org ${after}`)).toBe(true)
    }),
  )
  const cpu = (text: string) => {
    const begun = process.threadCpuUsage()
    for (let round = 0; round < 20; round++) namesPerson(text)
    const { user, system } = process.threadCpuUsage(begun)
    return user + system
  }
  for (const piece of ['a@', '1 ', '1-', 'A', 'My name ', 'born ', 'member id ', 'I am A', 'Mr ', 'x'.repeat(63)]) {
    const short = piece.repeat(Math.ceil(20_000 / piece.length))
    cpu(short)
    const [one, four] = [Math.max(cpu(short), 2_000), cpu(short.repeat(4))]
    expect(four, piece).toBeLessThan(one * 16)
  }
})
