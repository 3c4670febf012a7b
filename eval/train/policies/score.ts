import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureRound, type PolicyRow } from '../../rounds/policies.ts'

/** `node eval/train/policies/score.ts dev [document]`: what is read of one set's documents, and each row that is read otherwise. */
const [set = 'dev', document = ''] = process.argv.slice(2)
const folder = set.startsWith('round') ? join(import.meta.dirname, '../../regression/rounds', set) : join(import.meta.dirname, set)
const rows = readFileSync(join(folder, 'policies.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): PolicyRow => JSON.parse(line))
  .filter((row) => row.document.includes(document))
const result = await measureRound({ name: set, kind: 'regression', folder, rows })
if (!('missing' in result)) process.stdout.write(`${[...(result.wrong ?? []), `${set}: ${result.figures}`].join('\n')}\n`)
