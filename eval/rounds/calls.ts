import type { CallAnalysis, CallOutcome } from '../../src/domain/voice/analysis/analysis-schema.ts'
import { createCallAnalyser } from '../../src/domain/voice/analysis/analysis-with-fallback.ts'
import { callReader } from '../../src/domain/voice/analysis/call-reader.ts'
import { utteranceReaders } from '../../src/domain/voice/analysis/utterance-readers.ts'
import type { Turn } from '../../src/language/dialogue.ts'
import { createLog } from '../../src/platform/log.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { type Result, rowByRow } from '../measured.ts'
import { scoredModel } from '../model.ts'
import { roundsOf, shareOf } from './rounds.ts'

interface Row {
  id: string
  turns: { speaker: 'agent' | 'caller'; text: string }[]
  reports: { kind: string; quote: string }[]
  outcome: CallOutcome
  acceptable_outcomes?: CallOutcome[]
  callback: boolean
  medicines: string[]
}

const plainCall = { callType: 'patient', agentType: 'patient', verified: false, functions: [], flaggedAdverseEvents: 0 }
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether two quotes are of the same words: half of the shorter one's are in the other. */
function overlaps(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [Set<string>, Set<string>]
  return [...shorter].filter((word) => longer.has(word)).length >= shorter.size / 2
}

const includesName = (names: readonly string[], name: string) =>
  names.some((one) => one.toLowerCase().includes(name.toLowerCase()) || name.toLowerCase().includes(one.toLowerCase()))

/** Whole calls, analysed locally, or by the model of `--model`: adverse events, outcome, callback, medicines. */
export async function measure(): Promise<Result[]> {
  const embeddings = new CachedEmbeddings(1)
  const readers = utteranceReaders((texts) => embeddings.embedDocuments(texts))
  const analyser = createCallAnalyser({ chatModel: scoredModel()?.chatModel, reader: callReader(readers), log: createLog('error') })
  const results: Result[] = []
  for (const { name, kind, rows } of roundsOf<Row>('calls.jsonl')) {
    const read: (Row & { got: CallAnalysis })[] = []
    for (const row of rows) {
      const turns: Turn[] = row.turns.map(({ speaker, text }) => ({ speaker: speaker === 'caller' ? 'user' : 'agent', text }))
      read.push({ ...row, got: (await analyser.analyse({ ...plainCall, transcript: null, utterances: turns })).analysis })
    }
    const count = (of: (row: (typeof read)[number]) => number) => read.reduce((sum, row) => sum + of(row), 0)
    const found = ({ reports, got }: (typeof read)[number]) =>
      reports.filter(({ quote }) => got.adverseEvents.some(({ description }) => overlaps(quote, description)))
    const strange = ({ reports, got }: (typeof read)[number]) =>
      got.adverseEvents.filter(({ description }) => !reports.some(({ quote }) => overlaps(quote, description)))
    const rightOutcome = ({ got, outcome, acceptable_outcomes = [] }: (typeof read)[number]) =>
      [outcome, ...acceptable_outcomes].includes(got.callOutcome)
    const rightCallback = ({ got, callback }: (typeof read)[number]) => got.callbackRequested === callback
    const missed = ({ got, medicines }: (typeof read)[number]) => medicines.filter((one) => !includesName(got.medications, one))
    const figures = [
      `adverse events found ${shareOf(
        count((row) => found(row).length),
        count((row) => row.reports.length),
      )}`,
      `calls with a false case ${shareOf(
        count((row) => Number(strange(row).length > 0)),
        read.length,
      )}`,
      `outcome ${shareOf(
        count((row) => Number(rightOutcome(row))),
        read.length,
      )}`,
      `callback ${shareOf(
        count((row) => Number(rightCallback(row))),
        read.length,
      )}`,
      `medicines ${shareOf(
        count((row) => row.medicines.length - missed(row).length),
        count((row) => row.medicines.length),
      )}`,
    ].join(', ')
    const wrongParts = (row: (typeof read)[number]) => [
      ...row.reports.filter((report) => !found(row).includes(report)).map(({ quote }) => `missed "${quote}"`),
      ...strange(row).map(({ description }) => `false "${description}"`),
      ...(rightOutcome(row) ? [] : [`${row.got.callOutcome} for ${row.outcome}`]),
      ...(rightCallback(row) ? [] : [row.callback ? 'no callback' : 'false callback']),
      ...missed(row).map((one) => `no ${one}`),
    ]
    results.push(
      rowByRow(
        `round ${name}`,
        kind,
        read,
        (row) => `${row.id}: ${wrongParts(row).join('; ')}`,
        (row) => wrongParts(row).length === 0,
        `; ${figures}`,
      ),
    )
  }
  await embeddings.close()
  return results
}
