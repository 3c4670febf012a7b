import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a user writes or says, as written from their view before any rule was read; `label` is empty where it reports and risks nothing. */
export interface UserRow {
  text: string
  /** A kind of emergency or a short kind of report (`adverse-mentions/rows.ts`); '' for neither. */
  label: string
  /** Rows that resemble each other no more than others do. */
  group: string
}

const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter(Boolean)

/** A third of what was written first taught nothing: it is there to score once. */
const isHeldBack = (_: unknown, at: number) => at % 3 === 2

const rowOf =
  (file: string) =>
  (line: string, at: number): UserRow => {
    const [text = '', label = ''] = line.split('\t').toReversed()
    return { text, label: label === '-' ? '' : label, group: `${file} ${Math.floor(at / 6)}` }
  }

/** The rows that teach, of the files that are split and of those written afterwards to teach. */
const teaching = (file: string): UserRow[] =>
  linesOf(file)
    .filter((line, at) => !isHeldBack(line, at))
    .map(rowOf(file))
const allOf = (file: string): UserRow[] => linesOf(file).map(rowOf(file))

/** Questions, and what else reports nothing and alarms nobody. */
export const userQuestions = (): UserRow[] => [...teaching('questions.txt'), ...allOf('more-ordinary.txt'), ...allOf('searched.txt')]
export const userEmergencies = (): UserRow[] => [...teaching('emergencies.txt'), ...allOf('more-emergencies.txt')]
/** Reports told without a word of cause. */
export const userReports = (): UserRow[] => [...teaching('told.txt'), ...allOf('more-told.txt')]
/** What callers say, turn by turn; of a call with a report only the report, as what stands beside it may belong to it. */
export const userCalls = (): UserRow[] => [
  ...readFileSync(join(import.meta.dirname, 'calls.txt'), 'utf8')
    .trim()
    .split(/\n\n+/u)
    .filter((block, at) => !isHeldBack(block, at))
    .flatMap((block, at) => {
      const turns = block.split('\n').flatMap((line): UserRow[] => {
        const found = /^c(?:\+(\w+))? (.+)$/u.exec(line)
        return found ? [{ text: found[2] ?? '', label: found[1] ?? '', group: `calls.txt ${Math.floor(at / 3)}` }] : []
      })
      const reports = turns.filter(({ label }) => label !== '')
      return reports.length > 0 ? reports : turns
    }),
  ...allOf('more-said.txt'),
]
