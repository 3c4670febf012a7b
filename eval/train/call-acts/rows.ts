import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOfText } from '../../../src/domain/chat/policy/language.ts'
import { transcriptSentences } from '../../../src/language/sentences.ts'
import { isHeldOut, talks } from '../../corpora/sentences.ts'
import { seeded, shuffled } from '../../random.ts'
import { roundsOf } from '../../rounds/rounds.ts'
import type { VisitorRow } from '../../rounds/visitors.ts'
import { visitorRows } from '../users/visitors.ts'

/** A sentence and what it does in a call; none for talk that does nothing of these. */
export interface ActRow {
  text: string
  acts: readonly string[]
  weight: number
}

/** So many sentences are made from a line of templates, and count so much beside one that a person wrote. */
const fromTemplate = { sentences: 14, weight: 0.5 }

/** The lines of a table: a head in brackets names the acts of those below it. */
function linesOf(file: string): { line: string; acts: string[] }[] {
  let acts: string[] = []
  const rows: { line: string; acts: string[] }[] = []
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    const head = /^\[(.+)\]$/u.exec(line)?.[1]
    if (head) acts = head.split(' ').filter((act) => act !== 'other')
    else if (line.trim() !== '' && !line.startsWith('#')) rows.push({ line: line.trim(), acts })
  }
  return rows
}

/** The sentences that somebody wrote for a side (`caller`, `answerer`). */
export const writtenRows = (side: string): ActRow[] =>
  linesOf(`${side}-acts.txt`).map(({ line, acts }) => ({ text: line, acts, weight: 1 }))

/** Sentences made from the templates of a side: of each line a sample, always the same. */
export function madeRows(side: string): ActRow[] {
  const random = seeded(7)
  return linesOf(`${side}-templates.txt`).flatMap(({ line, acts }) => {
    const made = Array.from({ length: fromTemplate.sentences }, () =>
      line
        .replace(/\(([^)]*)\)/gu, (_, choices: string) => {
          const all = choices.split('|')
          return all[Math.floor(random() * all.length)] ?? ''
        })
        .replace(/\s+/gu, ' ')
        .trim(),
    )
    return [...new Set(made)].map((text) => ({ text, acts, weight: fromTemplate.weight }))
  })
}

const actsOf: Record<string, string[]> = {
  declined: ['declined', 'optout'],
  opt_out: ['declined', 'optout'],
  callback: ['callback'],
  nocallback: ['nocallback'],
  other: [],
  neither: [],
}

/** What callers say of being called, written from their view (../users/visitors), and the rounds of it that have been scored. */
export const calledRows = (): ActRow[] => [
  ...readFileSync(join(import.meta.dirname, '../users/visitors/calls.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([text = '', act = '']) => ({ text, acts: actsOf[act] ?? [], weight: 1 })),
  ...roundsOf<VisitorRow>('visitors.jsonl')
    .filter(({ kind }) => kind === 'regression')
    .flatMap(({ rows }) => rows.filter(({ set }) => set === 'optouts'))
    .map(({ text, want = '' }) => ({ text, acts: actsOf[want] ?? [], weight: 1 })),
  // Spanish is read for these acts alone, so what else is said in it is none.
  ...visitorRows()
    .filter(({ text }) => languageOfText(text) === 'es')
    .map(({ text }) => ({ text, acts: [], weight: 1 })),
]

/** So many sentences of talk between patients and clinicians, which is of none of this, and what each counts. */
const fromTalk = { sentences: 600, weight: 0.3 }

/** What is said in a practice, of the training part of the public conversations (../../corpora); none without ../shared/data. */
export function talkRows(side: string): ActRow[] {
  const said = talks().flatMap(({ turns }, index) =>
    isHeldOut({ document: `talk-${index}` })
      ? []
      : turns.filter(({ speaker }) => (speaker === 'user') === (side === 'caller')).flatMap(({ text }) => transcriptSentences(text)),
  )
  return shuffled(seeded(11), said)
    .slice(0, fromTalk.sentences)
    .map((text) => ({ text, acts: [], weight: fromTalk.weight }))
}
