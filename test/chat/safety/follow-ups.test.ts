import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChatTurn } from '../../../src/domain/chat/chat.ts'
import { assessMessage } from '../../../src/domain/chat/safety/assess-message.ts'
import { fixedAnswer, fixedAnswerNames } from '../../../src/domain/chat/safety/fixed-answers.ts'
import { kindsOf } from './prompt-tables.ts'

const nobody = { name: null, phone: null, email: null }

/** "<adverse_event>" is the fixed answer of that name, "<adverse_event>es" the Spanish one. */
function answerOf(said: string): string {
  const name = fixedAnswerNames.find((one) => said.startsWith(`<${one}>`))
  return name ? fixedAnswer(name, said.endsWith('es') ? 'es' : 'en', nobody) : said
}

const turnsOf = (earlier: string): ChatTurn[] =>
  earlier
    .split(' / ')
    .map((said) => (said.startsWith('A: ') ? { role: 'assistant', content: answerOf(said.slice(3)) } : { role: 'user', content: said }))

const rows = readFileSync(join(import.meta.dirname, 'follow-ups.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string])

test.each(rows)('after %j: %s: %s', (earlier, expected, message) => {
  expect(expected.split('|')).toContain(kindsOf(assessMessage(message, turnsOf(earlier))))
})

test('what only points at something before alarms nobody where nothing was said before', () => {
  for (const message of [
    'the same',
    'all of the above',
    'me too',
    'now my lips too',
    'it is getting worse',
    'yes',
    'my son has these symptoms',
  ])
    expect(assessMessage(message, []).emergency, message).toBeNull()
})
