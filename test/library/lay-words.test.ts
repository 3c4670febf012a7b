import { expect, test } from 'vitest'
import { layPhrases } from '../../src/domain/library/search/lay-words.ts'
import { searchWords } from '../../src/language/folding.ts'

const meant = (said: string) => layPhrases(searchWords(said)).flatMap((phrase) => phrase.meant)

test.each([
  ['i threw up after my shot', ['vomiting', 'injection']],
  ['throwing away old needles', ['dispose', 'sharps']],
  ['am i ok to take my water pill', ['diuretic']],
  ['on blood thinners', ['anticoagulant']],
  ['is it safe when expecting', ['pregnancy']],
  ['low blood sugar', ['hypoglycemia']],
  ['my plan turned down the drug', ['appeal']],
])('everyday phrases are read by what labels call them, in any form: %s', (said, words) => {
  expect(meant(said)).toEqual(expect.arrayContaining(words))
})

test('the longest phrase counts, not the words in it', () => {
  expect(meant('throw up')).not.toContain('dispose')
  expect(meant('high blood sugar')).not.toContain('hypertension')
})
