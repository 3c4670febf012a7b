import { describe, expect, test } from 'vitest'
import { medicineNames } from '../../src/domain/drugs/medicine-names.ts'
import { productsTaught } from '../../src/domain/drugs/products-taught.ts'
import { unknownNames } from '../../src/domain/drugs/unknown-names.ts'

const namesIn = (text: string, known: readonly string[] = []) =>
  unknownNames(text, (word) => known.includes(word)).map(({ start, end }) => text.slice(start, end))

describe('a product that no dictionary has', () => {
  test.each([
    ['side effects of Quelbrimab?', 'Quelbrimab'],
    ['how do i use my zorvexa pen', 'zorvexa'],
    ['can I take Velnorix with food', 'Velnorix'],
    ['is it normal to be tired on trelgaza', 'trelgaza'],
    ['what does the EasyTouch pen do', 'EasyTouch'],
  ])('is found where a product stands: %s', (text, name) => expect(namesIn(text)).toEqual([name]))

  test.each([
    'how do I take my medecine',
    'what is the dose for childern',
    'can I use sunscreen with it',
    'my wife Marisol takes it, we fly to Lisbon',
    'storing it in the refridgerator',
    'what if I miss my injecton',
  ])('is no English word, also misspelt, and nobody elsewhere: %s', (text) => expect(namesIn(text)).toEqual([]))

  test('is no word that the library itself uses', () => expect(namesIn('dose of zorvexa', ['zorvexa'])).toEqual([]))
})

describe('a library teaches its products', () => {
  const section = (title: string, content: string) => ({ title, sectionHeader: null, content })

  test('also those that the dictionary lists as no medicine, and no ordinary words', () => {
    const names = medicineNames(
      productsTaught([
        section('EasyTouch pen: instructions', 'Hold the EasyTouch pen against your skin. Store EasyTouch pens in a dry place.'),
        section('Slow Release tablets', 'Swallow the Release tablets whole. The Release tablets are white.'),
      ]),
    )
    expect(names.places('my EasyTouch pen, a Release tablet').map(({ drug }) => drug.name)).toEqual(['EasyTouch'])
  })
})
