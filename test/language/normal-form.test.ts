import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalForm } from '../../src/platform/normal-form.ts'
import { text } from '../../src/platform/values.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 }).map((codes) => String.fromCodePoint(...codes)),
)
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
const phrases = /[\ufdfa\ufdfb]/u
const mostMarks = (said: string) => Math.max(0, ...(said.match(/[\p{M}\uff9e\uff9f]+/gu) ?? []).map((run) => [...run].length))

test('any text that people write has the normal forms of Unicode', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...forms), (said, form) => {
      fc.pre(mostMarks(said) <= 30 && !phrases.test(said))
      expect(normalForm(said, form)).toBe(said.normalize(form))
    }),
  )
})

test('no more than 30 marks stand in a row, and none is lost', () => {
  const marks = fc.array(fc.constantFrom('\u0301', '\u0323', '\u0345', '\u{1d165}', '\uff9e'), { minLength: 31, maxLength: 200 })
  fc.assert(
    fc.property(marks, (several) => {
      const read = normalForm(`a${several.join('')}`, 'NFC')
      for (const part of read.split('\u034f')) expect(mostMarks(part)).toBeLessThanOrEqual(30)
      const sorted = (one: string) => [...one.normalize('NFD').replaceAll('\u034f', '')].sort().join('')
      expect(sorted(read)).toBe(sorted(`a${several.join('')}`))
    }),
  )
})

test('a phrase that is one character stays one, so that no text grows many times', () => {
  expect(normalForm('a \ufdfa b', 'NFKC')).toBe('a \ufdfa b')
  expect(normalForm('\ufdfa'.repeat(1_000), 'NFKD')).toHaveLength(1_000)
})

test('a text far over its limit is refused before it is put into a normal form', () => {
  expect(text(10).safeParse('\u0301\u0323'.repeat(1_000_000)).error?.issues[0]?.message).toBe('must have at most 10 characters')
  expect(text(10).safeParse(` ${'e\u0301'.repeat(10)} `).data).toBe('é'.repeat(10))
})

test('every text gets its normal form here', async () => {
  for await (const file of glob('src/**/*.ts', { exclude: ['src/platform/normal-form.ts', 'src/**/generated/**'] }))
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/\.normalize\(/)
})
