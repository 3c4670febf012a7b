import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assessment } from '../../../src/domain/chat/policy/assess-message.ts'

export interface Prompt {
  /** Kinds joined by "+" (`prompts.tsv`). */
  expected: string
  message: string
}

/** The tables beside this file, in the order in which they were written. */
export const tables = [
  'prompts.tsv',
  'prompts-round-1.tsv',
  'prompts-round-2.tsv',
  'prompts-round-3.tsv',
  'prompts-round-4.tsv',
  'prompts-round-5.tsv',
  'prompts-round-6.tsv',
  'prompts-round-7.tsv',
  'prompts-round-8.tsv',
  'prompts-mended.tsv',
]

/** The rows of a table of prompts beside this file. */
export const promptsOf = (file: string): Prompt[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => {
      const [expected = '', message = ''] = line.split('\t')
      return { expected, message }
    })

/** An assessment in the words of the tables. What else an emergency holds is not asked: its answer comes first. */
export function kindsOf({ emergency, adverseEvent, declined, promptInjection, queryType }: Assessment): string {
  if (emergency) return `emergency:${emergency.kind}`
  const kinds = [adverseEvent ? 'adverse_event' : '', declined ? `declined:${declined}` : '', promptInjection ? 'tampering' : ''].filter(
    (kind) => kind !== '',
  )
  if (kinds.length > 0) return kinds.join('+')
  return queryType === 'greeting' || queryType === 'off_topic' ? queryType : 'answer'
}

/** The kinds that a row expects, without the section of an ordinary question. */
export const expectedKinds = ({ expected }: Prompt): string => expected.replace(/^answer:.*/, 'answer')
