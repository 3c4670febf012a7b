import { expect, test } from 'vitest'
import type { Block } from '../../src/domain/documents/block.ts'
import { cutSections } from '../../src/domain/documents/cut-sections.ts'

const words = (count: number, prefix = 'word') => Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(' ')
const heading = (level: number, text: string): Block => ({ level, text })
const text = (text: string): Block => ({ text })
const length = (content: string) => content.split(/\s+/).length
const headers = (blocks: Block[]) => cutSections('Pen', blocks).map(({ header }) => header)

test('the text of a heading up to 280 words is one section', () => {
  expect(cutSections('Pen', [heading(1, 'Storage'), text(words(140)), text(words(140))])).toHaveLength(1)
})

test('longer text is cut into even parts at the ends of paragraphs', () => {
  const sections = cutSections('Pen', [
    heading(1, 'Storage'),
    ...Array.from({ length: 12 }, (_, index) => text(`${words(50, `paragraph${index}w`)}.`)),
  ])
  expect(sections.map(({ content }) => length(content))).toEqual([200, 200, 200])
})

test('text without paragraphs is cut at sentences, an endless sentence between words', () => {
  const sentences = cutSections('Pen', [
    text(Array.from({ length: 40 }, (_, index) => `Sentence ${words(13, `s${index}w`)} ends.`).join(' ')),
  ])
  for (const { content } of sentences) expect(content).toMatch(/^Sentence .* ends\.$/)
  const endless = cutSections('Pen', [text(words(2000))])
  expect(endless.every(({ content }) => length(content) <= 320)).toBe(true)
  expect(endless.map(({ content }) => content).join(' ')).toBe(words(2000))
  expect(cutSections('Pen', [text(Array.from({ length: 9000 }, (_, index) => `longword${index}`).join(''))]).length).toBeGreaterThan(5)
})

test('a list is not torn from the line that introduces it', () => {
  const items = Array.from({ length: 30 }, (_, index) => text(`- ${words(10, `i${index}w`)}`))
  for (const { content } of cutSections('Pen', [text(words(195)), text('Tell your doctor if you have:'), ...items]))
    expect(content).not.toMatch(/:$/)
})

test('a sentence is not torn from the one that it goes on from', () => {
  const long = Array.from({ length: 13 }, (_, index) => `Sentence ${words(13, `s${index}w`)} ends.`)
  const rule = [
    'If you miss a dose within 7 days of it, inject it now.',
    'This puts you back.',
    'If it is more than 7 days, wait for the next.',
  ]
  for (let at = 8; at <= 13; at++) {
    const sections = cutSections('Pen', [text([...long.slice(0, at), ...rule, ...long].join(' '))])
    expect(sections.filter(({ content }) => rule.every((sentence) => content.includes(sentence)))).toHaveLength(1)
  }
})

test('short siblings of one type are joined under their parent, others are not', () => {
  const sections = cutSections('Pen', [
    heading(1, 'Recommended dose'),
    heading(2, 'Adults'),
    text('One tablet.'),
    heading(2, 'Children'),
    text('Half a tablet.'),
    heading(2, 'Storage'),
    text('Below 25 degrees is best for it.'),
  ])
  expect(sections.map(({ header, content }) => [header, content])).toEqual([
    ['Recommended dose', 'Adults\nOne tablet.\nChildren\nHalf a tablet.'],
    ['Storage', 'Below 25 degrees is best for it.'],
  ])
})

test('a heading is shown without number and capitals, with its parent where alone it says nothing', () => {
  expect(
    headers([heading(1, '2 DOSAGE AND ADMINISTRATION'), heading(2, '2.1 Recommended Dosage'), heading(3, 'Adults'), text(words(50))]),
  ).toEqual(['Recommended Dosage: Adults'])
  expect(headers([heading(1, '4.4 WARNING: RISK OF HIV WITH PEN'), text(words(50))])).toEqual(['Warning: risk of HIV with Pen'])
  expect(headers([text(words(50))])).toEqual([null])
})

test('tables of contents, empty headings and repetitions make no section', () => {
  expect(
    headers([
      heading(1, 'What is in this leaflet'),
      text('1. What Pen is 2. How to use Pen'),
      heading(1, 'Empty'),
      heading(1, 'Storage'),
      text(words(30)),
      heading(1, 'STORAGE'),
      text(words(30)),
    ]),
  ).toEqual(['Storage'])
})

test('a few words under a heading of their own are kept: they may be the dose', () => {
  const blocks = [
    heading(2, 'Storage'),
    text(words(30)),
    heading(2, 'Recommended dose'),
    text('80 mg once monthly'),
    heading(2, 'Other'),
    text(words(30)),
  ]
  expect(cutSections('Pen', blocks).map(({ header, content }) => [header, content.slice(0, 18)])).toContainEqual([
    'Recommended dose',
    '80 mg once monthly',
  ])
})
