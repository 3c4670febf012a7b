import { describe, expect, test } from 'vitest'
import { messageWords } from '../../src/language/message-words.ts'
import { inEnglish } from '../../src/language/spanish/in-english.ts'
import { leaning } from '../../src/language/spanish/spanish-or-english.ts'

const leaningOf = (said: string) => {
  const { text, words } = messageWords(said)
  return Math.sign(leaning(text, words))
}

describe('a Spanish question in English', () => {
  test.each([
    ['¿Puedo dejar Humira fuera de la nevera?', 'can I leave Humira out of the refrigerator?'],
    ['cada cuánto me inyecto', 'how often inject myself'],
    ['¿Cuáles son los efectos secundarios graves?', 'what are the serious side effects?'],
    ['cuanto cuesta sin seguro', 'how much does it cost without insurance'],
    ['Guardo las plumas en el refri', 'store the pens in the refrigerator'],
  ])('keeps names and takes the longest phrases: %s', (spanish, english) => {
    expect(inEnglish(spanish).toLowerCase()).toBe(english.toLowerCase())
  })

  test.each([
    ['puedo ponerla en la nebera', 'refrigerator'],
    ['estoy enbarazada y uso humira', 'pregnan'],
    ['donde me pongo la inyecsion', 'inject'],
    ['tengo diarea despues de la infucion', 'diarrhea'],
    ['me da comezon despues de inyectarmela', 'itching'],
    ['guardandola en la hielera', 'cooler'],
  ])('knows words without accents, misspelt as they sound, and with pronouns at their end: %s', (spanish, english) => {
    expect(inEnglish(spanish)).toContain(english)
  })

  test('has figures and unknown words as they were', () => {
    expect(inEnglish('¿Es seguro tomar 2.5 mg de Zorvexa con metotrexato?')).toBe('is it safe take 2.5 mg of Zorvexa with metotrexato?')
  })

  test.each([
    'Can I keep my pen out of the fridge?',
    'My son has once had a rash, come again?',
    'Je peux prendre le médicament avec de l’alcool?',
    'Humira',
    '',
  ])('another language stays as it is: %s', (said) => {
    expect(inEnglish(said)).toBe(said)
  })
})

describe('Spanish or English', () => {
  test.each([
    'efectos',
    'mi pluma',
    'dosis',
    'puedo dejar mi pen fuera del fridge',
    'alergia al latex',
    'refill por favor',
    'necesito el copay card',
  ])('is Spanish, however short or mixed: %s', (said) => expect(leaningOf(said)).toBe(1))

  test.each(['come again?', 'my son has a rash', 'is it a pen', 'control of blood sugar', 'que? i mean what is the dose for my son'])(
    'is English: %s',
    (said) => expect(leaningOf(said)).toBe(-1),
  )

  test.each(['no', 'me', '123', '?'])('is not told by: %s', (said) => expect(leaningOf(said)).toBe(0))
})
