import type { ReportedBenefit } from '../../src/domain/payers/benefits.ts'
import { callForModel } from '../../src/domain/voice/analysis/transcript-for-model.ts'
import { benefitsByModel } from '../../src/domain/voice/payer-calls/benefits-by-model.ts'
import { quotedBenefits } from '../../src/domain/voice/payer-calls/quoted-benefits.ts'
import { readBenefits } from '../../src/domain/voice/payer-calls/read-benefits.ts'
import { type Result, rowByRow } from '../measured.ts'
import { type ScoredModel, scoredModel } from '../model.ts'
import { roundsOf, shareOf } from './rounds.ts'

interface Row {
  id: string
  turns: { speaker: 'agent' | 'representative'; text: string }[]
  stated: Record<string, number | string>
}

type Told = Record<string, number | string>
const valuesOf = (benefits: readonly ReportedBenefit[]): Told => Object.fromEntries(benefits.map(({ field, value }) => [field, value]))

/** Recall and precision of some readings of the calls. */
function figuresOf(read: readonly { stated: Told; got: Told }[]): string {
  const count = (of: (row: (typeof read)[number]) => number) => read.reduce((sum, row) => sum + of(row), 0)
  const stated = count((row) => Object.keys(row.stated).length)
  const told = count(({ got }) => Object.keys(got).length)
  const right = count(({ stated, got }) => Object.entries(got).filter(([field, value]) => stated[field] === value).length)
  return `recall ${shareOf(right, stated)}, precision ${shareOf(right, told)}`
}

/** Calls to payers: the benefits stated, against those read; with `--model`, also against what it reads and what both read. */
export async function measure(): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, kind, rows } of roundsOf<Row>('payer-calls.jsonl')) {
    const read = rows.map((row) => ({ ...row, got: valuesOf(readBenefits(row.turns)) }))
    const missed = ({ stated, got }: (typeof read)[number]) => Object.entries(stated).filter(([field]) => got[field] === undefined)
    const wrong = ({ stated, got }: (typeof read)[number]) => Object.entries(got).filter(([field, value]) => stated[field] !== value)
    results.push(
      rowByRow(
        `round ${name}`,
        kind,
        read,
        (row) =>
          `${row.id}: ${[
            ...missed(row).map(([field, value]) => `missed ${field} ${value}`),
            ...wrong(row).map(([field, value]) => `wrong ${field} ${value} for ${row.stated[field] ?? 'nothing'}`),
          ].join('; ')}`,
        (row) => missed(row).length + wrong(row).length === 0,
        `; ${figuresOf(read)}`,
      ),
    )
    const model = scoredModel()
    if (model) results.push({ set: `round ${name}, model`, kind, count: rows.length, figures: await byModel(model, read) })
  }
  return results
}

const patience = { timeoutMs: 300_000, retryDelayMs: 1_000 }

async function byModel({ chatModel }: ScoredModel, rows: readonly (Row & { got: Told })[]): Promise<string> {
  const model = await chatModel.load()
  const plainCall = { callType: 'benefits_verification', agentType: 'payer', verified: false, functions: [], flaggedAdverseEvents: 0 }
  const alone: { stated: Told; got: Told }[] = []
  for (const { turns, stated } of rows) {
    const answer = await benefitsByModel(model, callForModel({ ...plainCall, turns, streamed: [] }), patience).catch(() => undefined)
    alone.push({ stated, got: answer ? valuesOf(quotedBenefits(answer, turns)) : {} })
  }
  const both = alone.map(({ stated, got }, at) => ({
    stated,
    got: Object.fromEntries(Object.entries(got).filter(([field, value]) => rows[at]?.got[field] === value)),
  }))
  return `alone ${figuresOf(alone)}; confirmed ${figuresOf(both)}`
}
