import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReportKind, reportKinds } from '../../../src/domain/safety/signs/report-kinds.ts'
import { read } from '../../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../../src/language/sentences.ts'
import { adeCorpus, isHeldOut, type Labelled, phoneSentences, psytar, talks } from '../../corpora/sentences.ts'
import { sharedRows } from '../../corpora/shared-data.ts'
import { layQuestionRows } from '../../library/question-sets.ts'
import { expectedKinds, promptsOf, tables } from '../../regression/safety/prompt-tables.ts'
import { roundsOf } from '../../rounds/rounds.ts'
import { writtenQuestions } from '../emergency-classifier/round-messages.ts'
import { type UserRow, userCalls, userEmergencies, userQuestions, userReports } from '../users/users.ts'
import { visitorRows } from '../users/visitors.ts'
import { framedSentences } from './framed-sentences.ts'

/** A sentence that teaches the reader of reports. */
export interface ReportRow {
  text: string
  adverse: boolean
  /** What it reports, where the label says; undefined where it says only that it reports. */
  kinds?: readonly ReportKind[]
  set: string
  weight: number
  /** All of a group teach, or none does, when it is measured. */
  group?: string
}

const short = ['side', 'preg', 'over', 'error', 'lack', 'product'] as const
const kindOf = new Map<string, ReportKind>(short.flatMap((name, at) => (reportKinds[at] ? [[name, reportKinds[at]]] : [])))

/** The rows of a table of kinds ("-" for none), a tab and a sentence. */
function labelledReports(path: string, set: string, weight: number): ReportRow[] {
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

interface RoundMessage {
  message: string
  earlier?: string[]
  emergency: string | null
  report: string[]
}

interface RoundCall {
  turns: { speaker: 'agent' | 'caller'; text: string }[]
  reports: { kind: string; quote: string }[]
}

const scored = <Row>(file: string) =>
  roundsOf<Row>(file).flatMap(({ kind, name, rows }) => (kind === 'regression' ? rows.map((row) => ({ ...row, group: name })) : []))

/** Messages of blind rounds that have been scored. Emergencies teach only where they are reports, too: they are filed anyway. */
const roundMessages = (): ReportRow[] =>
  scored<RoundMessage>('messages.jsonl')
    .filter(({ earlier, emergency, report }) => !earlier && (emergency === null || report.length > 0))
    .map(({ message, report, group }) => {
      const kinds = reportKinds.filter((kind) => report.includes(kind.replaceAll('_', ' ')))
      return { text: message, adverse: report.length > 0, kinds, set: 'rounds', weight: 1.5, group }
    })

/** How near a report, in turns, what is said may belong to it. */
const aboutReport = 7
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/** What callers said in the calls of those rounds: the sentences quoted as reports, and all that are far from one. */
const roundCalls = (): ReportRow[] =>
  scored<RoundCall>('calls.jsonl').flatMap(({ turns, reports, group }) => {
    const quoting = turns.flatMap(({ text }, at) =>
      reports.filter(({ quote }) => lettersOf(text).includes(lettersOf(quote).trim())).map(() => at),
    )
    const told = reports.map(({ kind, quote }) => ({
      text: quote,
      adverse: true,
      kinds: reportKinds.filter((one) => one.replaceAll('_', ' ') === kind),
      set: 'rounds',
      weight: 1.5,
      group,
    }))
    const other = turns.flatMap(({ speaker, text }, at) =>
      speaker === 'caller' && quoting.every((quoted) => Math.abs(quoted - at) > aboutReport)
        ? [{ text, adverse: false, kinds: [], set: 'rounds', weight: 0.7, group }]
        : [],
    )
    return [...told, ...other]
  })

const asked = (questions: readonly string[], weight: number): ReportRow[] =>
  questions.map((text) => ({ text, adverse: false, kinds: [], set: 'questions', weight }))

/** Lay questions that tell of an event, too: they teach nothing. */
const telling =
  /after|since|blood|cough|fever|sick|thr[eo]w|hives|swell|confused|mole|blister|rash|itch|cloud|speck|wont|colds|poked|took|nursing|froze|melted|pregnan|bubbles|warm|hot|broke|dropped|left|bits|float|skip|miss|late\b/iu

/** What people ask of a library: it reports nothing. */
const questions = (): ReportRow[] => [
  ...asked(
    [...scored<{ question: string }>('chat-answerable.jsonl'), ...scored<{ question: string }>('chat-unanswerable.jsonl')].map(
      ({ question }) => question,
    ),
    1.5,
  ),
  ...asked(
    writtenQuestions().filter((question) => !telling.test(question)),
    1.5,
  ),
  ...asked(
    layQuestionRows()
      .map(({ question }) => question)
      .filter((question) => !telling.test(question)),
    1,
  ),
  ...asked(
    readFileSync(join(import.meta.dirname, '../answer-confidence/questions.tsv'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('\t') && !line.startsWith('#'))
      .map((line) => line.split('\t')[1]?.split('>>').at(-1)?.trim() ?? '')
      .filter((question) => !telling.test(question)),
    1,
  ),
]

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

/** Written from the view of those who ask and tell (`eval/train/users`); of emergencies only overdoses, as the others need no medicine. */
const users = (): ReportRow[] => {
  const rowOf =
    (weight: number) =>
    ({ text, label, group }: UserRow): ReportRow => {
      const kind = kindOf.get(label === 'overdose' ? 'over' : label)
      return { text, adverse: kind !== undefined, kinds: kind ? [kind] : [], set: 'users', weight, group }
    }
  return [
    ...userQuestions().map(rowOf(1.5)),
    ...userReports().map(rowOf(2)),
    ...userCalls().map(rowOf(1.5)),
    ...userEmergencies()
      .filter(({ label }) => label === 'overdose')
      .map(rowOf(0.5)),
    ...visitorRows()
      .filter(({ label }) => !/^(?:medical|self_harm)/.test(label))
      .map(rowOf(3)),
  ]
}

/** All that the reader of reports learns from. Abstracts count little, as nobody speaks so; frames little, as they are many. */
export const reportRows = (): ReportRow[] => [
  ...labelledReports(join(import.meta.dirname, 'report-sentences.tsv'), 'own', 2),
  ...phoneSentences().map(({ text, adverse }) => ({ text, adverse, set: 'phone', weight: 1.5 })),
  ...framedSentences().map(({ text, adverse }) => ({ text, adverse, set: 'frames', weight: 0.25 })),
  ...prompts(),
  ...labelledReports(join(import.meta.dirname, '../../regression/safety/reports-told.tsv'), 'told', 2),
  ...roundMessages(),
  ...roundCalls(),
  ...corpus(psytar(), 'PsyTAR', 3.5),
  ...corpus(adeCorpus(), 'ADE Corpus', 0.25),
  ...sharedRows('medquad_dev.jsonl')
    .filter((_, index) => index % 2 === 0)
    .map(({ question }) => ({ text: question, adverse: false, kinds: [], set: 'MedQuAD', weight: 0.25 })),
  ...users(),
  ...questions(),
  ...smallTalk(),
]
