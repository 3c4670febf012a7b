import { columnsOf } from '../../src/domain/safety/details/case-details.ts'
import { readDetails } from '../../src/domain/safety/details/read-details.ts'
import { type Result, rowByRow } from '../measured.ts'
import { roundsOf } from './rounds.ts'

/** What somebody tells of an adverse event, and the details that it states. */
export interface DetailRow {
  text: string
  suspect: string | null
  /** `YYYY-MM-DD` */
  day: string
  expected: Record<string, string | string[]>
}

/** The details of safety reports: of what is stated how much is read, of what is read how much is stated. */
export async function measure(): Promise<Result[]> {
  return roundsOf<DetailRow>('details.jsonl').map(({ name, kind, rows }) => {
    const read = rows.map((row) => ({ ...row, found: found(row) }))
    const counts = new Map<string, { right: number; read: number; stated: number }>()
    for (const { expected, found } of read) {
      for (const field of new Set([...Object.keys(expected), ...Object.keys(found)])) {
        const count = counts.get(field) ?? { right: 0, read: 0, stated: 0 }
        counts.set(field, count)
        const [wanted, got] = [valuesOf(expected[field]), valuesOf(found[field])]
        count.stated += wanted.length
        count.read += got.length
        count.right += got.filter((value) => wanted.some((one) => isSame(field, value, one))).length
      }
    }
    const all = [...counts.values()].reduce((one, other) => ({
      right: one.right + other.right,
      read: one.read + other.read,
      stated: one.stated + other.stated,
    }))
    const figures = [['all', all] as const, ...counts]
      .map(([field, { right, read, stated }]) => `${field} ${right} of ${stated} stated, ${read} read`)
      .join('; ')
    const label = ({ text, expected, found }: (typeof read)[number]) => `${JSON.stringify(found)} for ${JSON.stringify(expected)}: ${text}`
    return rowByRow(`round ${name}`, kind, read, label, isRight, `; ${figures}`)
  })
}

const found = ({ text, suspect, day }: DetailRow) =>
  Object.fromEntries(
    Object.entries(columnsOf(readDetails([{ text, place: {} }], { suspect, day }))).map(([field, value]) => [
      field,
      Array.isArray(value) ? value : String(value),
    ]),
  )

const valuesOf = (value: string | string[] | undefined): string[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9.]+/g, '')

/** A dose may come with how often it is taken, an indication with or without "severe". */
function isSame(field: string, read: string, stated: string): boolean {
  const [one, other] = [plain(read), plain(stated)]
  return field === 'dose' || field === 'indication' ? one.includes(other) || other.includes(one) : one === other
}

const isRight = ({ expected, found }: { expected: DetailRow['expected']; found: Record<string, string | string[]> }) =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].every((field) => {
    const [wanted, got] = [valuesOf(expected[field]), valuesOf(found[field])]
    return wanted.length === got.length && got.every((value) => wanted.some((one) => isSame(field, value, one)))
  })
