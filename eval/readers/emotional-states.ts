import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentimentOf } from '../../src/domain/voice/insights/sentiment-of.ts'
import { type Result, rowByRow } from '../measured.ts'

const good = new Set(['grateful', 'satisfied', 'relieved', 'hopeful'])

/** The state of each row and the sign of its score. */
export function measure(): Result[] {
  const rows = readFileSync(join(import.meta.dirname, '../regression/voice/emotional-states.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string])
  return [
    rowByRow(
      'utterances of callers',
      'regression',
      rows,
      ([, text]) => text,
      ([state, text]) => {
        const found = sentimentOf(text)
        return found.state === state && Math.sign(found.score) === (state === 'neutral' ? 0 : good.has(state) ? 1 : -1)
      },
    ),
  ]
}
