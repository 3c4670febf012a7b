import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { standaloneQuestion } from '../../src/domain/chat/answer/extractive/standalone-question.ts'
import { type Result, rowByRow } from '../measured.ts'
import { turnsOf } from './verdicts.ts'

/** A question asked in a conversation, rewritten to stand by itself. */
export function measure(): Result[] {
  const rows = readFileSync(join(import.meta.dirname, '../regression/chat/standalone-questions.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [earlier = '', message = '', expected = ''] = line.split('\t')
      return { earlier, message, expected: expected === '=' ? message : expected }
    })
  return [
    rowByRow(
      'conversations',
      'regression',
      rows,
      ({ earlier, message }) => `${earlier} / ${message}`,
      ({ earlier, message, expected }) => standaloneQuestion(message, turnsOf(earlier)) === expected,
    ),
  ]
}
