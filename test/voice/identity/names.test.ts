import { expect, test } from 'vitest'
import { matchNames } from '../../../src/domain/voice/identity/names.ts'

const name = (text: string) => {
  const [firstName = '', lastName = ''] = text.split('|')
  return { firstName, lastName }
}

test.each([
  ['José|Núñez', 'jose|nunez'],
  ['Tara|O’Brien', 'TARA|OBRIEN'],
  ['María|de la Cruz', 'maria|delacruz'],
  ['Ian|St. John', 'ian|saint john'],
  ['Jürgen|Müller', 'Juergen|Mueller'],
  ['Jürgen|Müller', 'Jurgen|Muller'],
  ['Mrs. Ellen|Price, Jr.', 'Ellen|Price'],
  ['Smith|John', 'John|Smith'],
  ['太郎|山田', '太郎|山田'],
  ['ｊｏｓé|Núñez', 'José|Núñez'],
])('%s is %s with full confidence', (claimed, onFile) => {
  expect(matchNames(name(claimed), name(onFile))).toBe(1)
})

test('what is less alike is less sure: folded, nickname, slip of the keyboard', () => {
  const confidences = ['William|Harris', 'Bill|Harris', 'Willaim|Harris', 'Walter|Harris'].map((claimed) =>
    matchNames(name(claimed), name('William|Harris')),
  )
  expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
  expect(new Set(confidences).size).toBe(4)
})

test.each([
  ['Mary Ann|Doyle', 'Mary Jane|Doyle'],
  ['María José|Peña', 'María Fernanda|Peña'],
  ['John Q|Public', 'John R|Public'],
  ['J|Baker', 'John|Baker'],
  ['Mr|Baker', 'John|Baker'],
  ['Ana|García López', 'Ana|García Pérez'],
  ['か|山田', 'が|山田'],
])('%s is not %s', (claimed, onFile) => {
  expect(matchNames(name(claimed), name(onFile))).toBe(0)
})

test.each(['|', 'John|', '|Smith', '...|---', '\u0301|\u200b'])('a claim without both names (%j) is nobody on file', (claimed) => {
  expect(matchNames(name(claimed), name('John|Smith'))).toBe(0)
})

test('two names without a letter are not the same person', () => {
  expect(matchNames(name('-|-'), name('.|.'))).toBe(0)
})

const guesses = 'Ada Grace Mary Ruth Ellen Clara Alice Edith Agnes Helen Julia Laura Maria Nancy'
test.each([
  [`${guesses}|Quill`, 'Maria|Quill'],
  [`${guesses}|Quill`, 'Ada|Quill'],
  ['Ada Grace Mary Ruth|Quill', 'Ruth|Quill'],
  ['Ada Grace Mary Ruth|Quill', 'Ada|Quill'],
  ['Ada-Grace.Mary/Ruth|Quill', 'Ada|Quill'],
  ['Ada and Grace and Mary and Ruth|Quill', 'Ada|Quill'],
  [`Quill|${guesses}`, 'Ada|Quill'],
  ['Quill Ada Grace Mary|Ada', 'Ada|Quill'],
  ['Ada|Quill Stone Brook Field', 'Ada|Quill'],
  ['Ada|Quill-Stone-Brook-Field', 'Ada|Quill'],
  ['Ada|van Quill van Stone van Brook van Field', 'Ada|Quill'],
  ['Ada|A B C Quill', 'Ada|Quill'],
  ['A B C Ada|Quill', 'Ada|Quill'],
  ['Mary Ann Ada Grace Ruth|Quill', 'Mary Ann|Quill'],
])('a field with more than two parts beyond the record is nobody: %s is not %s', (claimed, onFile) => {
  expect(matchNames(name(claimed), name(onFile))).toBe(0)
})

test.each([
  ['Mary Ann Grace|Doyle', 'Mary|Doyle'],
  ['Mary|Doyle Stone Brook', 'Mary|Doyle'],
  ['Mary|Doyle', 'Mary Ann Grace Ruth|Doyle'],
  ['Mrs. Mary|Doyle, Jr., MD', 'Mary|Doyle'],
  ['J O H N|S M I T H', 'John|Smith'],
])('two more parts, fewer parts, titles and spelled letters are no guesses: %s is %s', (claimed, onFile) => {
  expect(matchNames(name(claimed), name(onFile))).toBeGreaterThan(0)
})
