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
