import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome, CallToAnalyse } from '../../../src/domain/voice/analysis/analysis-schema.ts'
import { turnsOf } from '../../../src/domain/voice/analysis/transcript-turns.ts'

/** A whole call (whole-calls.txt) and what came of it. */
export interface WholeCall {
  name: string
  outcome: CallOutcome
  callback: boolean
  medicines: string[]
  call: CallToAnalyse
}

const speakers: Record<string, string> = { A: 'Agent', U: 'User', R: 'Representative' }

export const wholeCalls = (): WholeCall[] =>
  readFileSync(join(import.meta.dirname, 'whole-calls.txt'), 'utf8')
    .split(/^=== /mu)
    .slice(1)
    .map((text) => {
      const [head = '', ...lines] = text.trim().split('\n')
      const [name = '', outcome, callback, medicines = '-', options = ''] = head.split(' | ')
      const isPayer = options.includes('payer')
      return {
        name,
        outcome: outcome as CallOutcome,
        callback: callback === 'yes',
        medicines: medicines === '-' ? [] : medicines.split(', '),
        call: {
          turns: turnsOf(lines.map((line) => line.replace(/^[AUR](?=:)/u, (side) => speakers[side] ?? side)).join('\n')),
          callType: isPayer ? 'benefits_verification' : 'patient',
          agentType: isPayer ? 'payer' : 'patient',
          verified: options.includes('verified'),
          functions: [...options.matchAll(/fn:(\w+)=(ok|fail)/gu)].map(([, called = '', result]) => ({
            name: called,
            succeeded: result === 'ok',
            message: null,
          })),
          flaggedAdverseEvents: 0,
        },
      }
    })
