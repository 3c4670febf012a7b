import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roundsOf } from '../../rounds/rounds.ts'
import type { VisitorRow } from '../../rounds/visitors.ts'
import type { UserRow } from './users.ts'

/** What the tables and scored rounds of single messages call things, in the words of `UserRow`; '' for what reports and risks nothing. */
const labels: Record<string, string> = {
  plain: '',
  asked: '',
  not_selfharm: '',
  near: '',
  selfharm: 'self_harm',
  product_complaint: 'product',
  symptom: 'side',
  side_effect: 'side',
  hospitalization: 'side',
  death: 'side',
  wrong_dose: 'over',
  medication_error: 'error',
  exposure_pregnancy: 'preg',
  pregnancy: 'preg',
  lack_of_effect: 'lack',
  no_effect: 'lack',
  defect_with_harm: 'product',
  '911': 'medical',
  '988': 'self_harm',
  poison: 'overdose',
}

/** Rows that resemble each other no more than others do. */
const together = 6

/** What the readers learn. */
const learnt = new Set(['', 'self_harm', 'self_harm_act', 'medical', 'overdose', 'side', 'over', 'error', 'preg', 'lack', 'product'])

/** @throws where a label is none that the readers learn: it would teach that nothing is reported */
function rowOf(text: string, said: string, group: string, at: number): UserRow {
  const label = labels[said] ?? said
  if (!learnt.has(label)) throw new Error(`${group}: no label ${said}`)
  return { text, label, group: `${group} ${Math.floor(at / together)}` }
}

const tables = [
  'selfharm',
  'not_selfharm',
  'emergencies',
  'harm_fragments',
  'plain',
  'long',
  'situations',
  'alarming',
  'twins',
  'told-stories',
  'lives',
  'asides',
  'asked',
  'despair',
  'dangers',
  'harms',
  'pairs',
  'calm',
  'indirect',
  'weeks',
]

/** The rows of a table of `visitors`: a text, a tab and what it is, which the table's name says where its rows do not. */
function tableRows(table: string): UserRow[] {
  const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'visitors', `${table}.tsv`), 'utf8')
    .trim()
    .split('\n')
  const hasKind = head.endsWith('\tkind')
  return lines.map((line, at) => {
    const [text = '', kind = ''] = line.split('\t')
    return rowOf(text, hasKind ? kind : table, table, at)
  })
}

/**
 * Single messages as visitors write them: the tables of `visitors`, and the rounds that have been scored. `self_harm_act` is something
 * done to die, which needs 911 before anything else.
 */
export const visitorRows = (): UserRow[] => [
  ...tables.flatMap(tableRows),
  ...roundsOf<VisitorRow>('visitors.jsonl')
    .filter(({ kind }) => kind === 'regression')
    .flatMap(({ name, rows }) =>
      rows.filter(({ set }) => set !== 'optouts').map(({ set, text, want }, at) => rowOf(text, want ?? set, `${name} ${set}`, at)),
    ),
]
