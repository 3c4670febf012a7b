import { readBenefits } from '../../src/domain/voice/payer-calls/read-benefits.ts'
import { type Result, rowByRow } from '../measured.ts'
import { roundsOf, shareOf } from './rounds.ts'

interface Row {
  id: string
  turns: { speaker: 'agent' | 'representative'; text: string }[]
  stated: Record<string, number | string>
}

/** Calls to payers: the benefits stated, against those read. */
export function measure(): Result[] {
  return roundsOf<Row>('payer-calls.jsonl').map(({ name, kind, rows }) => {
    const read = rows.map((row) => {
      const got = Object.fromEntries(readBenefits(row.turns).map(({ field, value }) => [field as string, value]))
      const missed = Object.entries(row.stated).filter(([field]) => got[field] === undefined)
      const wrong = Object.entries(got).filter(([field, value]) => row.stated[field] !== value)
      return { ...row, got, missed, wrong }
    })
    const count = (of: (row: (typeof read)[number]) => number) => read.reduce((sum, row) => sum + of(row), 0)
    const [stated, told, wrong] = [
      count((row) => Object.keys(row.stated).length),
      count(({ got }) => Object.keys(got).length),
      count((row) => row.wrong.length),
    ]
    const figures = `; recall ${shareOf(told - wrong, stated)}, precision ${shareOf(told - wrong, told)}`
    return rowByRow(
      `round ${name}`,
      kind,
      read,
      (row) =>
        `${row.id}: ${[
          ...row.missed.map(([field, value]) => `missed ${field} ${value}`),
          ...row.wrong.map(([field, value]) => `wrong ${field} ${value} for ${row.stated[field] ?? 'nothing'}`),
        ].join('; ')}`,
      (row) => row.missed.length + row.wrong.length === 0,
      figures,
    )
  })
}
