import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReportKind, reportKinds } from '../../../src/domain/safety/signs/report-kinds.ts'
import { read } from '../../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../../src/language/sentences.ts'
import { adeCorpus, isHeldOut, type Labelled, phoneSentences, psytar, talks } from '../../corpora/sentences.ts'
import { sharedRows } from '../../corpora/shared-data.ts'
import { expectedKinds, promptsOf, tables } from '../../regression/safety/prompt-tables.ts'
import { framedSentences } from './framed-sentences.ts'

/** A sentence that teaches the reader of reports. */
export interface ReportRow {
  text: string
  adverse: boolean
  /** What it reports, where the label says; undefined where it says only that it reports. */
  kinds?: readonly ReportKind[]
  set: string
  weight: number
}

const short = ['side', 'preg', 'over', 'error', 'lack', 'product'] as const
const kindOf = new Map<string, ReportKind>(short.flatMap((name, at) => (reportKinds[at] ? [[name, reportKinds[at]]] : [])))

/** The rows of a table of kinds ("-" for none), a tab and a sentence. */
export function labelledReports(path: string, set: string, weight: number): ReportRow[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => {
      const [names = '', text = ''] = line.split('\t')
      const kinds = names.split(',').flatMap((name) => kindOf.get(name) ?? [])
      return { text, adverse: kinds.length > 0, kinds, set, weight }
    })
}

/** Prompts of the regression tables; of emergencies only overdoses, as the others need no medicine. */
const prompts = (): ReportRow[] =>
  tables.flatMap(promptsOf).flatMap((prompt) => {
    const expected = expectedKinds(prompt)
    if (/emergency:(?:medical|self_harm)/.test(expected)) return []
    const adverse = /adverse_event|emergency:overdose/.test(expected)
    return [{ text: prompt.message, adverse, ...(adverse ? {} : { kinds: [] }), set: 'prompts', weight: 1 }]
  })

/** Every fourth sentence of patients in which our lists find nothing: what else is said on a phone. Labelled by rule. */
const smallTalk = (): ReportRow[] =>
  talks()
    .flatMap(({ turns }, index) =>
      isHeldOut({ document: `talk-${index}` })
        ? []
        : turns.filter(({ speaker }) => speaker === 'user').flatMap(({ text }) => sentencesOf(text)),
    )
    .filter((sentence, index) => index % 4 === 0 && read(sentence).symptoms.length === 0)
    .map(({ text }) => ({ text, adverse: false, set: 'small talk', weight: 0.1 }))

const corpus = (rows: readonly Labelled[], set: string, weight: number): ReportRow[] =>
  rows.filter((row) => !isHeldOut(row)).map(({ text, adverse }) => ({ text, adverse, set, weight }))

/** All that the reader of reports learns from. Abstracts count little, as nobody speaks so; frames little, as they are many. */
export const reportRows = (): ReportRow[] => [
  ...labelledReports(join(import.meta.dirname, 'report-sentences.tsv'), 'own', 2),
  ...phoneSentences().map(({ text, adverse }) => ({ text, adverse, set: 'phone', weight: 1.5 })),
  ...framedSentences().map(({ text, adverse }) => ({ text, adverse, set: 'frames', weight: 0.25 })),
  ...prompts(),
  ...corpus(psytar(), 'PsyTAR', 1),
  ...corpus(adeCorpus(), 'ADE Corpus', 0.12),
  ...sharedRows('medquad_dev.jsonl')
    .filter((_, index) => index % 4 === 0)
    .map(({ question }) => ({ text: question, adverse: false, kinds: [], set: 'MedQuAD', weight: 0.15 })),
  ...smallTalk(),
]
