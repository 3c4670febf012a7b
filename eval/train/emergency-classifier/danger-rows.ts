import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmergencyKind, emergencyKinds } from '../../../src/domain/safety/signs/emergency-kind.ts'
import { isHeldOut, phoneSentences, psytar, talks } from '../../corpora/sentences.ts'
import { haveSharedData, sharedRows } from '../../corpora/shared-data.ts'
import { layQuestionRows } from '../../library/question-sets.ts'
import { hashOf } from '../../random.ts'
import { sampleQuestions } from '../../regression/chat/sample-questions.ts'
import { expectedKinds, promptsOf, tables } from '../../regression/safety/prompt-tables.ts'
import { userCalls, userEmergencies, userQuestions, userReports } from '../users/users.ts'
import { visitorRows } from '../users/visitors.ts'
import { roundMessages, roundQuestions, writtenQuestions } from './round-messages.ts'
import { type Written, writtenSentences } from './sentences.ts'
import { framedEvents, templateSentences, wholeMessages } from './templates.ts'

/** A message with what it is, for the emergency classifier. */
export interface DangerRow {
  text: string
  /** The table or set that it is from. */
  set: string
  /** Wordings of one thing: all of a group teach, or none does. */
  group: string
  kind: EmergencyKind | 'side effect' | 'ordinary'
  /** How much it counts in training; 0: only measured on. */
  weight: number
}

const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')

/** A fold's worth of rows that resemble each other no more than others do. */
const spread = (set: string, text: string) => `${set} ${hashOf(text) % 40}`

const prompts = (): DangerRow[] =>
  tables.flatMap((set) =>
    promptsOf(set).map((prompt) => {
      const kinds = expectedKinds(prompt)
      const kind =
        emergencyKinds.find((name) => kinds.startsWith(`emergency:${name}`)) ??
        (kinds.includes('adverse_event') ? 'side effect' : 'ordinary')
      return { text: prompt.message, set, group: spread(set, prompt.message), kind, weight: 1 }
    }),
  )

const written = (set: 'sentences' | 'held-back'): DangerRow[] =>
  writtenSentences(set).map(({ text, label, group }) => ({
    text,
    set,
    group,
    kind: emergencyKinds.find((name) => name === label) ?? (label === 'report' ? 'side effect' : 'ordinary'),
    weight: set === 'sentences' ? 1 : 0,
  }))

const composed = (set: string, sentences: Written[], weight: number): DangerRow[] =>
  sentences.map(({ text, label, group }) => ({
    text,
    set,
    group,
    kind: emergencyKinds.find((name) => name === label) ?? 'ordinary',
    weight,
  }))

const rounds = (): DangerRow[] =>
  roundMessages().map(({ round, text, emergency, isReport }) => ({
    text,
    set: round,
    group: spread(round, text),
    kind: emergency ?? (isReport ? 'side effect' : 'ordinary'),
    weight: 1,
  }))

/** Said after something else; what is ordinary there is ordinary by itself, what is danger there need not be. */
const replies = (): DangerRow[] =>
  readFileSync(join(import.meta.dirname, '../../regression/safety/conversations.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line): DangerRow[] => {
      const [, expected = '', text = ''] = line.split('\t')
      if (expected.includes('emergency')) return []
      return [{ text, set: 'replies', group: spread('replies', text), kind: expected === 'answer' ? 'ordinary' : 'side effect', weight: 1 }]
    })

const onThePhone = (): DangerRow[] =>
  phoneSentences().map(({ text, adverse }) => ({
    text,
    set: 'phone-sentences.tsv',
    group: spread('phone', text),
    kind: adverse ? 'side effect' : 'ordinary',
    weight: adverse ? 0.5 : 1,
  }))

const plainQuestions = (): DangerRow[] =>
  [...sampleQuestions('sample-questions'), ...sampleQuestions('sample-questions-round-2')].map(({ question }) => ({
    text: question,
    set: 'plain questions',
    group: spread('plain', question),
    kind: 'ordinary',
    weight: 1,
  }))

const chatQuestions = (): DangerRow[] =>
  [
    ...roundQuestions(),
    ...writtenQuestions(),
    ...lines('../answer-confidence/questions.tsv')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split('\t')[1]?.split('>>').at(-1)?.trim() ?? '')
      .filter((text) => text !== ''),
  ].map((text) => ({ text, set: 'chat questions', group: spread('chat', text), kind: 'ordinary', weight: 1 }))

/** Asked on the sample library; nothing learns from them. */
const layQuestions = (): DangerRow[] =>
  layQuestionRows().map(({ question: text }) => ({ text, set: 'lay questions', group: 'lay', kind: 'ordinary', weight: 0 }))

const grave =
  /suic|kill|die|dead|dying|breath|chest|stroke|seiz|swell|swoll|blood|bleed|faint|pass(?:ed|ing)? out|conscious|numb|overdos|attack|emergency|ambulance|choke|vomit|fever|tongue|collaps|black/i

/** Every tenth question teaches, the others are measured on; of the patients' sentences those of reviews that train nothing. */
function shared(): DangerRow[] {
  if (!haveSharedData('medquad_dev.jsonl') || !haveSharedData('psytar_dev.jsonl')) return []
  const medquad = sharedRows('medquad_dev.jsonl')
    .map(({ question }) => question as string)
    .slice(0, 2_800)
    .map(
      (text, index): DangerRow => ({
        text,
        set: 'MedQuAD',
        group: spread('MedQuAD', text),
        kind: 'ordinary',
        weight: index % 10 === 0 ? 2 : 0,
      }),
    )
  const patients = psytar()
    .filter(({ text }, index) => index % 3 === 0 && !grave.test(text))
    .map(
      (row): DangerRow => ({
        text: row.text,
        set: 'PsyTAR',
        group: row.document,
        kind: row.adverse ? 'side effect' : 'ordinary',
        weight: isHeldOut(row) ? 0 : 0.4,
      }),
    )
  // What patients tell a doctor; what may be grave is left out, because nobody has labelled it.
  const visits = talks()
    .flatMap(({ set, turns }, index) =>
      turns
        .filter(({ speaker, text }) => speaker === 'user' && text.length > 20 && text.length < 200 && !grave.test(text))
        .map(({ text }) => ({ text, set, index })),
    )
    .filter((_, at) => at % 20 === 0)
    .map(({ text, set, index }): DangerRow => ({ text, set: 'visits', group: `${set} ${index}`, kind: 'ordinary', weight: 0.3 }))
  return [...medquad, ...patients, ...visits]
}

/** Written from the view of those who ask and tell (`eval/train/users`); a dose too many told as a report may be a danger or not. */
const users = (): DangerRow[] =>
  [...userEmergencies(), ...userQuestions(), ...userReports(), ...userCalls(), ...visitorRows()]
    .filter(({ label }) => label !== 'over')
    .flatMap(({ text, label, group }) =>
      kindsOf(label).map((kind, _, all) => ({ text, set: 'users', group, kind, weight: 2 / all.length })),
    )

/** Something done to die is as much a danger to the body. */
const kindsOf = (label: string): DangerRow['kind'][] =>
  label === 'self_harm_act'
    ? ['self_harm', 'medical']
    : [emergencyKinds.find((name) => name === label) ?? (label === '' ? 'ordinary' : 'side effect')]

export const dangerRows = (): DangerRow[] => [
  ...written('sentences'),
  ...written('held-back'),
  ...composed('templates', templateSentences(), 0.25),
  ...composed('frames', framedEvents(), 0.5),
  ...composed('messages', wholeMessages(), 2),
  ...prompts(),
  ...rounds(),
  ...users(),
  ...replies(),
  ...onThePhone(),
  ...plainQuestions(),
  ...chatQuestions(),
  ...layQuestions(),
  ...shared(),
]

/** Emergencies of the rounds 5 to 8 (`prompts-round-*.tsv`) that the rules, as they stood when the table was first run, did not see. */
export const missedAtFirstSight = (): ReadonlySet<string> =>
  new Set(
    readFileSync(join(import.meta.dirname, 'missed-at-first-sight.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
