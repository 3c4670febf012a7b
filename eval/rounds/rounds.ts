import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '../measured.ts'

/** The rows of one file of a round: `blind` until it is scored, `regression` from then on. */
export interface Round<Row> {
  name: string
  kind: Kind
  folder: string
  rows: Row[]
}

const folders: [folder: string, kind: Kind][] = [
  [join(import.meta.dirname, '../regression/rounds'), 'regression'],
  [join(import.meta.dirname, '../blind'), 'blind'],
]

/** Every round that has a file of this name (JSON Lines), the oldest first; `ROUND=visitors-11` names one. */
export function roundsOf<Row>(file: string): Round<Row>[] {
  return folders.flatMap(([parent, kind]) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => existsSync(join(parent, name, file)) && name === (process.env.ROUND ?? name))
      .toSorted()
      .map((name) => ({ name, kind, folder: join(parent, name), rows: rowsIn<Row>(join(parent, name, file)) })),
  )
}

const rowsIn = <Row>(path: string): Row[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** "36 of 49 (.73)". */
export const shareOf = (part: number, whole: number) => `${part} of ${whole}${whole === 0 ? '' : ` (${(part / whole).toFixed(2)})`}`

/** How many rows of a part of them hold, as `shareOf` prints it. */
export const shareWhere = <Row>(rows: readonly Row[], among: (row: Row) => boolean, holds: (row: Row) => boolean) => {
  const part = rows.filter(among)
  return shareOf(part.filter(holds).length, part.length)
}
