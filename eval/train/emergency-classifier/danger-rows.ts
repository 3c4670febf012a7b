import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHeldOut, phoneSentences, psytar } from '../../corpora/sentences.ts'
import { haveSharedData, sharedRows } from '../../corpora/shared-data.ts'
import { layQuestionRows } from '../../library/question-sets.ts'
import { sampleQuestions } from '../../regression/chat/sample-questions.ts'
import { expectedKinds, promptsOf, tables } from '../../regression/safety/prompt-tables.ts'

/** A message with what it is, for the emergency classifier. */
export interface DangerRow {
  text: string
  /** The table or set that it is from. */
  set: string
  kind: 'danger' | 'ordinary' | 'side effect' | 'declined'
  /** How much it counts in training; 0: only measured on. */
  weight: number
}

const isOrdinary = (kinds: string) => kinds === 'answer' || kinds === 'greeting' || kinds === 'off_topic' || kinds === 'tampering'
/** What reports a side effect gets a fixed answer: that it sounds of danger does no harm. */
const sideEffectWeight = 0.3

const prompts = (): DangerRow[] =>
  tables.flatMap((set) =>
    promptsOf(set).map((prompt) => {
      const kinds = expectedKinds(prompt)
      const kind = kinds.startsWith('emergency')
        ? 'danger'
        : isOrdinary(kinds)
          ? 'ordinary'
          : kinds.includes('adverse_event')
            ? 'side effect'
            : 'declined'
      return { text: prompt.message, set, kind, weight: kind === 'side effect' ? sideEffectWeight : 1 }
    }),
  )

const lines = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')

const ownSentences = (): DangerRow[] =>
  lines('danger-sentences.tsv')
    .filter((line) => /^[01]\t/.test(line))
    .map((line) => ({ text: line.slice(2), set: 'danger-sentences.tsv', kind: line.startsWith('1') ? 'danger' : 'ordinary', weight: 1 }))

const onThePhone = (): DangerRow[] =>
  phoneSentences().map(({ text, adverse }) => ({
    text,
    set: 'phone-sentences.tsv',
    kind: adverse ? 'side effect' : 'ordinary',
    weight: adverse ? sideEffectWeight : 1,
  }))

const plainQuestions = (): DangerRow[] =>
  [...sampleQuestions('sample-questions'), ...sampleQuestions('sample-questions-round-2')].map(({ question }) => ({
    text: question,
    set: 'plain questions',
    kind: 'ordinary',
    weight: 1,
  }))

/** Asked on the sample library; nothing learns from them. */
const layQuestions = (): DangerRow[] =>
  layQuestionRows().map(({ question: text }) => ({ text, set: 'lay questions', kind: 'ordinary', weight: 0 }))

/** Every tenth question teaches, the others are measured on; of the patients' sentences those of reviews that train nothing. */
function shared(): DangerRow[] {
  if (!haveSharedData('medquad_dev.jsonl') || !haveSharedData('psytar_dev.jsonl')) return []
  const medquad = sharedRows('medquad_dev.jsonl')
    .map(({ question }) => question as string)
    .slice(0, 2_800)
    .map((text, index): DangerRow => ({ text, set: 'MedQuAD', kind: 'ordinary', weight: index % 10 === 0 ? 0.5 : 0 }))
  const patients = psytar()
    .filter(({ text }, index) => index % 5 === 0 && !/suic|kill|die|dead/i.test(text))
    .map(
      (row): DangerRow => ({
        text: row.text,
        set: 'PsyTAR',
        kind: row.adverse ? 'side effect' : 'ordinary',
        weight: isHeldOut(row) ? 0 : row.adverse ? 0.5 * sideEffectWeight : 0.5,
      }),
    )
  return [...medquad, ...patients]
}

export const dangerRows = (): DangerRow[] => [
  ...prompts(),
  ...ownSentences(),
  ...onThePhone(),
  ...plainQuestions(),
  ...layQuestions(),
  ...shared(),
]

/** Emergencies of the rounds 5 to 8 (`prompts-round-*.tsv`) that the rules, as they stood when the table was first run, did not see. */
export const missedAtFirstSight = (): ReadonlySet<string> =>
  new Set(lines('missed-at-first-sight.txt').filter((line) => line !== '' && !line.startsWith('#')))
