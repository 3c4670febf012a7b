import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PastMessage } from '../../src/domain/chat/chat.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { fixedAnswer, fixedAnswerNames } from '../../src/domain/chat/policy/fixed-answers.ts'
import { type Measured, rowByRow } from '../measured.ts'
import { expectedKinds, kindsOf, promptsOf, tables } from '../regression/safety/prompt-tables.ts'

/** What is expected of a message (one of these), and what it was taken for, in the words of the tables. */
export interface Verdict {
  label: string
  expected: string[]
  got: string
}

const nobody = { name: null, phone: null, email: null }

/** "<adverse_event>" is the fixed answer of that name, "<adverse_event>es" the Spanish one. */
function answerOf(said: string): string {
  const name = fixedAnswerNames.find((one) => said.startsWith(`<${one}>`))
  return name ? fixedAnswer(name, said.endsWith('es') ? 'es' : 'en', nobody) : said
}

/** What was said before, as the tables write it: split by " / ", "A: " before an answer. */
export const turnsOf = (earlier: string): PastMessage[] =>
  earlier
    .split(' / ')
    .filter((said) => said !== '')
    .map((said) => (said.startsWith('A: ') ? { role: 'assistant', content: answerOf(said.slice(3)) } : { role: 'user', content: said }))

const ofTables = (...files: string[]): Verdict[] =>
  files.flatMap(promptsOf).map((prompt) => ({
    label: prompt.message,
    expected: [expectedKinds(prompt)],
    got: kindsOf(assessMessage(prompt.message, [])),
  }))

const inConversations = (): Verdict[] =>
  readFileSync(join(import.meta.dirname, '../regression/safety/conversations.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [earlier = '', expected = '', message = ''] = line.split('\t')
      return { label: `${earlier} / ${message}`, expected: expected.split('|'), got: kindsOf(assessMessage(message, turnsOf(earlier))) }
    })

const rounds = tables.filter((file) => file.includes('round'))
const sets: Record<string, () => Verdict[]> = {
  'prompts, written before the rules': () => ofTables('prompts.tsv'),
  [`prompts, rounds 1 to ${rounds.length}`]: () => ofTables(...rounds),
  'prompts, mended': () => ofTables('prompts-mended.tsv'),
  'prompts, other languages': () => ofTables('prompts-other-languages.tsv'),
  conversations: inConversations,
}
const assessed = new Map<string, Verdict[]>()

/** The verdicts of every table of messages. They are assessed once for all readers. */
export function verdicts(): [set: string, Verdict[]][] {
  for (const [set, assess] of Object.entries(sets)) if (!assessed.has(set)) assessed.set(set, assess())
  return [...assessed]
}

/**
 * Every table measured by one aspect of the verdict: `aspect` gives its name within the kinds, or "" where they have none.
 * @param among the rows that count
 */
export function byAspect(aspect: (kinds: string) => string, among: (verdict: Verdict) => boolean = () => true): Measured[] {
  return verdicts().flatMap(([set, all]) => {
    const rows = all.filter(among)
    const positive = rows.filter(({ expected }) => expected.every((kinds) => aspect(kinds) !== ''))
    const other = rows.filter(({ expected }) => expected.every((kinds) => aspect(kinds) === ''))
    const [seen, alarmed] = [positive, other].map((of) => of.filter(({ got }) => aspect(got) !== '').length)
    const figures = `; ${seen} of ${positive.length} seen, false alarms at ${alarmed} of ${other.length}`
    const isRight = ({ expected, got }: Verdict) => expected.some((kinds) => aspect(kinds) === aspect(got))
    return positive.length === 0 ? [] : [rowByRow(set, 'regression', rows, ({ label }) => label, isRight, figures)]
  })
}
