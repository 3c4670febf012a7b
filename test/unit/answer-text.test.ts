import { expect, test } from 'vitest'
import { blocksOf, phonesIn, plainText, telOf } from '../../src/web/answer-text.ts'

const base = 'https://care.example/'
const piecesOf = (text: string) => blocksOf(text, { base }).flatMap(({ lines }) => lines.flat())

test('bold, lists and links are read as what they mean, and a title heads what is from it', () => {
  expect(blocksOf('Storage\nKeep it **cold**.\nIn its carton.\n\n- One\n- Two\n1. First', { base, titles: ['Storage'] })).toEqual([
    { kind: 'source', lines: [[{ text: 'Storage' }]] },
    { kind: 'paragraph', lines: [[{ text: 'Keep it ' }, { text: 'cold', kind: 'bold' }, { text: '.\nIn its carton.' }]] },
    { kind: 'ul', lines: [[{ text: 'One' }], [{ text: 'Two' }]] },
    { kind: 'ol', lines: [[{ text: 'First' }]] },
  ])
  expect(piecesOf('See [travel](/content/7) or www.care.example/a.')).toEqual([
    { text: 'See ' },
    { text: 'travel', href: 'https://care.example/content/7' },
    { text: ' or ' },
    { text: 'www.care.example/a', href: 'https://www.care.example/a' },
    { text: '.' },
  ])
})

test('a link leads to a page, a telephone or a mailbox, or nowhere; HTML is text', () => {
  expect(piecesOf('[a](javascript:alert(1)) [b](data:text/html,x) <b onclick="x">c</b>').filter(({ href }) => href)).toEqual([])
  expect(piecesOf('<img src=x onerror=alert(1)>')).toEqual([{ text: '<img src=x onerror=alert(1)>' }])
  expect(piecesOf('Write to help@care.example').at(-1)).toEqual({ text: 'help@care.example', href: 'mailto:help@care.example' })
  expect(piecesOf('Call 1-800-FDA-1088').at(-1)).toEqual({ text: '1-800-FDA-1088', kind: 'phone', href: 'tel:+18003321088' })
})

test("911 is a line to call only in what the service says itself; a label's figure is none", () => {
  expect(piecesOf('Call 911').some(({ href }) => href)).toBe(false)
  expect(blocksOf('Call 911', { base, emergencyLines: true })[0]?.lines[0]?.at(-1)).toEqual({
    text: '911',
    kind: 'phone',
    href: telOf('911'),
  })
  expect(phonesIn('Call 911 or 988, then 911')).toEqual(['911', '988'])
})

test('without its marks an answer is its words', () => {
  expect(plainText('**Keep** it cold.\n\n- In [its](https://a.example) carton')).toBe('Keep it cold.\nIn its carton')
})

test('instructions that are cut into sections keep the numbers of their steps, also where they are read aloud', () => {
  const text = '5. Remove the cap.\nKeep it clean.\n6. Inject 0.5 mL.'
  expect(blocksOf(text, { base }).map(({ kind, start }) => [kind, start])).toEqual([
    ['ol', 5],
    ['paragraph', undefined],
    ['ol', 6],
  ])
  expect(plainText(text)).toBe('5. Remove the cap.\nKeep it clean.\n6. Inject 0.5 mL.')
})
