import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { medicineNames, withNamesSpelt } from '../../src/domain/drugs/medicine-names.ts'
import { type DrugName, drugNames } from '../../src/domain/drugs/name-index.ts'
import { nameWords } from '../../src/language/folding.ts'

// Messages as a phone would write them down, by a language model that was asked for what recognisers make of names: 124 with a name in
// two or three other words, and 150 that name no medicine. The distances were chosen on these, the sounds without them.

const lines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
const named = (brand: string): DrugName | undefined => drugNames.get(nameWords(brand).join(''))
const rows = lines('heard-names.tsv').flatMap((line) => {
  const [brand = '', said = '', message = ''] = line.split('\t')
  const drug = named(brand)
  return drug && said.includes(' ') ? [{ drug, said, message }] : []
})
/** A library about as many medicines as no manufacturer has. */
const names = medicineNames([], [...new Set(rows.map(({ drug }) => drug))])

test('half of the names that speech recognition wrote as other words are heard, and nearly none is taken for another', () => {
  const found = rows.map(({ drug, message }) => ({ drug, places: names.places(message) }))
  const heard = found.filter(({ drug, places }) => places.some((place) => place.drug.ingredient === drug.ingredient))
  const wrong = found.flatMap(({ drug, places }) => places.filter((place) => place.heard && place.drug.ingredient !== drug.ingredient))
  expect(heard.length / rows.length).toBeGreaterThanOrEqual(0.5)
  expect(wrong.map((place) => place.drug.name)).toEqual([])
})

test('no name is heard in messages without one', () => {
  const heard = lines('not-heard.txt').flatMap((message) => names.places(message).filter((place) => place.heard))
  expect(heard.map((place) => place.drug.name)).toEqual([])
})

const taltz = medicineNames(
  [],
  ['Taltz', 'Enbrel', 'Cosentyx'].flatMap((brand) => named(brand) ?? []),
)
test.each([
  ['how long do tall its pens keep', 'how long do Taltz pens keep'],
  ['consent ticks and in brel together', 'Cosentyx and Enbrel together'],
  ['Taltz, what are its side effects', 'Taltz, what are its side effects'],
  ['viajo en abril con mi medicina', 'viajo en abril con mi medicina'],
])('%s: %s', (said, spelt) => expect(withNamesSpelt(said, taltz)).toBe(spelt))

test('what is written is not listened to', () => {
  expect(taltz.places('Tall its bearer stood.', 'written')).toEqual([])
})

test('of all medicines none is heard: without a library any two words sound like one', () => {
  expect(medicineNames([]).places('how long do tall its pens keep')).toEqual([])
})
