import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passagesOf } from '../../src/domain/chat/answer/extractive/passages.ts'
import { rowsOf } from '../../src/domain/chat/answer/extractive/table-rows.ts'
import type { SourceBytes } from '../../src/domain/documents/document.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { paragraph } from '../support/documents.ts'
import { pdf, source } from './sources.ts'

// No row, cell or condition of a table is lost between the file and an answer: the row that is lost may be the one that forbids.

const nothing = '–'
const label = fc.constantFrom(
  'Less than 30',
  '30 to 59',
  '60 or more',
  'Adults',
  'Children from 6 years',
  'Under 25 kg',
  'On dialysis',
  'Liver disease',
)
const cell = fc.constantFrom('80 mg', '40 mg every 4 weeks', 'Do not take', 'Half the dose', 'Ask the doctor', '160 mg', '–', '-', '')
const widths = fc.integer({ min: 2, max: 5 })
const columns = ['Kidney function', 'Starting dose', 'Later dose', 'Most a day', 'Watch for']

/** A table as its author means it: column names, and rows of the same width whose first cells say for whom they are. */
const tables = widths.chain((width) =>
  fc.record({
    names: fc.constant(columns.slice(0, width)),
    rows: fc
      .uniqueArray(label, { minLength: 2, maxLength: 6 })
      .chain((labels) =>
        fc.tuple(...labels.map((first) => fc.array(cell, { minLength: width - 1, maxLength: width - 1 }).map((rest) => [first, ...rest]))),
      )
      // A row of a label alone is a line across the table.
      .filter((rows) => rows.every(([, ...rest]) => rest.some((text) => /\w/.test(text)))),
  }),
)
type Table = typeof tables extends fc.Arbitrary<infer T> ? T : never

const shown = (row: readonly string[]) => row.map((text) => (/\w/.test(text) ? text : nothing))
const intro = paragraph('How much to take goes by the kidneys.')

async function sectionsOf(file: SourceBytes) {
  return (await extractDocument(file)).sections
}

/** Each row must stand in a section with all of its columns, and be in a passage that may be quoted, with its names where they are known. */
async function expectWhole(file: SourceBytes, { names, rows }: Table) {
  const sections = await sectionsOf(file)
  const lines = sections.flatMap(({ content }) => content.split('\n'))
  const passages = sections.flatMap((section) => passagesOf(section)).filter(({ unquotable }) => !unquotable)
  for (const row of rows) {
    expect(lines).toContain(shown(row).join(' | '))
    const [first = '', ...rest] = row.filter((text) => /\w/.test(text))
    const said = passages.map((passage) => passage.shown.toLowerCase())
    expect(said.some((text) => [first, ...rest].every((part) => text.includes(part.toLowerCase())))).toBe(true)
  }
  expect(lines).toContain(names.join(' | '))
}

const html = ({ names, rows }: Table) =>
  `<!doctype html><html><body><main><h1>Dosing</h1><h2>Dose by kidney function</h2><p>${intro}</p><table><tr>${names
    .map((name) => `<th>${name}</th>`)
    .join('')}</tr>${rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')}</table></main></body></html>`

const markdown = ({ names, rows }: Table) =>
  [
    '# Dosing',
    '',
    '## Dose by kidney function',
    '',
    intro,
    '',
    ...[names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

const printed = ({ names, rows }: Table): Uint8Array => {
  const lines = [names, ...rows].flatMap((row, at) =>
    row.flatMap((text, column): [number, number, number, string][] =>
      text === '' ? [] : [[40 + column * 110, 600 - at * 16, 9, text.replace('–', '-')]],
    ),
  )
  return pdf([
    [
      [40, 720, 14, '#4.2 Dose by kidney function'],
      ...(intro.match(/.{1,90}(?: |$)/g) ?? []).map((line, at): [number, number, number, string] => [40, 690 - at * 13, 11, line]),
      ...lines,
    ],
  ])
}

type Print = [number, number, number, string]
const lineHeight = 11
const wrapped = (text: string) => (text === '' ? [] : (text.replace('–', '-').match(/.{1,16}(?: |$)/g) ?? []).map((line) => line.trim()))

/** Cells of several lines with some space between the rows, cell by cell or line by line across the table, as a file may have them. */
const printedInLines =
  (order: 'cell by cell' | 'line by line') =>
  ({ names, rows }: Table): SourceBytes => {
    let top = 600
    const prints = [names, ...rows].flatMap((row) => {
      const cells = row.map(wrapped)
      const height = Math.max(...cells.map(({ length }) => length))
      const own = cells.flatMap((lines, column) => lines.map((text, at): Print => [40 + column * 110, top - at * lineHeight, 9, text]))
      top -= height * lineHeight + 8
      return order === 'cell by cell' ? own : own.toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
    })
    return { bytes: pdf([[[40, 720, 14, '#4.2 Dose by kidney function'], ...prints]]), name: 'dosing.pdf', metadata: {} }
  }

/** Read line by line, a first cell that alone goes on in a line of its own may as well be a line across the table. */
const isPlain = ({ names, rows }: Table) =>
  [names, ...rows].every((row) => {
    const [first = 0, ...others] = row.map((text) => wrapped(text).length)
    return first <= Math.max(...others)
  })

describe.each([
  ['HTML', (table: Table) => source('dosing.html', html(table))],
  ['Markdown', (table: Table) => source('dosing.md', markdown(table))],
  ['PDF', (table: Table): SourceBytes => ({ bytes: printed(table), name: 'dosing.pdf', metadata: {} })],
  ['PDF, its cells of several lines', printedInLines('cell by cell')],
  ['PDF, its cells of several lines written across', printedInLines('line by line'), isPlain],
])('a table in %s', (_format, fileOf, isMeant = () => true) => {
  test('keeps each row with each cell in its column, and each may be quoted', async () => {
    await fc.assert(
      fc.asyncProperty(tables.filter(isMeant), async (table) => expectWhole(fileOf(table), table)),
      { numRuns: 40 },
    )
  })
})

const page = (table: string) =>
  source('dosing.html', `<!doctype html><html><body><main><h1>Dosing</h1><p>${intro}</p>${table}</main></body></html>`)
const linesIn = async (table: string) =>
  (await sectionsOf(page(table))).flatMap(({ content }) => content.split('\n')).filter((line) => line.includes(' | ') || line === 'Adults')

test('a cell over several columns says the same in each, and one over several rows in each of them', async () => {
  expect(
    await linesIn(`<table><tr><th>Kidney function</th><th>First dose</th><th>Later dose</th></tr>
      <tr><td>Less than 30</td><td colspan="2">Do not take</td></tr>
      <tr><td rowspan="2">30 to 59</td><td>40 mg</td><td>20 mg</td></tr><tr><td>20 mg</td><td></td></tr></table>`),
  ).toEqual([
    'Kidney function | First dose | Later dose',
    'Less than 30 | Do not take | Do not take',
    '30 to 59 | 40 mg | 20 mg',
    '30 to 59 | 20 mg | –',
  ])
})

test('below a line across a table the names of its columns stand again', async () => {
  expect(
    await linesIn(`<table><tr><th>Age</th><th>Dose</th><th>How often</th></tr><tr><td>6 to 17</td><td>40 mg</td><td>once</td></tr>
      <tr><td colspan="3">Adults</td></tr><tr><td>18 to 64</td><td>80 mg</td><td>–</td></tr></table>`),
  ).toEqual(['Age | Dose | How often', '6 to 17 | 40 mg | once', 'Adults', 'Age | Dose | How often', '18 to 64 | 80 mg | –'])
})

test('a long table that is cut into sections has its column names in each', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => `<tr><td>Group ${at}</td><td>${at + 1} mg every week</td><td>–</td></tr>`)
  const sections = await sectionsOf(page(`<table><tr><th>Group</th><th>Dose</th><th>Watch for</th></tr>${rows.join('')}</table>`))
  const withRows = sections.filter(({ content }) => content.includes('Group 5') || content.includes(' mg every week'))
  expect(withRows.length).toBeGreaterThan(1)
  for (const { content } of withRows) expect(content).toContain('Group | Dose | Watch for')
})

test('an empty row under a cell that reaches over it shifts no row below', async () => {
  expect(
    await linesIn(`<table><tr><th>Who</th><th>First</th><th>Then</th></tr><tr><td rowspan="2">Adults</td><td>80 mg</td><td>40 mg</td></tr>
      <tr></tr><tr><td>Children</td><td>20 mg</td><td>10 mg</td></tr></table>`),
  ).toEqual(['Who | First | Then', 'Adults | 80 mg | 40 mg', 'Children | 20 mg | 10 mg'])
})

test.each([
  { first: 'Adults | 80 mg | every 4 weeks', second: 'Children | 40 mg | every 4 weeks' },
  { first: 'Adults | 2 tablets | every 4 weeks', second: 'Children | 1 tablet | every 4 weeks' },
])('the first row of a table without column names is a row like the others: $first', ({ first, second }) => {
  const rows = rowsOf([first, second])
  expect(rows.map(({ label }) => label)).toEqual(['Adults', 'Children'])
  expect(rows.map(({ sentence }) => sentence)).toEqual([first, second].map((line) => line.replace(' | ', ': ').replace(' | ', '; ')))
})

test('columns that are named by an amount keep their names', () => {
  expect(rowsOf(['Who | 25 mg strength | 50 mg strength', 'Children | 1 tablet | none']).map(({ sentence }) => sentence)).toEqual([
    'Children: 25 mg strength 1 tablet; 50 mg strength: none',
  ])
})
