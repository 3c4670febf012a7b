import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { medicineNames } from '../../src/domain/drugs/medicine-names.ts'
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

const isHeard = (message: string) => names.spelt(message) !== message

test('more than four of ten names that speech recognition wrote as other words are heard, and none is taken for another', () => {
  const found = rows.map(({ drug, message }) => ({ drug, message, places: names.places(names.spelt(message)) }))
  const heard = found.filter(({ drug, places }) => places.some((place) => place.drug.ingredient === drug.ingredient))
  const wrong = found.filter(({ drug, message, places }) => isHeard(message) && !places.some((place) => place.drug.name === drug.name))
  expect(heard.length / rows.length).toBeGreaterThanOrEqual(0.4)
  expect(wrong.map(({ message }) => names.spelt(message))).toEqual([])
})

test('no name is heard in messages without one', () => {
  expect(lines('not-heard.txt').filter(isHeard)).toEqual([])
})

const named4 = ['Taltz', 'Enbrel', 'Cosentyx', 'Evenity', 'Benlysta', 'Nucala'].flatMap((brand) => named(brand) ?? [])
const few = medicineNames([], named4)
test.each([
  ['how long do tall its pens keep', 'how long do Taltz pens keep'],
  ['are my consent ticks pens and in brel the same', 'are my Cosentyx pens and Enbrel the same'],
  ['is my tal tz covered', 'is my Taltz covered'],
])('%s: %s', (said, spelt) => expect(few.spelt(said)).toBe(spelt))

test.each([
  'Taltz, what are its side effects',
  'should I wait till it’s at room temperature',
  "I feel so sick I can't even eat since my shot",
  'my package has been lost twice',
  'viajo en abril con mi medicina',
  'sevelamer carbonate or sevelamer hydrochloride',
])('what is no name, or is one as it stands, stays: %s', (said) => expect(few.spelt(said)).toBe(said))

test('of more names than a library is about none is heard: nearly any two words sound like one', () => {
  const all = [...new Set(drugNames.values())].slice(0, 500)
  expect(medicineNames([], [...named4, ...all]).spelt('how long do tall its pens keep')).toBe('how long do tall its pens keep')
})

test('a name is read at once, however long its words are', () => {
  const endless = `my ${'bcdfg'.repeat(800)} ${'ptk'.repeat(1300)} pen`
  expect(few.spelt(endless)).toBe(endless)
})

test('what is reported is read as it stands: no medicine is blamed by its sound', () => {
  expect(few.places('my throat swelled after the tall its shot')).toEqual([])
})
