import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Result, rowByRow } from '../measured.ts'
import { byName, type Row, rowOf, rulesOfFile } from '../regression/policies/read-documents.ts'

const folder = new URL('../regression/policies/', import.meta.url)

const statements = (rows: readonly Row[], at: 2 | 3) => rows.flatMap((row) => (row[at] === null ? [] : [`${row[0]} ${row[1]} ${row[at]}`]))
const firsts = (rows: readonly Row[]) => rows.flatMap((row) => row[4].map((drug) => `${row[0]} ${row[1]} ${drug}`))

/** "7 of 11, 1 wrong": how many of the expected statements were found, and how many others. */
function compared(expected: readonly string[], got: readonly string[]): string {
  return `${expected.filter((one) => got.includes(one)).length} of ${expected.length}, ${got.filter((one) => !expected.includes(one)).length} wrong`
}

/** What policies in the manner of real payers say on prior authorization and step therapy. */
export async function measure(): Promise<Result[]> {
  const expected: Record<string, Row[]> = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))
  const read: { file: string; rows: Row[]; got: Row[] }[] = []
  for (const [file, rows] of Object.entries(expected)) {
    const { rules } = await rulesOfFile(new URL(file, folder))
    read.push({ file, rows: byName(rows), got: byName(rules.map(rowOf)) })
  }
  const all = (of: (rows: readonly Row[]) => string[]) =>
    compared(
      read.flatMap(({ file, rows }) => of(rows).map((one) => `${file} ${one}`)),
      read.flatMap(({ file, got }) => of(got).map((one) => `${file} ${one}`)),
    )
  const figures = [
    `prior authorization ${all((rows) => statements(rows, 2))}`,
    `step therapy ${all((rows) => statements(rows, 3))}`,
    `drugs to try first ${all(firsts)}`,
  ]
  return [
    rowByRow(
      'policy documents',
      'regression',
      read,
      ({ file }) => file,
      ({ rows, got }) => isDeepStrictEqual(got, rows),
      `; ${figures.join('; ')}`,
    ),
  ]
}
