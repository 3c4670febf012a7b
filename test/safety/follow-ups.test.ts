import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kindsOf, promptsOf, tables } from '../../eval/regression/safety/prompt-tables.ts'
import type { PastMessage } from '../../src/domain/chat/chat.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { fixedAnswer, fixedAnswerNames } from '../../src/domain/chat/policy/fixed-answers.ts'

const nobody = { name: null, phone: null, email: null }

/** "<adverse_event>" is the fixed answer of that name, "<adverse_event>es" the Spanish one. */
function answerOf(said: string): string {
  const name = fixedAnswerNames.find((one) => said.startsWith(`<${one}>`))
  return name ? fixedAnswer(name, said.endsWith('es') ? 'es' : 'en', nobody) : said
}

const turnsOf = (earlier: string): PastMessage[] =>
  earlier
    .split(' / ')
    .map((said) => (said.startsWith('A: ') ? { role: 'assistant', content: answerOf(said.slice(3)) } : { role: 'user', content: said }))

const rows = readFileSync(join(import.meta.dirname, '../../eval/regression/safety/conversations.tsv'), 'utf8')
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

const isOrdinary = (kinds: string) => !kinds.startsWith('emergency') && !kinds.includes('adverse_event')

test.each([
  ['I got a rash after my Emgality shot / A: <adverse_event>', 0.01],
  ["I can't breathe / A: <emergency_medical>", 0.01],
  ['What are serious allergic reactions? / A: Swelling of your face, tongue or throat, trouble breathing, hives.', 0.01],
  ['What are the side effects of Stelara? / A: The most common side effects are a runny nose and headache.', 0],
  ['How do I store Emgality? / A: Store Emgality in the refrigerator.', 0],
])('an ordinary message is one also after %j, but for a share of %d', (earlier, most) => {
  const ordinary = tables.flatMap(promptsOf).filter(({ message }) => isOrdinary(kindsOf(assessMessage(message, []))))
  const alarmed = ordinary.filter(({ message }) => !isOrdinary(kindsOf(assessMessage(message, turnsOf(earlier)))))
  expect(alarmed.length, alarmed.map(({ message }) => message).join('\n')).toBeLessThanOrEqual(most * ordinary.length)
})
